// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/samples.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

constexpr const char* kHead = "[Params]\r\nVersion=106\r\nSMode=000000000\r\nLength=00:00:02.4\r\n";

series::Recording read_polar(const std::string& bytes, const OpenOptions& options = {}) {
  Input input("x.hrm", std::as_bytes(std::span(bytes)));
  return read_polar(input, options);
}

std::optional<Error> polar_fault(const std::string& bytes) {
  return error_of([&] { read_polar(bytes); });
}

std::string beats(const std::string& data, const std::string& head = kHead) {
  return head +
         "Interval=238\r\n\r\n[Note]\r\nInterval=5\r\nfree = "
         "text\r\n[IntTimes]\r\n00:00:02.4\t89\t31\r\n\r\n[HRData]\r\n" +
         data;
}

TEST(Polar, IntervalsInMilliseconds) {
  const series::Recording recording = read_polar(beats("800\r\n810\r\n0\r\n\r\n790\r\n\r\n"));
  EXPECT_EQ(recording.format, "Polar HRM");
  ASSERT_EQ(recording.channels.size(), 1U);
  const series::Channel& channel = recording.channels.front();
  EXPECT_EQ(channel.label, "RR");
  EXPECT_EQ(channel.unit, "ms");
  EXPECT_FALSE(channel.has_rate);
  EXPECT_THAT(channel.samples, ElementsAre(800, 810, 0, 790));
  EXPECT_THAT(recording.notices, IsEmpty());
}

TEST(Polar, EveryVersionAndAnyLineEnd) {
  for (int version = 102; version <= 107; ++version) {
    const std::string text = "\xef\xbb\xbf\n [PARAMS] \nversion = " + std::to_string(version) +
                             "\nMode=100\nInterval=238\n[hrdata]\n800\n 810\t\n[Trip]\n12\nwords\n";
    EXPECT_THAT(read_polar(text).channels.front().samples, ElementsAre(800, 810)) << version;
  }
  for (const char* version : {"101", "108", "0", "-1"}) {
    EXPECT_THAT(
        polar_fault("[Params]\nVersion=" + std::string(version) + "\nInterval=238\n[HRData]\n800\n"),
        IsError(ErrorCode::unsupported, "Version = " + std::string(version) + ": versions 102 to 107 are read"));
  }
}

TEST(Polar, HeartRatesAreNoIntervals) {
  for (const char* interval : {"1", "5", "15", "60", "204"}) {
    EXPECT_THAT(
        polar_fault(std::string(kHead) + "Interval=" + interval + "\r\n[HRData]\r\n92\r\n93\r\n"),
        IsError(ErrorCode::unsupported, "x.hrm: Interval = " + std::string(interval) +
                                            ": the file holds heart rates, which are no intervals between beats"));
  }
  EXPECT_THAT(polar_fault(beats("800\t137\t21\r\n")),
              IsError(ErrorCode::unsupported, "has several values ('800\\x09137\\x0921'; SMode = '000000000')"));
}

TEST(Polar, FilesThatWereCutOff) {
  const std::string whole = beats("800\r\n810\r\n790\r\n");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto error = polar_fault(whole.substr(0, size));
    // Ends of lines behind the first number are the only places that cannot be told from the end.
    const bool ends = size > whole.find("800") && (whole[size - 1] == '\n' || whole[size - 1] == '\r');
    EXPECT_EQ(error.has_value(), !ends) << size;
    if (error) {
      EXPECT_EQ(error->code(), ErrorCode::bad_file) << size << error->what();
    }
  }
  std::string with_cr_alone = whole;
  std::erase(with_cr_alone, '\n');
  EXPECT_FALSE(polar_fault(with_cr_alone));
  EXPECT_THAT(polar_fault(whole.substr(0, whole.find("[HRData]"))),
              IsError(ErrorCode::bad_file, "x.hrm: there is no section [HRData]: the file was cut off"));
  EXPECT_THAT(polar_fault(beats("")), IsError(ErrorCode::bad_file, "[HRData] holds no intervals"));
  EXPECT_THAT(polar_fault(beats("800\r\n81")), IsError(ErrorCode::bad_file, "the last line has no end"));
}

