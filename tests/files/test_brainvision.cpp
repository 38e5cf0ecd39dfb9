// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/recordings.hpp"

namespace biotropy::files {
namespace {

constexpr const char* kFirstLine = "Brain Vision Data Exchange Header File Version 1.0\r\n";

template <class Number>
std::string stored(const std::vector<Number>& values, bool big_endian = false) {
  std::string bytes;
  for (const Number value : values) {
    std::string one;
    append_little_endian(value, one);
    if (big_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

class BrainVision : public ::testing::Test {
 protected:
  std::string header(const std::string& numbers, const std::string& orientation = "MULTIPLEXED",
                     const std::string& more = "") const {
    return fmt::format(
        "{}; a comment\r\n\r\n[Common Infos]\r\nDataFile=x.eeg\r\n{}DataFormat=BINARY\r\nDataOrientation={}\r\n"
        "NumberOfChannels=2\r\nSamplingInterval=2000\r\n{}\r\n[Binary Infos]\r\nBinaryFormat={}\r\n\r\n"
        "[Channel Infos]\r\nCh1=Fz,,0.5,\xc2\xb5V\r\nCh2=a\\1b,,,\r\n\r\n[Comment]\r\nfree text, = and [ too\r\n",
        kFirstLine, markers_, orientation, more, numbers);
  }

  std::filesystem::path write(const std::string& head, const std::string& samples) const {
    scratch_.write("x.eeg", samples);
    return scratch_.write("x.vhdr", head);
  }

  series::Recording read(const std::string& head, const std::string& samples) const {
    return open(write(head, samples));
  }
  std::optional<Error> error(const std::string& head, const std::string& samples) const {
    const auto path = write(head, samples);
    return error_of([&] { open(path); });
  }

  Scratch scratch_;
  std::string markers_;
};

TEST_F(BrainVision, LabelsUnitsRateAndResolution) {
  const series::Recording recording = read(header("INT_16"), stored<std::int16_t>({2, 10, -3, 20, 32767, -32768}));
  EXPECT_EQ(recording.format, "BrainVision");
  ASSERT_EQ(recording.channels.size(), 2u);
  EXPECT_EQ(recording.channels[0].label, "Fz");
  EXPECT_EQ(recording.channels[1].label, "a,b");
  EXPECT_EQ(recording.channels[0].unit, "\xc2\xb5V");
  EXPECT_EQ(recording.channels[1].unit, "\xc2\xb5V");
  EXPECT_EQ(recording.channels[0].rate, 500.0);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.0, -1.5, 16383.5));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(10.0, 20.0, -32768.0));
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  EXPECT_THAT(recording.notices, IsEmpty());
  EXPECT_THAT(recording.other_files, ElementsAre(scratch_.path("x.eeg").generic_string()));
}

TEST_F(BrainVision, AllNumbersInBothOrdersOfBytes) {
  const auto first = [&](const std::string& numbers, const std::string& bytes, bool big_endian) {
    std::string head = header(numbers);
    if (big_endian) head.replace(head.find("BinaryFormat"), 0, "UseBigEndianOrder=YES\r\n");
    return read(head, bytes).channels[1].samples;
  };
  for (const bool big_endian : {false, true}) {
    EXPECT_THAT(first("INT_16", stored<std::int16_t>({1, -258}, big_endian), big_endian), ElementsAre(-258.0));
    EXPECT_THAT(first("UINT_16", stored<std::uint16_t>({1, 65000}, big_endian), big_endian), ElementsAre(65000.0));
    EXPECT_THAT(first("INT_32", stored<std::int32_t>({1, -70000}, big_endian), big_endian), ElementsAre(-70000.0));
    EXPECT_THAT(first("IEEE_FLOAT_32", stored<float>({1, 0.1F}, big_endian), big_endian), ElementsAre(double{0.1F}));
    EXPECT_THAT(first("IEEE_FLOAT_64", stored<double>({1, 0.1}, big_endian), big_endian), ElementsAre(0.1));
  }
}

TEST_F(BrainVision, VectorisedSamples) {
  const std::string bytes = stored<float>({1, 2, 3, 4, 5, 6});
  const series::Recording recording = read(header("IEEE_FLOAT_32", "VECTORIZED"), bytes);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0.5, 1.0, 1.5));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(4.0, 5.0, 6.0));
  EXPECT_THAT(error(header("IEEE_FLOAT_32", "VECTORIZED", "DataPoints=4\r\n"), bytes),
              IsError(ErrorCode::bad_file, "24 bytes are not 4 samples of 2 channels with 4 bytes each"));
}

