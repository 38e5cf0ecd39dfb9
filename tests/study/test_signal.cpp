// SPDX-License-Identifier: Apache-2.0
//
// Rules of signals that hosts have in memory.
#include "biotropy/study/signal.hpp"

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "tests/matchers.hpp"

namespace biotropy::study {
namespace {

using testing::ElementsAreArray;

// Two channels of five samples.
const std::vector<double> kTwoOfFive{0, 1, 2, 3, 4, 10, 11, 12, 13, 14};

Signal two_of_five() {
  return {{1, 2, 5, kTwoOfFive}};
}

template <typename Call>
ErrorCode code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::internal;  // which no call here has
}

TEST(Signal, HasOneRate) {
  Signal signal = two_of_five();
  set_rate(signal, 100.0, "rate");
  EXPECT_EQ(signal.rate, 100.0);
  set_rate(signal, 100.009, "rate");  // rounded
  EXPECT_EQ(signal.rate, 100.009);
  for (const double wrong : {50.0, 0.0, -100.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(code_of([&] { set_rate(signal, wrong, "rate"); }), ErrorCode::invalid_argument) << wrong;
  }
}

TEST(Signal, StampsThatAreAllMissingSayNothing) {
  Signal signal = two_of_five();
  signal.stamps.assign(5, std::nan(""));
  Notices notices;
  EXPECT_TRUE(read(signal, "x", notices).gaps.empty());
}

TEST(Signal, TheSameChannelsHaveOneOrder) {
  Signal x = two_of_five(), y = x;
  x.channels = {"a", "b"};
  y.channels = {"b", "a"};
  EXPECT_EQ(code_of([&] { require_alike(x, y); }), ErrorCode::invalid_argument);
  y.channels = {"b", "c"};
  require_alike(x, y);
}

TEST(Signal, MoreSeriesThanSamplesAreDoubtedUnlessARateTellsTime) {
  EXPECT_FALSE(orientation_notice(two_of_five(), "x"));
  Signal wide{{1, 5, 2, kTwoOfFive}};
  ASSERT_TRUE(orientation_notice(wide, "x"));
  EXPECT_EQ(orientation_notice(wide, "x")->code, "orientation");
  wide.rate = 1.0;
  EXPECT_FALSE(orientation_notice(wide, "x"));
}

TEST(Signal, MissingSamplesAreRefusedWhereNoneMayBe) {
  Signal signal = two_of_five();
  require_complete(signal, "x");
  std::vector<double> gap = kTwoOfFive;
  gap[7] = std::numeric_limits<double>::quiet_NaN();
  signal.view.data = gap;
  EXPECT_EQ(code_of([&] { require_complete(signal, "x"); }), ErrorCode::missing_values);
}

TEST(Signal, OtherLengthsAreANotice) {
  EXPECT_FALSE(length_notice(two_of_five(), two_of_five()));
  ASSERT_TRUE(length_notice(two_of_five(), {{1, 5, 2, kTwoOfFive}}));
}

TEST(Signal, RecordingsEndAtGaps) {
  Signal signal = two_of_five();
  signal.gaps = {1, 3};
  EXPECT_THAT(lengths_between(signal, {5}), ElementsAre(1, 2, 2));
  EXPECT_THAT(lengths_between(signal, {3, 2}), ElementsAre(1, 2, 2));
  for (const std::vector<std::size_t>& wrong : {std::vector<std::size_t>{}, {4}, {3, 3}}) {
    EXPECT_EQ(code_of([&] { lengths_between(signal, wrong); }), ErrorCode::invalid_argument);
  }
}

TEST(Signal, WindowsShareTheSamplesOfARecording) {
  const series::Epochs windows = sliding_windows(two_of_five().view, 2, 2);
  EXPECT_EQ(windows.n_epochs, 2u);
  EXPECT_THAT(windows.data, ElementsAre(0, 1, 2, 3, 10, 11, 12, 13));  // without the last sample
  EXPECT_THAT(windows.samples(1, 1), ElementsAreArray({12.0, 13.0}));
  for (const auto& [window, step] : {std::pair{0, 1}, {6, 1}, {2, 0}}) {
    EXPECT_EQ(code_of([&] { sliding_windows(two_of_five().view, window, step); }), ErrorCode::invalid_argument);
  }
}

}  // namespace
}  // namespace biotropy::study
