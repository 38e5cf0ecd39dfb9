// SPDX-License-Identifier: Apache-2.0
//
// The queue, and sources that need no other program. Those over TCP and the Lab Streaming Layer are tested with the
// program.
#include <gmock/gmock.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string_view>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/text_source.hpp"
#include "biotropy/system/open_file.hpp"
#include "tests/environment.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::live {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsNan;

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
  EXPECT_EQ(error_of([] { ReplaySource({{1.0}, {{0, 1, 0.0}}, std::nullopt}, 0, true); }).parameter(), "in_time");
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

TEST_F(Lines, HoldMissingNumbersAsTablesDo) {
  TextSource source(ends_[0], "a pipe");
  write("1,\n,2\nNA;3\n4\tnan\n5 null\n6, n/a ,\n");
  source.take(queue_);
  const Taken taken = all(queue_);
  EXPECT_THAT(taken.first, ElementsAre(1.0, IsNan(), IsNan(), 4.0, 5.0, 6.0));
  write(std::string_view("7,\0\n", 5));
  EXPECT_THAT(error_of([&] { source.take(queue_); }).what(), HasSubstr("line 7: a byte 0"));
}

TEST_F(Lines, ThatLackANumberAreNotFilledUp) {
  TextSource source(ends_[0], "a pipe");
  write("1,,2\n");
  EXPECT_THAT(error_of([&] { source.take(queue_); }).what(), HasSubstr("3 numbers where there are 2 channels"));
}

TEST(SocketSource, TakesAFreePort) {
  const SocketSource first(0, 2, 60.0);
  EXPECT_GT(first.port(), 0);
  EXPECT_EQ(error_of([&] { SocketSource(first.port(), 2, 60.0); }).parameter(), "listen");
  EXPECT_EQ(error_of([] { SocketSource(0, 2, -1.0); }).parameter(), "silence");
}

TEST(LslLibrary, IsNamedWhereItIsMissing) {
  test::set_variable("BIOTROPY_LSL", "/nowhere/liblsl.so");
  EXPECT_THAT(error_of([] { lsl_library(); }).what(), HasSubstr("no library /nowhere/liblsl.so"));
  test::unset_variable("BIOTROPY_LSL");
}

TEST(LslLibrary, IsFoundInEnvironmentsOfPythonAndConda) {
  const files::test::Scratch scratch;
  const auto root = scratch.folder();
  const std::vector<std::filesystem::path> expected = {
      root / "venv/lib/python3.11/site-packages/pylsl/lib/liblsl.so",
      root / "venv/lib/python3.11/site-packages/mne_lsl/lsl/lib/liblsl.so.1.17.7", root / "conda/lib/liblsl.so"};
  for (const auto& file : expected) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << "library";
  }
  std::map<std::string, std::string> before;
  for (const auto& [name, value] : {std::pair{"VIRTUAL_ENV", "venv"}, {"CONDA_PREFIX", "conda"}}) {
    const char* set = std::getenv(name);
    before[name] = set == nullptr ? "" : set;
    test::set_variable(name, (root / value).string());
  }
  std::vector<std::filesystem::path> found = lsl_candidates();
  for (const auto& [name, value] : before) test::set_variable(name, value);
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(found[0], "liblsl.so.2") << "that of the system comes first";
  EXPECT_EQ((std::vector(found.begin() + 2, found.begin() + 5)), expected);
}

}  // namespace
}  // namespace biotropy::live