TEST_F(BrainVision, LongVectorisedSamplesCrossTheReadersWindow) {
  const std::size_t n = 300'000;
  std::vector<float> values(2 * n);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k);
  for (const std::string orientation : {"VECTORIZED", "MULTIPLEXED"}) {
    const series::Recording recording = read(header("IEEE_FLOAT_32", orientation), stored(values));
    const bool vectorised = orientation == "VECTORIZED";
    for (std::size_t t = 0; t < n; ++t) {
      ASSERT_EQ(recording.channels[0].samples[t], 0.5 * static_cast<double>(vectorised ? t : 2 * t)) << t;
      ASSERT_EQ(recording.channels[1].samples[t], static_cast<double>(vectorised ? n + t : 2 * t + 1)) << t;
    }
  }
}

TEST_F(BrainVision, FilesOfAnotherSizeThanAnnounced) {
  const std::string bytes = stored<std::int16_t>({1, 2, 3, 4, 5});
  EXPECT_THAT(read(header("INT_16"), bytes).notices, warns("records_differ"));
  const series::Recording shorter = read(header("INT_16", "MULTIPLEXED", "DataPoints=7\r\n"), bytes);
  EXPECT_THAT(shorter.notices, warns("file_cut"));
  EXPECT_EQ(shorter.channels[0].samples.size(), 2u);
  EXPECT_EQ(read(header("INT_16", "MULTIPLEXED", "DataPoints=1\r\n"), bytes).channels[0].samples.size(), 1u);
  EXPECT_THAT(error(header("INT_16"), "abc"), IsError(ErrorCode::bad_file, "not one sample of every channel"));
}

TEST_F(BrainVision, SamplesAsText) {
  const auto head = [&](const std::string& orientation, const std::string& more) {
    std::string text = header("INT_16", orientation);
    text.replace(text.find("BINARY"), 6, "ASCII");
    return text.replace(text.find("[Channel"), 0, "[ASCII Infos]\r\n" + more + "\r\n");
  };
  const series::Recording rows =
      read(head("MULTIPLEXED", "DecimalSymbol=.\r\nSkipLines=1"), "Fz a,b\r\n1.5 2\r\n-3e1  4\r\n\r\n");
  EXPECT_THAT(rows.channels[0].samples, ElementsAre(0.75, -15.0));
  EXPECT_THAT(rows.channels[1].samples, ElementsAre(2.0, 4.0));
  const series::Recording columns =
      read(head("VECTORIZED", "DecimalSymbol=,\r\nSkipLines=0\r\nSkipColumns=1"), "Fz 1,5 2\r\nb 3 4,25\r\n");
  EXPECT_THAT(columns.channels[0].samples, ElementsAre(0.75, 1.0));
  EXPECT_THAT(columns.channels[1].samples, ElementsAre(3.0, 4.25));
  EXPECT_THAT(error(head("MULTIPLEXED", "DecimalSymbol=."), "1 2\n3\n"),
              IsError(ErrorCode::bad_file, "line 2 holds 1 numbers, which do not fit 2 channels"));
  EXPECT_THAT(error(head("VECTORIZED", ""), "1 2\n3\n"), IsError(ErrorCode::bad_file, "line 2 holds 1 numbers"));
  EXPECT_THAT(error(head("VECTORIZED", ""), "1 2\n"), IsError(ErrorCode::bad_file, "not one sample of every channel"));
  EXPECT_THAT(error(head("MULTIPLEXED", ""), "1 x\n"), IsError(ErrorCode::bad_file, "line 1: 'x' is not a number"));
}

