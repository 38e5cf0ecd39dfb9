// SPDX-License-Identifier: Apache-2.0
//
// Times of live samples with stamps, without, and with some.
#include "biotropy/live/stream_clock.hpp"

#include <cmath>
#include <limits>

#include "tests/error_of.hpp"

namespace biotropy::live {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr StampWords kWords = {"windows begin anew", "the rate is", "windows are those of another rate"};

StreamClock clock_of(std::optional<double> rate, std::optional<double> gap = {}, bool uneven = false) {
  return {{.sampling_rate = rate, .gap = gap, .uneven_stamps = uneven}, kWords};
}

struct Ticks {
  std::vector<double> times;
  std::vector<std::size_t> gaps;  // samples behind them
};

Ticks ticks_of(StreamClock clock, const std::vector<double>& stamps) {
  Ticks ticks;
  for (const double stamp : stamps) {
    const StreamClock::Tick tick = clock.next(stamp);
    if (tick.follows_gap) ticks.gaps.push_back(ticks.times.size());
    ticks.times.push_back(tick.time);
  }
  return ticks;
}

TEST(StreamClock, SamplesWithoutStampsFollowTheLastStamp) {
  for (const bool uneven : {false, true}) {
    const Ticks ticks =
        ticks_of(clock_of(4.0, {}, uneven), {kUnknown, kUnknown, 100.0, kUnknown, kUnknown, 100.75, 900.0, kUnknown});
    EXPECT_THAT(ticks.times, ElementsAre(0.0, 0.25, 100.0, 100.25, 100.5, 100.75, 900.0, 900.25));
    EXPECT_THAT(ticks.gaps, ElementsAre(6U));
  }
  EXPECT_THAT(ticks_of(clock_of({}), {kUnknown, kUnknown}).times, ElementsAre(0.0, 1.0));
}

TEST(StreamClock, LostSamplesCountAfterAStampToo) {
  StreamClock clock = clock_of(4.0);
  clock.next(100.0);
  clock.mark_gap(3);
  const StreamClock::Tick tick = clock.next(kUnknown);
  EXPECT_EQ(tick.time, 101.0);
  EXPECT_TRUE(tick.follows_gap);
  EXPECT_EQ(clock.position(), 5U);
  EXPECT_FALSE(clock.next(kUnknown).follows_gap);
}

TEST(StreamClock, EveryGapOfUnevenStampsIsFound) {
  EXPECT_THAT(ticks_of(clock_of(4.0, {}, true), {0.0, 0.25, 9.0, 20.0, 20.25, 31.0}).gaps, ElementsAre(2U, 3U, 5U));
}

TEST(StreamClock, UnevenStampsOverlapAndTimesDoNot) {
  const Ticks ticks = ticks_of(clock_of(100.0, {}, true), {1.0, 1.01, 1.005, 1.03});
  EXPECT_THAT(ticks.times, ElementsAre(1.0, 1.01, 1.01, 1.03));
  EXPECT_THAT(ticks.gaps, IsEmpty());
}

TEST(StreamClock, WithoutARateAllSamplesHaveAStampOrNone) {
  const auto fault = [](StreamClock& clock, const std::vector<double>& times) {
    return error_of([&] { clock.require_samples(times.size(), 1, times); });
  };
  StreamClock stamped = clock_of({}, 2.0), numbered = stamped, rated = clock_of(10.0);
  EXPECT_THAT(fault(stamped, {kUnknown, 1.0}), refuses("rate", "unknown"));
  stamped.next(1.0);
  numbered.next(kUnknown);
  rated.next(1.0);
  EXPECT_EQ(stamped.require_samples(1, 1, std::vector{2.0}), 1U);
  EXPECT_EQ(numbered.require_samples(6, 2, {}), 3U);
  EXPECT_EQ(fault(stamped, {kUnknown}).parameter(), "rate");
  EXPECT_EQ(error_of([&] { stamped.require_samples(1, 1, {}); }).parameter(), "rate");
  EXPECT_EQ(fault(numbered, {1.0}).parameter(), "rate");
  EXPECT_EQ(rated.require_samples(2, 1, std::vector{kUnknown, 2.0}), 2U);
}

TEST(StreamClock, AStateGoesOnAndIsNotTrusted) {
  StreamClock clock = clock_of(4.0, {}, true);
  for (const double stamp : {kUnknown, 100.0, kUnknown, 100.5}) clock.next(stamp);
  clock.mark_gap(2);
  const std::vector<double> state = clock.state();
  StreamClock later = clock_of(4.0, {}, true);
  later.restore(state);
  EXPECT_EQ(later.position(), 6U);
  const StreamClock::Tick tick = later.next(kUnknown);
  EXPECT_EQ(tick.time, 101.25);
  EXPECT_TRUE(tick.follows_gap);
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::pair<std::size_t, double>> changes = {{0, -1.0}, {0, 0.5},  {0, kUnknown}, {1, inf},
                                                               {2, 6.0},  {2, -1.0}, {3, 8.0},      {3, 0.5}};
  for (const auto& [place, value] : changes) {
    std::vector<double> other = state;
    other[place] = value;
    EXPECT_EQ(error_of([&] { later.restore(other); }).code(), ErrorCode::invalid_data) << place << " " << value;
  }
  EXPECT_EQ(error_of([&] { later.restore(std::span(state).first(4)); }).code(), ErrorCode::invalid_data);
}

TEST(StreamClock, BeginsAnew) {
  StreamClock clock = clock_of(4.0, {}, true);
  clock.next(100.0);
  clock.mark_gap(2);
  clock.reset();
  const StreamClock::Tick tick = clock.next(kUnknown);
  EXPECT_EQ(tick.time, 0.0);
  EXPECT_FALSE(tick.follows_gap);
  EXPECT_FALSE(clock.next(kUnknown).follows_gap);
}

TEST(StreamClock, RefusesNoPositiveRateOrGap) {
  for (const double wrong : {0.0, -1.0, kUnknown}) {
    EXPECT_EQ(error_of([&] { clock_of(wrong); }).parameter(), "rate");
    EXPECT_EQ(error_of([&] { clock_of({}, wrong); }).parameter(), "gap");
  }
  EXPECT_EQ(error_of([] { clock_of(INFINITY); }).parameter(), "rate");
  EXPECT_THAT(ticks_of(clock_of(10.0, INFINITY), {0.0, 1e9}).gaps, IsEmpty());
}

}  // namespace
}  // namespace biotropy::live
