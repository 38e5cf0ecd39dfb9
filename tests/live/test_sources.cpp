// SPDX-License-Identifier: Apache-2.0
//
// The queue, and sources that need no other program. Those over TCP and the Lab Streaming Layer are tested with the
// program.
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <string_view>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/text_source.hpp"
#include "tests/error_of.hpp"

namespace biotropy::live {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

class Lines : public ::testing::Test {
 protected:
  Lines() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~Lines() override {
    ::close(ends_[0]);
    close_input();
  }

  void write(std::string_view text) {
    ASSERT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close_input() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

  std::array<int, 2> ends_{};
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

TEST(SocketSource, TakesAFreePort) {
  const SocketSource first(0, 2, 60.0);
  EXPECT_GT(first.port(), 0);
  EXPECT_EQ(error_of([&] { SocketSource(first.port(), 2, 60.0); }).parameter(), "listen");
  EXPECT_EQ(error_of([] { SocketSource(0, 2, -1.0); }).parameter(), "silence");
}

TEST(LslLibrary, IsNamedWhereItIsMissing) {
  ::setenv("BIOTROPY_LSL", "/nowhere/liblsl.so", 1);
  EXPECT_THAT(error_of([] { lsl_library(); }).what(), HasSubstr("no library /nowhere/liblsl.so"));
}

}  // namespace
}  // namespace biotropy::live