TEST(Polar, AnotherLengthThanTheRecordings) {
  const auto of_length = [](const std::string& length) {
    return beats("800\r\n810\r\n790\r\n", "[Params]\r\nVersion=106\r\nLength=" + length + "\r\n");
  };
  EXPECT_THAT(read_polar(of_length("00:00:07.4")).notices, IsEmpty());
  EXPECT_THAT(read_polar(of_length("00:00:07.5")).notices, warns("length_differs"));
  EXPECT_THAT(read_polar(of_length("01:02:03.0")).notices, warns("length_differs"));
  for (const char* wrong : {"2.4", "00:02.4", "00:60:00.0", "00:00:60", "-1:00:00", "a:b:c", "00:00:nan", "0:0:0:0"}) {
    EXPECT_THAT(polar_fault(of_length(wrong)), IsError(ErrorCode::bad_file, "hours:minutes:seconds")) << wrong;
  }
}

TEST(Polar, WrongNumbersAndSections) {
  for (const char* wrong : {"-800", "800.5", "8O0", "800,810", "86400001", "99999999999999999999", "nan"}) {
    EXPECT_THAT(
        polar_fault(beats("800\r\n" + std::string(wrong) + "\r\n")),
        IsError(ErrorCode::bad_file, "line 15: '" + std::string(wrong) + "' is not an interval in whole milliseconds"));
  }
  EXPECT_THAT(polar_fault(beats("800\r\n" + beats("810\r\n"))),
              IsError(ErrorCode::bad_file, "begins a second section [params]"));
  EXPECT_THAT(polar_fault(beats("800\r\n[HRData]\r\n810\r\n")),
              IsError(ErrorCode::bad_file, "a second section [hrdata]"));
  EXPECT_THAT(polar_fault("800\n"), IsError(ErrorCode::bad_file, "a Polar .hrm file begins with [Params]"));
  EXPECT_THAT(polar_fault("[Params]\nVersion=106\n[HRData]\n800\n"),
              IsError(ErrorCode::bad_file, "[Params] has no Interval"));
  EXPECT_THAT(polar_fault("[Params]\nVersion=1.06\nInterval=238\n[HRData]\n800\n"),
              IsError(ErrorCode::bad_file, "[Params] Version is '1.06'"));
  EXPECT_THAT(polar_fault("[Params]\nInterval=5\ninterval=238\n[HRData]\n800\n"),
              IsError(ErrorCode::bad_file, "line 3 repeats an entry of [Params]"));
  EXPECT_THAT(polar_fault("[Params]\nVersion\n"),
              IsError(ErrorCode::bad_file, "line 2 is not an entry of [Params]: 'Version'"));
}

TEST(Polar, OpenedByItsContent) {
  const Scratch scratch;
  const std::string bytes = test::polar_samples().front().bytes;
  for (const char* name : {"x.hrm", "x.txt", "x.edf", "x"}) {
    EXPECT_EQ(open(scratch.write(name, bytes)).format, "Polar HRM") << name;
    EXPECT_TRUE(is_polar(scratch.path(name)));
  }
  EXPECT_FALSE(is_polar(scratch.write("list.hrm", "800\n810\n")));
  EXPECT_EQ(open(scratch.path("list.hrm")).format, "text");
  OpenOptions options{.needed = no_channels(), .rate = 4.0};
  const series::Recording described = open(scratch.path("x.hrm"), options);
  EXPECT_EQ(described.channels.front().n_unread, 4U);
  EXPECT_THAT(described.notices, warns("option_unused"));
}

}  // namespace
}  // namespace biotropy::files
