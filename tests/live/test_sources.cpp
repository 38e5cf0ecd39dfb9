// SPDX-License-Identifier: Apache-2.0
//
// The queue, and sources that need no other program. Those over TCP and the Lab Streaming Layer are tested further with
// the program.

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <string_view>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/text_source.hpp"
#include "biotropy/system/open_file.hpp"
#include "tests/environment.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/live/page_client.hpp"
#include "tests/notices.hpp"

namespace biotropy::live {
namespace {

struct Taken {
  std::vector<double> first, times;
  std::vector<bool> after_gap;
};

// The first channel of every sample that the queue holds.
Taken all(SampleQueue& queue) {
  Taken taken;
  for (; !queue.empty(); queue.pop()) {
    taken.first.push_back(queue.front_values()[0]);
    taken.times.push_back(queue.front().time);
    taken.after_gap.push_back(queue.front().after_gap);
  }
  return taken;
}

TEST(SampleQueue, DropsTheOldestOnlyWhileTheOutputIsNotTaken) {
  SampleQueue queue(2, 1, WhenFull::drop_oldest);
  for (const double value : {1.0, 2.0}) queue.push(value, false)[0] = value;
  EXPECT_FALSE(queue.takes());
  queue.stall(true);
  ASSERT_TRUE(queue.takes());
  queue.push(3.0, false)[0] = 3.0;
  EXPECT_EQ(queue.dropped(), 1U);
  EXPECT_EQ(queue.front().number, 1U);
  const Taken taken = all(queue);
  EXPECT_THAT(taken.first, ElementsAre(2.0, 3.0));
  EXPECT_THAT(taken.after_gap, ElementsAre(true, false));
  SampleQueue blocking(2, 1, WhenFull::block);
  blocking.stall(true);
  for (const double value : {1.0, 2.0}) blocking.push(value, false);
  EXPECT_FALSE(blocking.takes());
  EXPECT_EQ(error_of([] { SampleQueue(0, 1, WhenFull::block); }).parameter(), "queue");
}

TEST(ReplaySource, GivesSamplesTimesAndGaps) {
  const Replay replay = {{1, 0, 2, 0, 3, 0, 4, 0}, {{0, 2, 0.0}, {2, 4, 10.0}}, 100.0};
  SampleQueue queue(16, 2, WhenFull::block);
  ReplaySource source(replay, 1, false);
  source.take(queue);
  EXPECT_TRUE(source.ended());
  const Taken taken = all(queue);
  EXPECT_THAT(taken.first, ElementsAre(2.0, 3.0, 4.0));
  EXPECT_THAT(taken.times, ElementsAre(0.01, 10.0, 10.01));
  EXPECT_THAT(taken.after_gap, ElementsAre(false, true, false));
  EXPECT_EQ(error_of([] { ReplaySource({{1.0}, {{0, 1, 0.0}}, std::nullopt}, 0, true); }).parameter(), "speed");
}

std::array<int, 2> new_pipe() {
  std::array<int, 2> ends{};
#ifdef _WIN32
  EXPECT_EQ(::_pipe(ends.data(), 65536, _O_BINARY), 0);
#else
  EXPECT_EQ(::pipe(ends.data()), 0);
#endif
  return ends;
}

class Lines : public ::testing::Test {
 protected:
  ~Lines() override {
    system::close(ends_[0]);
    close_input();
  }

  void write(std::string_view text) {
    ASSERT_EQ(system::write_some(ends_[1], text.data(), text.size()), static_cast<std::int64_t>(text.size()));
  }
  void close_input() {
    if (ends_[1] >= 0) system::close(ends_[1]);
    ends_[1] = -1;
  }

  std::array<int, 2> ends_ = new_pipe();
  SampleQueue queue_{16, 2, WhenFull::block};
};

TEST_F(Lines, AreSamplesOnceTheyAreWhole) {
  TextSource source(ends_[0], "a pipe");
  write("# a comment\n1, 2\n\n3;n/a\n4\t");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(1.0, 3.0));
  write("5\n6 7");
  close_input();
  while (!source.ended()) source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(4.0, 6.0));
}