TEST_F(BrainVision, MarkersAreAnnotationsAndSegmentsGaps) {
  markers_ = "MarkerFile=$b.vmrk\r\n";
  scratch_.write(
      "x.vmrk",
      "Brain Vision Data Exchange Marker File, Version 1.0\r\n[Common Infos]\r\nDataFile=x.eeg\r\n[Marker Infos]\r\n"
      "; Mk3=not,a,marker\r\n"
      "Mk1=New Segment,,1,1,0,20240229235959500000\r\nMk2=Stimulus,S\\1  1,2,3,0\r\n"
      "Mk3=New Segment,,4,1,0,20240301000001500000\r\nMk4=Comment,late,99,1,0\r\n");
  const series::Recording recording = read(header("INT_16"), stored<std::int16_t>(std::vector<std::int16_t>(10)));
  ASSERT_EQ(recording.annotations.size(), 3u);
  EXPECT_EQ(recording.annotations[0].text, "Stimulus/S,  1");
  EXPECT_EQ(recording.annotations[0].onset, 0.002);
  EXPECT_NEAR(recording.annotations[0].duration.value(), 2.0, 1e-12);  // across the pause
  EXPECT_EQ(recording.annotations[1].text, "New Segment/");
  EXPECT_THAT(recording.notices, warns("events_outside"));
  for (const series::Channel& channel : recording.channels) {
    EXPECT_THAT(channel.gap_starts, ElementsAre(3u));
    ASSERT_EQ(channel.gap_seconds.size(), 1u);
    EXPECT_NEAR(channel.gap_seconds[0], 2.0 - 3 * 0.002, 1e-12);
  }
  scratch_.write("x.vmrk",
                 "BrainVision Data Exchange Marker File Version 1.0\n[Marker Infos]\nMk1=New Segment,,3,1,0,0\n");
  const series::Recording undated = read(header("INT_16"), stored<std::int16_t>(std::vector<std::int16_t>(10)));
  EXPECT_THAT(undated.channels[0].gap_starts, ElementsAre(2u));
  EXPECT_THAT(undated.channels[0].gap_seconds, IsEmpty());
}

TEST_F(BrainVision, MarkersOfLaterSegmentsComeLaterByThePauses) {
  markers_ = "MarkerFile=x.vmrk\r\n";
  const auto with_dates = [&](const std::string& second, const std::string& third) {
    scratch_.write("x.vmrk",
                   "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
                   "Mk1=New Segment,,1,1,0,20240101120000000000\nMk2=Bad,across,2,5,0\nMk3=Bad,end,2,1,0\n"
                   "Mk4=New Segment,,3,1,0," +
                       second + "\nMk5=New Segment,,5,1,0," + third + "\nMk6=Bad,last,6,1,0\n");
    return read(header("INT_16"), stored<std::int16_t>(std::vector<std::int16_t>(12)));
  };
  const auto expect = [](const series::Recording& recording, std::size_t k, double onset, double duration) {
    EXPECT_NEAR(recording.annotations.at(k).onset, onset, 1e-9) << k;
    EXPECT_NEAR(recording.annotations.at(k).duration.value(), duration, 1e-9) << k;
  };
  // Samples are 2 ms apart, pauses of 1 s and 2 s begin behind the second and the fourth.
  const series::Recording dated = with_dates("20240101120001004000", "20240101120003008000");
  expect(dated, 0, 0.002, 3.01);
  expect(dated, 1, 0.002, 0.002);
  expect(dated, 2, 1.004, 0.002);
  expect(dated, 3, 3.008, 0.002);
  expect(dated, 4, 3.01, 0.002);
  const series::Recording undated = with_dates("20240101120001004000", "0");
  expect(undated, 4, 0.01, 0.002);
  const series::Recording backwards = with_dates("20240101120001004000", "20240101115959008000");
  EXPECT_THAT(backwards.notices, warns("gap_times_unknown"));
  EXPECT_THAT(backwards.channels[0].gap_seconds, IsEmpty());
  expect(backwards, 4, 0.01, 0.002);
}

TEST_F(BrainVision, SegmentsOfAnExportAreGaps) {
  const std::string samples = stored<std::int16_t>(std::vector<std::int16_t>(12));
  const auto gaps = [&](const std::string& more) {
    return read(header("INT_16", "MULTIPLEXED", more), samples).channels[1].gap_starts;
  };
  EXPECT_THAT(gaps("SegmentationType=MARKERBASED\r\nSegmentDataPoints=2\r\n"), ElementsAre(2u, 4u));
  EXPECT_THAT(gaps("SegmentationType=MARKERBASED\r\nSegmentDataPoints=6\r\n"), IsEmpty());
  EXPECT_THAT(gaps("SegmentationType=NOTSEGMENTED\r\nSegmentDataPoints=2\r\n"), IsEmpty());
  EXPECT_THAT(gaps("SegmentDataPoints=2\r\n"), IsEmpty());
  const std::string untold = header("INT_16", "MULTIPLEXED", "SegmentationType=MARKERBASED\r\n");
  EXPECT_THAT(error(untold, samples),
              IsError(ErrorCode::bad_file, "neither SegmentDataPoints nor a file of markers tells where"));
  markers_ = "MarkerFile=x.vmrk\r\n";
  scratch_.write("x.vmrk",
                 "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
                 "Mk1=New Segment,,1,1,0,20240101120000000000\nMk2=New Segment,,4,1,0,20240101120001000000\n");
  EXPECT_THAT(gaps("SegmentationType=MARKERBASED\r\n"), ElementsAre(3u));
  scratch_.write("x.vmrk",
                 "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\nMk1=Stimulus,S 1,3,1,0\n");
  EXPECT_THAT(error(header("INT_16", "MULTIPLEXED", "SegmentationType=MARKERBASED\r\n"), samples),
              IsError(ErrorCode::bad_file, "neither SegmentDataPoints nor a file of markers tells where"));
  scratch_.write("x.vmrk",
                 "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
                 "Mk1=New Segment,,1,1,0,20240101120000000000\nMk2=New Segment,,4,1,0,20240101120001000000\n");
  const series::Recording both =
      read(header("INT_16", "MULTIPLEXED", "SegmentationType=MARKERBASED\r\nSegmentDataPoints=2\r\n"), samples);
  EXPECT_THAT(both.channels[0].gap_starts, ElementsAre(2u, 3u, 4u));
  EXPECT_THAT(both.channels[0].gap_seconds, IsEmpty());
}

TEST_F(BrainVision, MarkersThatCannotBeRead) {
  markers_ = "MarkerFile=x.vmrk\r\n";
  const std::string samples = stored<std::int16_t>({1, 2});
  EXPECT_THAT(error(header("INT_16"), samples),
              IsError(ErrorCode::file_not_found, "the file of markers 'x.vmrk', which is not there"));
  const auto fault = [&](const std::string& line) {
    scratch_.write("x.vmrk", "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n" + line + "\n");
    return error(header("INT_16"), samples);
  };
  EXPECT_THAT(fault("Mk1=Stimulus"), IsError(ErrorCode::bad_file, "line 3: mk1 = 'Stimulus': not a marker"));
  EXPECT_THAT(fault("Mk1=Stimulus,S,x,1"), IsError(ErrorCode::bad_file, "not a marker"));
  EXPECT_THAT(fault("Mk1=Stimulus,S,-4,1"), IsError(ErrorCode::bad_file, "not a marker"));
  EXPECT_THAT(fault("Stimulus"), IsError(ErrorCode::bad_file, "line 3 is neither a section nor an entry"));
}