TEST_F(Lines, ThatAreNoSamplesAreNamed) {
  TextSource source(ends_[0], "a pipe");
  write("1,2\n3,4,5\n");
  const Error error = error_of([&] { source.take(queue_); });
  EXPECT_EQ(error.code(), ErrorCode::bad_file);
  EXPECT_THAT(error.what(), HasSubstr("a pipe, line 2: 3 numbers"));
  EXPECT_THAT(all(queue_).first, ElementsAre(1.0));
}

TEST_F(Lines, MayBeginWithTheNamesOfTheirColumns) {
  Notices notices;
  TextSource source(ends_[0], "a pipe", [&](const Notice& one) { notices.push_back(one); }, {"C3", "C4"});
  write("# time of a clock\ntime,\"C4\",Cz,C3\n0.1,4,0,3\n0.2,40,,30\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(3.0, 30.0));
  EXPECT_THAT(notices, ElementsAre(coded("time_left_out")));
  write("1,2\n");
  EXPECT_EQ(error_of([&] { source.take(queue_); }).code(), ErrorCode::bad_file);
  TextSource marked(ends_[0], "a pipe", {}, {"C3", "C4"});
  write(
      "\xef\xbb\xbf"
      "C3,C4\n5,6\n");
  marked.take(queue_);
  TextSource unnamed(ends_[0], "a pipe");
  write(
      "\xef\xbb\xbf"
      "a,b\n7,8\n");
  unnamed.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(5.0, 7.0));
  for (const char* lines : {"a,b,c\n", "time,b\n"}) {
    TextSource others(ends_[0], "a pipe");
    write(lines);
    EXPECT_EQ(error_of([&] { others.take(queue_); }).code(), ErrorCode::bad_file);
  }
  TextSource other(ends_[0], "a pipe", {}, {"C3", "C4"});
  write("C3,Cz\n1,2\n");
  EXPECT_EQ(error_of([&] { other.take(queue_); }).code(), ErrorCode::invalid_data);
}