TEST_F(BrainVision, NamedByAnyOfItsFiles) {
  const std::string samples = stored<std::int16_t>({1, 2, 3, 4});
  markers_ = "MarkerFile=x.vmrk\r\n";
  scratch_.write("x.vmrk", "Brain Vision Data Exchange Marker File, Version 1.0\n");
  const auto path = write(header("INT_16"), samples);
  for (const std::string name : {"x.vhdr", "x.eeg", "x.vmrk"}) {
    EXPECT_THAT(open(scratch_.path(name)).channels.at(1).samples, ElementsAre(2.0, 4.0)) << name;
  }
  std::filesystem::rename(path, scratch_.path("renamed.dat"));
  EXPECT_EQ(open(scratch_.path("renamed.dat")).format, "BrainVision");
  EXPECT_THAT(error_of([&] { open(scratch_.path("x.vmrk")); }),
              IsError(ErrorCode::file_not_found, "x.vhdr is not there"));
  EXPECT_THAT(error_of([&] { open(scratch_.path("x.eeg")); }), IsError(ErrorCode::unsupported, "not known"));
}

TEST_F(BrainVision, HeadersThatCannotBeRead) {
  const std::string samples = stored<std::int16_t>({1, 2});
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string head = header("INT_16");
    return error(head.replace(head.find(from), from.size(), to), samples);
  };
  EXPECT_THAT(changed("DataFile=x.eeg", "DataFile="), IsError(ErrorCode::bad_file, "[Common Infos] has no DataFile"));
  EXPECT_THAT(changed("x.eeg", "y.eeg"),
              IsError(ErrorCode::file_not_found, "the file of samples 'y.eeg', which is not there"));
  EXPECT_THAT(changed("x.eeg", "../x.eeg"), IsError(ErrorCode::bad_file, "outside its folder"));
  EXPECT_THAT(changed("=2000", "=0"), IsError(ErrorCode::bad_file, "SamplingInterval = '0': not a positive time"));
  EXPECT_THAT(changed("=2000", "=two"), IsError(ErrorCode::bad_file, "not a number"));
  EXPECT_THAT(changed("BINARY", "MORSE"), IsError(ErrorCode::bad_file, "one of binary, ascii is allowed"));
  EXPECT_THAT(changed("MULTIPLEXED", ""), IsError(ErrorCode::bad_file, "has no DataOrientation"));
  EXPECT_THAT(changed("INT_16", "INT_8"), IsError(ErrorCode::unsupported, "INT_16, UINT_16, INT_32"));
  EXPECT_THAT(changed("DataFormat", "DataType=FREQUENCYDOMAIN\r\nDataFormat"),
              IsError(ErrorCode::unsupported, "only TIMEDOMAIN"));
  EXPECT_THAT(changed("NumberOfChannels=2", "NumberOfChannels=3"), IsError(ErrorCode::bad_file, "has no Ch3 of 3"));
  EXPECT_THAT(changed("NumberOfChannels=2", "NumberOfChannels=1"),
              IsError(ErrorCode::bad_file, "Ch1 to Ch1 are allowed"));
  EXPECT_THAT(changed("NumberOfChannels=2", "NumberOfChannels=0"),
              IsError(ErrorCode::bad_file, "1 to 100000 are allowed"));
  EXPECT_THAT(changed("NumberOfChannels=2", "NumberOfChannels=99999999999"),
              IsError(ErrorCode::bad_file, "are allowed"));
  EXPECT_THAT(changed("Ch2=", "Ch1="), IsError(ErrorCode::bad_file, "described twice"));
  EXPECT_THAT(changed(",0.5,", ",half,"), IsError(ErrorCode::bad_file, "the resolution is not a number"));
  EXPECT_THAT(changed(",0.5,", ",1,5,"), IsError(ErrorCode::bad_file, "the unit '5' is a number"));
}

TEST_F(BrainVision, WhatIsInALatin1HeaderWithoutUnits) {
  BIOTROPY_NEEDS("edge/test_old_layout_latin1_software_filter.vhdr");
  const series::Recording recording =
      open(biotropy::test::recording("edge/test_old_layout_latin1_software_filter.vhdr"));
  ASSERT_EQ(recording.channels.size(), 29u);
  EXPECT_EQ(recording.channels[25].label, "VEOGo");
  EXPECT_EQ(recording.channels[0].rate, 250.0);
  EXPECT_EQ(recording.channels[0].unit, "\xc2\xb5V");
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(1u));  // a second segment begins at its second sample
}

}  // namespace
}  // namespace biotropy::files