TEST_F(Lines, HoldMissingNumbersAsTablesDo) {
  TextSource source(ends_[0], "a pipe");
  write("1,\n,2\nNA;3\n4\tnan\n5 null\n6, n/a ,\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(1.0, IsNan(), IsNan(), 4.0, 5.0, 6.0));
  write(std::string_view("7,\0\n", 4));
  EXPECT_EQ(error_of([&] { source.take(queue_); }).code(), ErrorCode::bad_file);
}

TEST_F(Lines, OfSeparatorsAloneAreMissingSamples) {
  TextSource source(ends_[0], "a pipe");
  write("\t\n1\t2\n\t\r\n \t \n\t\t\n3\t4\t\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(IsNan(), 1.0, IsNan(), IsNan(), IsNan(), 3.0));
  write(" \t\t\t\n  \n\r\n5 6\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(5.0));
  // Where blanks or commas part the channels, tabs part nothing.
  write(" \t \n7,8\n\t\n,\n \t \n9,9\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(7.0, IsNan(), 9.0));
}

TEST_F(Lines, ThatBeginWithAnErrorOfASpreadsheetAreNoComments) {
  TextSource source(ends_[0], "a pipe");
  write("# 1,2\n#N/A,2\n#DIV/0!;2\n#NUM! 2\n #NA\t2\n#N/As,3\n % 4,5\n6,#N/A\n");
  source.take(queue_);
  EXPECT_THAT(all(queue_).first, ElementsAre(IsNan(), IsNan(), IsNan(), IsNan(), 6.0));
  TextSource other(ends_[0], "a pipe");
  SampleQueue single(16, 1, WhenFull::block);
  write("1\n#N/A\r\n\t\n#REF!\n2\n");
  other.take(single);
  EXPECT_THAT(all(single).first, ElementsAre(1.0, IsNan(), IsNan(), 2.0));
}

TEST_F(Lines, ThatAreBlankBetweenSamplesAreSaidOnce) {
  Notices said;
  TextSource source(ends_[0], "a pipe", [&](const Notice& notice) { said.push_back(notice); });
  write("\n1,2\n3,4\n");
  source.take(queue_);
  write("\n  \n");
  source.take(queue_);
  EXPECT_THAT(said, IsEmpty());
  write("5,6\n\n7,8\n\n");
  source.take(queue_);
  EXPECT_THAT(said, ElementsAre(AllOf(coded("blank_line"), Field("text", &Notice::text, HasSubstr("line 4")))));
  EXPECT_THAT(all(queue_).first, ElementsAre(1.0, 3.0, 5.0, 7.0));
}

TEST_F(Lines, WithColumnsBehindAnEmptyOneAreRefused) {
  TextSource source(ends_[0], "a pipe");
  write("0,0,\n1,1,,7\n");
  EXPECT_EQ(error_of([&] { source.take(queue_); }).code(), ErrorCode::bad_file);
  EXPECT_THAT(all(queue_).first, ElementsAre(0.0));
  TextSource next(ends_[0], "a pipe");
  write("0,0,,\n");
  EXPECT_EQ(error_of([&] { next.take(queue_); }).code(), ErrorCode::bad_file);
}

TEST_F(Lines, ThatLackANumberAreNotFilledUp) {
  TextSource source(ends_[0], "a pipe");
  write("1,,2\n");
  EXPECT_EQ(error_of([&] { source.take(queue_); }).code(), ErrorCode::bad_file);
}

TEST(SocketSource, TakesAFreePort) {
  const SocketSource first(0, 2, 60.0);
  EXPECT_GT(first.port(), 0);
  const std::string port = std::to_string(first.port());
  EXPECT_THAT(error_of([&] { SocketSource(first.port(), 2, 60.0); }), refuses("listen", port));
  EXPECT_EQ(error_of([] { SocketSource(0, 2, -1.0); }).parameter(), "silence");
}

// Takes from the source until there is what is waited for.
template <class Condition>
void take_until(SocketSource& source, SampleQueue& queue, const Condition& is_there) {
  while (!is_there()) {
    source.wait(-1, false);
    source.take(queue);
  }
}

std::string greeting_of(std::uint32_t channels) {
  std::string bytes = "BIOTROPY";
  append_little_endian(std::uint32_t{1}, bytes);
  append_little_endian(channels, bytes);
  return bytes;
}

std::string greeting_of(const std::vector<std::string>& labels) {
  std::string text, bytes = "BIOTROPY";
  for (const std::string& label : labels) text += label + "\n";
  append_little_endian(std::uint32_t{2}, bytes);
  append_little_endian(static_cast<std::uint32_t>(labels.size()), bytes);
  append_little_endian(static_cast<std::uint32_t>(text.size()), bytes);
  return bytes + text;
}

std::string frame_of(const std::vector<double>& numbers) {
  std::string bytes;
  append_little_endian(std::span(numbers), bytes);
  return bytes;
}

TEST(SocketSource, GivesTheFramesOfAClientAfterThatOfAnotherProgram) {
  Notices notices;
  SocketSource source(0, 2, 60.0, [&](const Notice& notice) { notices.push_back(notice); });
  SampleQueue queue(16, 2, WhenFull::block);
  const PageClient browser(source.port());
  ASSERT_TRUE(browser.send("GET / HTTP/1.1\r\n\r\n"));
  take_until(source, queue, [&] { return !notices.empty(); });
  EXPECT_THAT(notices, ElementsAre(coded("client_refused")));
  {
    const PageClient client(source.port());
    ASSERT_TRUE(client.send(greeting_of(2) + frame_of({0.25, 1.0, 2.0}) + frame_of({0.5, 3.0, 4.0}).substr(0, 20)));
    take_until(source, queue, [&] { return queue.received() == 1; });
    ASSERT_TRUE(client.send(frame_of({0.5, 3.0, 4.0}).substr(20)));
    take_until(source, queue, [&] { return queue.received() == 2; });
  }
  const Taken taken = all(queue);
  EXPECT_THAT(taken.first, ElementsAre(1.0, 3.0));
  EXPECT_THAT(taken.times, ElementsAre(0.25, 0.5));
  take_until(source, queue, [&] { return source.ended(); });
  EXPECT_EQ(notices.size(), 1U);
}

TEST(SocketSource, FindsChannelsByTheLabelsOfTheGreeting) {
  Notices notices;
  SocketSource source(0, 2, 60.0, [&](const Notice& notice) { notices.push_back(notice); }, {"C3", "C4"});
  SampleQueue queue(16, 2, WhenFull::block);
  {
    const PageClient other(source.port());
    ASSERT_TRUE(other.send(greeting_of(std::vector<std::string>{"C3", "Cz"})));
    take_until(source, queue, [&] { return !notices.empty(); });
  }
  {
    const PageClient client(source.port());
    const std::string greeting = greeting_of(std::vector<std::string>{"C4", "Cz", "C3"});
    ASSERT_TRUE(client.send(greeting.substr(0, 18)));
    source.take(queue);
    ASSERT_TRUE(client.send(greeting.substr(18) + frame_of({0.25, 4.0, 0.0, 3.0})));
    take_until(source, queue, [&] { return queue.received() == 1; });
  }
  EXPECT_THAT(queue.front_values(), ElementsAre(3.0, 4.0));
  EXPECT_EQ(queue.front().time, 0.25);
  EXPECT_EQ(notices.size(), 1U);
}

// Sets variables of the environment, and sets them back.
class Variables {
 public:
  explicit Variables(const std::map<std::string, std::string>& values) {
    for (const auto& [name, value] : values) {
      const char* set = std::getenv(name.c_str());
      before_[name] = set == nullptr ? "" : set;
      test::set_variable(name, value);
    }
  }
  ~Variables() {
    for (const auto& [name, value] : before_) test::set_variable(name, value);
  }

 private:
  std::map<std::string, std::string> before_;
};

#ifdef _WIN32
const std::vector<std::string> kLslNames = {"lsl.dll", "liblsl.dll", "liblsl-2.dll"};
const std::vector<std::string> kLslFiles = {"venv/Lib/site-packages/pylsl/lib/lsl.dll",
                                            "venv/Lib/site-packages/mne_lsl/lsl/lib/lsl.dll",
                                            "conda/Library/bin/lsl.dll",
                                            "own/Lib/site-packages/pylsl/lib/lsl.dll",
                                            "base/Lib/site-packages/pylsl/lib/liblsl.dll",
                                            "roaming/Python/Python313/site-packages/pylsl/lib/lsl.dll"};
const std::vector<std::string> kPythons = {"own/Scripts/python.exe", "base/python.exe"};
const std::string kPath = "@/nothing;@/own/Scripts;@/base";
#else
const std::vector<std::string> kLslNames = {"liblsl.so.2", "liblsl.so"};
const std::vector<std::string> kLslFiles = {
    "venv/lib/python3.11/site-packages/pylsl/lib/liblsl.so",
    "venv/lib/python3.11/site-packages/mne_lsl/lsl/lib/liblsl.so.1.17.7", "conda/lib/liblsl.so",
    "own/lib/python3.13/site-packages/pylsl/lib/liblsl.so", "roaming/.local/lib/liblsl.so"};
const std::vector<std::string> kPythons = {"own/bin/python3"};
const std::string kPath = "@/nothing:@/own/bin";
#endif

TEST(LslLibrary, IsFoundInEnvironmentsOfPythonAndConda) {
  const Scratch scratch;
  const std::string root = scratch.folder().generic_string();
  for (const auto& files : {kLslFiles, kPythons}) {
    for (const std::string& file : files) {
      std::filesystem::create_directories(scratch.path(file).parent_path());
      std::ofstream(scratch.path(file)) << "file";
    }
  }
  std::string path = kPath;
  for (std::size_t at = 0; (at = path.find('@')) != std::string::npos;) path.replace(at, 1, root);
  const Variables variables({{"VIRTUAL_ENV", root + "/venv"},
                             {"CONDA_PREFIX", root + "/conda"},
                             {"PATH", path},
                             {"HOME", root + "/roaming"},
                             {"APPDATA", root + "/roaming"}});
  const std::vector<std::filesystem::path> found = lsl_candidates();
  std::vector<std::filesystem::path> expected(kLslNames.begin(), kLslNames.end());  // that of the system comes first
  for (const std::string& file : kLslFiles) expected.push_back(scratch.path(file));
  ASSERT_GE(found.size(), expected.size());
  EXPECT_EQ(std::vector(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(expected.size())), expected);
}

}  // namespace
}  // namespace biotropy::live
