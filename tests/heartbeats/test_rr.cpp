// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <span>

#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "tests/error_of.hpp"
#include "tests/recordings.hpp"

namespace biotropy::heartbeats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

RrSeries clean(const std::vector<double>& values, const RrCleaning& cleaning = {}) {
  return clean_rr(values, {}, cleaning);
}

TEST(Rr, OutsideTheLimitsIsRemovedAndLeavesAGap) {
  const RrSeries rr = clean({0.8, 0.3, 0.2, 2.0, 0.9, 1.5, 1.6, 0.7, 0.1});
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.3, 0.9, 1.5, 0.7));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(2, 4));
  EXPECT_EQ(rr.channel.label, "RR");
  EXPECT_EQ(rr.channel.unit, "s");
  EXPECT_FALSE(rr.channel.has_rate);
  EXPECT_EQ(rr.report.n_read, 9u);
  EXPECT_EQ(rr.report.n_kept, 5u);
  EXPECT_EQ(rr.report.n_gaps, 2u);
  EXPECT_EQ(rr.report.count(RrRemovalReason::too_short), 2u);
  EXPECT_EQ(rr.report.count(RrRemovalReason::too_long), 2u);
  ASSERT_EQ(rr.report.removals.size(), 4u);
  EXPECT_EQ(rr.report.removals[1].position, 3u);
  EXPECT_EQ(rr.report.removals[1].value, 2.0);
  EXPECT_EQ(rr.report.removals[1].reason, RrRemovalReason::too_long);
  EXPECT_EQ(rr.report.sentence(), "5 of 9 values in s kept, 2 shorter than 0.3 s, 2 longer than 1.5 s; 2 gaps kept");
}

TEST(Rr, AnIntervalThatEqualsALimitIsKept) {
  for (int milliseconds = 1; milliseconds <= 5000; ++milliseconds) {
    const double limit = std::stod(std::to_string(milliseconds) + "e-3");
    const std::vector<double> two(2, milliseconds);
    EXPECT_EQ(clean(two, {.unit = RrUnit::milliseconds, .least = 0.0, .greatest = limit}).report.n_kept, 2u) << limit;
    EXPECT_EQ(clean(two, {.unit = RrUnit::milliseconds, .least = limit, .greatest = 6.0}).report.n_kept, 2u) << limit;
  }
}

TEST(Rr, AnIntervalBetweenTimesThatEqualsALimitIsKept) {
  std::vector<double> times = {1.0};
  for (int i = 1; i <= 60; ++i) times.push_back(std::stod(std::to_string(1000 + i / 2 * 1100 + i % 2 * 800) + "e-3"));
  EXPECT_EQ(clean(times, {.values = RrValues::times}).report.n_kept, 60u);
}

// The double nearest to a whole number divided by a power of ten, as text is read.
double decimal(long long digits, int decimals) {
  return std::stod(std::to_string(digits) + "e-" + std::to_string(decimals));
}

// Intervals whose times are read from text with so many decimals, and those intervals read from text.
TEST(Rr, IntervalsBetweenTimesAreThoseOfAList) {
  constexpr long long kSince1970 = 1'700'000'000;
  std::mt19937_64 engine(7);
  long long step = 1;
  for (int decimals = 0; decimals <= 9; ++decimals, step *= 10) {
    for (const long long seconds : {0LL, 1LL, 600LL, 86'400LL, kSince1970, -40LL}) {
      if (decimals > 6 && seconds == kSince1970) continue;  // doubles have no more decimals there
      long long time = seconds * step;
      std::vector<double> times = {decimal(time, decimals)}, intervals;
      for (int beat = 0; beat < 200; ++beat) {
        const long long interval = step + static_cast<long long>(engine() % static_cast<unsigned long long>(step));
        time += interval;
        times.push_back(decimal(time, decimals));
        intervals.push_back(decimal(interval, decimals));
      }
      const RrSeries rr = clean(times, {.values = RrValues::times, .greatest = 3.0});
      EXPECT_EQ(rr.channel.samples, intervals) << decimals << " decimals from " << seconds;
    }
  }
  // So are times that were multiplied, which may be off by one more rounding.
  EXPECT_THAT(clean({57 * 0.01, 116 * 0.01, 174 * 0.01}, {.values = RrValues::times}).channel.samples,
              ElementsAre(0.59, 0.58));
}

TEST(Rr, TimesThatAreNoDecimalsAreSubtractedAsTheyAre) {
  for (const double first : {0.0, 3.0, 1.7e9}) {
    for (const double rate : {360.0, 300.0, 1024.0, 8192.0}) {
      std::vector<double> times = {first + 1.0 / rate}, differences;
      for (int beat = 1; beat < 60; ++beat) {
        times.push_back(first + std::floor((0.7 * beat + 0.2 * std::sin(beat)) * rate) / rate);
        differences.push_back(times.back() - times[times.size() - 2]);
      }
      EXPECT_EQ(clean(times, {.values = RrValues::times}).channel.samples, differences) << first << ", " << rate;
    }
  }
}

TEST(Rr, PolicyCloseLeavesNoGapButReportsThem) {
  const RrSeries rr = clean({0.8, 0.2, 0.9, 2.0, 1.0}, {.policy = GapPolicy::close});
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.9, 1.0));
  EXPECT_THAT(rr.channel.gap_starts, IsEmpty());
  EXPECT_EQ(rr.report.n_gaps, 2u);
  EXPECT_EQ(rr.report.policy, GapPolicy::close);
}

TEST(Rr, GapsGoOnIntoEpochsAsMissingSamples) {
  series::Recording made;
  made.channels.push_back(clean({0.8, 0.2, 0.9, 1.0}).channel);
  const series::Epochs epochs = prepare::cut(made, std::vector<std::size_t>{0}, {.gap_fill = 1});
  EXPECT_THAT(epochs.samples(0, 0),
              testing::Pointwise(NanSensitiveDoubleEq(), std::vector<double>{0.8, kNaN, 0.9, 1.0}));
}

TEST(Rr, TheTimeToTheFirstBeatIsFound) {
  const RrSeries rr = clean({225.797, 0.8, 0.9, 0.85});
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.9, 0.85));
  EXPECT_THAT(rr.channel.gap_starts, IsEmpty());
  EXPECT_EQ(rr.report.count(RrRemovalReason::onset), 1u);
  EXPECT_EQ(rr.report.sentence(), "3 of 4 values in s kept, time to the first beat 225.797");
  // Without limits too, and in milliseconds.
  const RrCleaning open{.least = 0.0, .greatest = kInfinity};
  EXPECT_THAT(clean({225797, 800, 900, 850}, open).channel.samples, ElementsAre(800, 900, 850));
}

TEST(Rr, AnOrdinaryFirstValueIsAnInterval) {
  const RrCleaning open{.least = 0.0, .greatest = kInfinity};
  EXPECT_THAT(clean({2.0, 0.8, 0.9, 0.85}, open).channel.samples, ElementsAre(2.0, 0.8, 0.9, 0.85));
  EXPECT_THAT(clean({0.7}, open).channel.samples, ElementsAre(0.7));
  EXPECT_THAT(clean({2.0, 0.8, 0.9, 0.85}, {.first = FirstValue::onset}).channel.samples, ElementsAre(0.8, 0.9, 0.85));
  const RrSeries kept = clean({9.0, 0.8, 0.9}, {.first = FirstValue::interval, .greatest = 10.0});
  EXPECT_THAT(kept.channel.samples, ElementsAre(9.0, 0.8, 0.9));
}

TEST(Rr, UnitsAreRecognisedAndKept) {
  const RrSeries milliseconds = clean({800, 299, 900, 1501, 1500});
  EXPECT_THAT(milliseconds.channel.samples, ElementsAre(800, 900, 1500));
  EXPECT_EQ(milliseconds.channel.unit, "ms");
  EXPECT_EQ(milliseconds.report.unit, RrUnit::milliseconds);
  EXPECT_EQ(clean({0.8, 0.9}).report.unit, RrUnit::seconds);

  const RrSeries converted = clean({800, 900}, {.output = RrUnit::seconds});
  EXPECT_THAT(converted.channel.samples, ElementsAre(0.8, 0.9));
  EXPECT_EQ(converted.channel.unit, "s");
  EXPECT_EQ(converted.report.unit, RrUnit::milliseconds);
  EXPECT_THAT(clean({0.75, 0.5}, {.output = RrUnit::milliseconds}).channel.samples, ElementsAre(750, 500));
  // A given unit is used as it is.
  EXPECT_EQ(error_of([] { clean({0.8, 0.9}, {.unit = RrUnit::milliseconds}); }).code(), ErrorCode::too_short);
}

TEST(Rr, ValuesThatRiseThroughoutAreAsked) {
  const std::vector<double> times = {0.25, 1.0, 1.75, 2.25, 3.0};
  EXPECT_EQ(error_of([&] { clean(times); }).parameter(), "values");
  EXPECT_EQ(clean(times, {.values = RrValues::intervals, .first = FirstValue::interval}).report.n_kept, 1u);
  EXPECT_EQ(clean({0.5, 0.75, 0.8, 0.9}).report.n_kept, 4u);
  EXPECT_EQ(clean({0.5, 0.75, 0.8, 0.9, 0.9}).report.n_kept, 5u);
  EXPECT_EQ(error_of([] { clean({0.5, kNaN, 1.25, 1.75, 2.5, 3.0}); }).parameter(), "values");
}

// As times of beats these would be 8 ms apart.
TEST(Rr, IntervalsThatRiseAfterExerciseAreIntervals) {
  std::vector<double> seconds, milliseconds, drift;
  for (int beat = 0; beat < 60; ++beat) {
    seconds.push_back(0.4 + 0.5 / 59 * beat);
    milliseconds.push_back(400 + 500.0 / 59 * beat);
    drift.push_back(400.0 + beat);
  }
  EXPECT_EQ(clean(seconds).report.n_kept, 60u);
  EXPECT_FALSE(clean(seconds).report.of_times);
  EXPECT_EQ(clean(milliseconds).report.n_kept, 60u);
  EXPECT_EQ(clean(drift, {.unit = RrUnit::milliseconds}).report.n_kept, 60u);
  EXPECT_EQ(error_of([&] { clean(drift); }).parameter(), "values") << "these may be times in s, one beat a second";
  EXPECT_EQ(error_of([&] { clean(seconds, {.least = 0.005}); }).parameter(), "values") << "a limit allows such steps";
}

// Times of an animal's beats lie outside the limits as intervals, too.
TEST(Rr, TimesThatTheLimitsDoNotAllowAreStillAsked) {
  std::vector<double> times;
  for (int beat = 0; beat < 400; ++beat) times.push_back(0.1 * beat);
  EXPECT_EQ(error_of([&] { clean(times); }).parameter(), "values");
}

// An error, a tie or a clock that restarted does not turn times into intervals.
TEST(Rr, TimesWithASlipAreStillTimes) {
  std::vector<double> times;
  for (int beat = 0; beat < 100; ++beat) times.push_back(10.0 + 0.8 * beat);
  times[40] = times[39] - 0.01;
  times[60] = times[59];
  EXPECT_EQ(error_of([&] { clean(times, {}); }).parameter(), "values");
  // Intervals with an upward drift still rise and fall.
  std::vector<double> intervals;
  for (int beat = 0; beat < 100; ++beat) intervals.push_back(0.7 + 0.002 * beat + (beat % 2 == 0 ? 0.02 : 0.0));
  EXPECT_NO_THROW(clean(intervals, {}));
}

TEST(Rr, TimesOfBeatsBecomeTheIntervalsBetweenThem) {
  const RrSeries rr = clean({10.25, 11.0, 11.75, 14.25, 15.0}, {.values = RrValues::times});
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.75, 0.75, 0.75));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(2));
  EXPECT_THAT(rr.positions, ElementsAre(1, 2, 4));
  ASSERT_EQ(rr.report.removals.size(), 1u);
  EXPECT_EQ(rr.report.removals[0].value, 2.5);
  EXPECT_EQ(rr.report.removals[0].position, 3u);
  EXPECT_TRUE(rr.report.of_times);
  const RrSeries milliseconds =
      clean({250, 1000, 1800}, {.unit = RrUnit::milliseconds, .output = RrUnit::seconds, .values = RrValues::times});
  EXPECT_THAT(milliseconds.channel.samples, ElementsAre(0.75, 0.8));
  // The unit is that of the intervals, however late the first beat is.
  const RrSeries late = clean({600.25, 601.0}, {.values = RrValues::times});
  EXPECT_EQ(late.report.unit, RrUnit::seconds);
  EXPECT_THAT(late.channel.samples, ElementsAre(0.75));
  // Beats may have been missed in a gap.
  const std::vector<std::size_t> gap = {2};
  const RrSeries parted = clean_rr(std::vector{0.0, 0.5, 1.5, 2.0}, gap, {.values = RrValues::times});
  EXPECT_THAT(parted.channel.samples, ElementsAre(0.5, 0.5));
  EXPECT_THAT(parted.channel.gap_starts, ElementsAre(1));
  EXPECT_EQ(error_of([] { clean({1.0, 0.5, 2.0}, {.values = RrValues::times}); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([] {
              clean({1.0, 2.0}, {.values = RrValues::times, .first = FirstValue::interval});
            }).parameter(),
            "first");
}

// Peaks of an ECG at 250, 500 and 1000 Hz.
TEST(Rr, WholeTimesMayBeNumbersOfSamples) {
  for (const double rate : {250.0, 500.0, 1000.0}) {
    std::vector<double> peaks;
    for (int beat = 0; beat < 60; ++beat) peaks.push_back(std::round((0.8 * beat + 0.1 * std::sin(beat)) * rate));
    const auto error = error_of([&] { clean(peaks, {.values = RrValues::times}); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << rate;
    EXPECT_EQ(error.parameter(), "input_unit") << rate;
    EXPECT_EQ(clean(peaks, {.unit = RrUnit::milliseconds, .values = RrValues::times, .least = 0.0}).report.n_read, 60u);
    for (double& peak : peaks) peak += 0.25;  // as interpolated peaks
    EXPECT_THAT(error_of([&] { clean(peaks, {.values = RrValues::times}); }), refuses("input_unit", "auto")) << rate;
    for (double& peak : peaks) peak /= rate;
    EXPECT_NO_THROW(clean(peaks, {.values = RrValues::times})) << rate;
  }
}

TEST(Rr, WhatIsNoNumberIsMissing) {
  const RrSeries rr = clean({0.8, kNaN, 0.9, kInfinity, 0.7}, {.greatest = kInfinity});
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.9, 0.7));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(1, 2));
  EXPECT_EQ(rr.report.count(RrRemovalReason::missing), 2u);
}

TEST(Rr, EctopicFromThePreviousInterval) {
  // A premature beat and its pause: 0.8 to 0.6 is 25 %, 0.6 to 1.0 is 67 %, and back to 0.8 is 20 %.
  const RrCleaning cleaning{.ectopic = EctopicRule::previous, .ectopic_change = 0.1999};
  const RrSeries rr = clean({0.8, 0.8, 0.6, 1.0, 0.8, 0.8}, cleaning);
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.8, 0.8));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(2));
  EXPECT_EQ(rr.report.count(RrRemovalReason::ectopic), 3u);
  // Exactly at the limit an interval stays (0.5 and 0.625 are exact).
  EXPECT_THAT(clean({0.5, 0.625}, {.ectopic = EctopicRule::previous, .ectopic_change = 0.25}).channel.samples,
              ElementsAre(0.5, 0.625));
}

TEST(Rr, AChangeOfExactlyTheShareIsNotEctopic) {
  int changes = 0;
  for (const int percent : {5, 10, 15, 20, 25, 30}) {
    for (long long before = 400; before <= 1100; before += 5) {
      if (before * percent % 100 != 0) continue;
      for (const long long step : {before * percent / 100, -before * percent / 100}) {
        const RrCleaning exact{.least = 0.2, .ectopic = EctopicRule::previous, .ectopic_change = decimal(percent, 2)};
        const RrCleaning less{
            .least = 0.2, .ectopic = EctopicRule::previous, .ectopic_change = decimal(10 * percent - 1, 3)};
        for (const int decimals : {0, 3}) {
          const std::vector<double> values = {decimal(before, decimals), decimal(before, decimals),
                                              decimal(before + step, decimals)};
          EXPECT_EQ(clean(values, exact).report.n_kept, 3u) << before << " and " << step << ", " << decimals;
          EXPECT_EQ(clean(values, less).report.n_kept, 2u) << before << " and " << step << ", " << decimals;
        }
        ++changes;
      }
    }
  }
  EXPECT_GT(changes, 400);
}

TEST(Rr, EctopicFromTheNeighbours) {
  const RrCleaning cleaning{.ectopic = EctopicRule::neighbours};
  // The mean around 0.5 is 0.9, around 1.0 it is 0.65, around the 0.8 beside them 0.65 and 0.9.
  const RrSeries rr = clean({0.8, 0.8, 0.8, 0.5, 1.0, 0.8, 0.8}, cleaning);
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.8, 0.8, 0.8));
  EXPECT_EQ(rr.report.removals[0].position, 2u);
  EXPECT_EQ(rr.report.removals[2].position, 4u);
  // At an end the only neighbour counts; a single interval stays.
  EXPECT_THAT(clean({0.5, 0.8, 0.8}, cleaning).report.removals[0].position, 0u);
  EXPECT_THAT(clean({0.5}, cleaning).channel.samples, ElementsAre(0.5));
}

TEST(Rr, EctopicFromTheMedianRemovesOnlyTheEctopic) {
  const RrCleaning cleaning{.ectopic = EctopicRule::median};
  const RrSeries rr = clean({0.8, 0.81, 0.82, 0.5, 1.1, 0.8, 0.79, 0.8}, cleaning);
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.81, 0.82, 0.8, 0.79, 0.8));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(3));
  // A lasting change of the rate is no ectopic beat.
  std::vector<double> step(20, 0.6);
  step.insert(step.end(), 20, 1.2);
  EXPECT_EQ(clean(step, cleaning).report.n_kept, 40u);
  EXPECT_EQ(clean({0.5, 0.8}, cleaning).report.n_kept, 2u);
  // A run of 5 is a minority among 11 intervals, and a run of 6 is not.
  for (const std::size_t length : {5u, 6u}) {
    std::vector<double> run(20, 0.6);
    run.insert(run.end(), length, 1.2);
    run.insert(run.end(), 20, 0.6);
    EXPECT_EQ(clean(run, cleaning).report.removals.size(), length == 5 ? 5u : 0u) << length;
  }
}

// Two intervals are not enough for a median; three are, whether before, around or after the interval.
TEST(Rr, AMedianNeedsThreeIntervals) {
  const RrCleaning cleaning{.ectopic = EctopicRule::median};
  EXPECT_THAT(clean({0.5, 1.0}, cleaning).channel.samples, ElementsAre(0.5, 1.0));
  EXPECT_THAT(clean({0.8, 0.8, 1.2}, cleaning).channel.samples, ElementsAre(0.8, 0.8));
  EXPECT_THAT(clean({1.2, 0.8, 0.8}, cleaning).channel.samples, ElementsAre(0.8, 0.8));
}

TEST(Rr, SurroundingsDoNotReachAcrossAGap) {
  const std::vector<double> values = {0.5, 0.5, 0.9, 0.9};
  const RrCleaning cleaning{.ectopic = EctopicRule::previous};
  EXPECT_EQ(clean_rr(values, {}, cleaning).report.n_kept, 3u);
  const std::vector<std::size_t> gaps = {2};
  const RrSeries rr = clean_rr(values, gaps, cleaning);
  EXPECT_EQ(rr.report.n_kept, 4u);
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(2));
  // Neither across an interval outside the limits.
  EXPECT_EQ(clean({0.5, 0.5, 7.0, 0.9, 0.9}, cleaning).report.n_kept, 4u);
}

RC_GTEST_PROP(Rr, NothingIsLostAndGapsPartWhatWasParted, ()) {
  const std::vector<double> values = *rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(
      rc::gen::map(rc::gen::inRange(0, 250), [](int step) { return step / 128.0; })));
  // The values are said to be intervals, as five that rise may be times of beats.
  const RrCleaning cleaning{.values = RrValues::intervals, .first = FirstValue::interval};
  std::vector<double> wanted;
  std::vector<std::size_t> gaps;
  bool removed = false;
  for (const double value : values) {
    if (value < 0.3 || value > 1.5) {
      removed = true;
      continue;
    }
    if (removed && !wanted.empty()) gaps.push_back(wanted.size());
    removed = false;
    wanted.push_back(value);
  }
  if (wanted.empty()) {
    RC_ASSERT(error_of([&] { clean(values, cleaning); }).code() == ErrorCode::too_short);
    return;
  }
  const RrSeries rr = clean(values, cleaning);
  RC_ASSERT(rr.channel.samples == wanted);
  RC_ASSERT(rr.channel.gap_starts == gaps);
  RC_ASSERT(rr.report.n_kept + rr.report.removals.size() == rr.report.n_read);
}

TEST(Rr, ParametersAreChecked) {
  const std::vector<double> values = {0.8, 0.9};
  for (const RrCleaning& cleaning :
       {RrCleaning{.least = -0.1}, RrCleaning{.least = 1.5}, RrCleaning{.least = kNaN}, RrCleaning{.greatest = kNaN}}) {
    EXPECT_EQ(error_of([&] { clean(values, cleaning); }).parameter(), "min, max");
  }
  for (const double change : {0.0, -0.2, kInfinity, kNaN}) {
    const RrCleaning cleaning{.ectopic = EctopicRule::median, .ectopic_change = change};
    EXPECT_EQ(error_of([&] { clean(values, cleaning); }).parameter(), "ectopic_change");
  }
  EXPECT_EQ(error_of([&] { clean(values, {.ectopic_change = 0.1}); }).parameter(), "ectopic_change");
  const std::vector<std::size_t> gaps = {3};
  EXPECT_EQ(error_of([&] { clean_rr(values, gaps); }).code(), ErrorCode::invalid_data);
  const Error nothing = error_of([] { clean({5.0, 6.0}); });
  EXPECT_EQ(nothing.code(), ErrorCode::too_short);
  EXPECT_STREQ(
      nothing.what(),
      "none of 2 RR intervals is left between the limits min = 0.3 and max = 1.5 s; as values in s they have a "
      "median of 5.5");
  EXPECT_STREQ(error_of([] { clean({kNaN, kNaN}); }).what(), "none of 2 RR intervals is a number");
  EXPECT_EQ(error_of([] { clean({}); }).code(), ErrorCode::too_short);
}

std::vector<double> lines_of(const std::string& path) {
  std::ifstream text(path);
  return {std::istream_iterator<double>(text), {}};
}

TEST(Rr, DaysOfHeartbeats) {
  BIOTROPY_NEEDS("heartbeat/rest_rri.txt");
  struct Case {
    const char* file;
    std::size_t n_read, n_onset, n_short, n_long, n_kept, n_gaps;
  };
  for (const Case& c :
       {Case{"nsr001_rr_secs.txt", 106460, 1, 0, 4, 106455, 4}, Case{"nsr019_rr_secs.txt", 122824, 1, 0, 4, 122819, 4},
        Case{"chf208_rr_secs.txt", 108496, 0, 1, 405, 108090, 361}, Case{"rest_rri.txt", 910, 0, 0, 0, 910, 0}}) {
    const std::string name = std::string("heartbeat/") + c.file;
    if (!test::missing_recording({name}).empty()) continue;
    const RrReport report = clean(lines_of(test::recording(name))).report;
    EXPECT_EQ(report.n_read, c.n_read) << c.file;
    EXPECT_EQ(report.count(RrRemovalReason::onset), c.n_onset) << c.file;
    EXPECT_EQ(report.count(RrRemovalReason::too_short), c.n_short) << c.file;
    EXPECT_EQ(report.count(RrRemovalReason::too_long), c.n_long) << c.file;
    EXPECT_EQ(report.n_kept, c.n_kept) << c.file;
    EXPECT_EQ(report.n_gaps, c.n_gaps) << c.file;
  }
  EXPECT_EQ(clean(lines_of(test::recording("heartbeat/rest_rri.txt"))).report.unit, RrUnit::milliseconds);
}

TEST(Rr, AMarkedGapIsNoIntervalThatWasRead) {
  const std::vector<double> marked = {kNaN, 0.8, kNaN, kNaN, 0.9, 0.1, 0.7, kNaN};
  const RrSeries rr = clean_marked_rr(marked);
  EXPECT_THAT(rr.channel.samples, ElementsAre(0.8, 0.9, 0.7));
  EXPECT_THAT(rr.channel.gap_starts, ElementsAre(1, 2));
  EXPECT_EQ(rr.report.n_read, 4u);
  EXPECT_THAT(rr.positions, ElementsAre(1, 4, 6));
  ASSERT_EQ(rr.report.removals.size(), 1u);
  EXPECT_EQ(rr.report.removals[0].position, 5u);
  EXPECT_EQ(rr.report.count(RrRemovalReason::missing), 0u);
  EXPECT_THROW(clean_marked_rr(std::vector{kNaN, kNaN}), Error);
  const std::size_t behind_pause = 5;
  const RrSeries paused = clean_marked_rr(marked, {}, std::span(&behind_pause, 1));
  EXPECT_THAT(paused.channel.gap_starts, ElementsAre(1, 2));
  const std::array<std::size_t, 3> behind_pauses = {0, 2, 3};
  const RrSeries three = clean_marked_rr(std::vector{0.8, 0.9, 0.7, 0.75}, {}, behind_pauses);
  EXPECT_THAT(three.channel.gap_starts, ElementsAre(2, 3));
}

TEST(Rr, TheTimeToTheFirstBeatMayFollowAMissingValue) {
  const std::vector<double> values = {kNaN, 225.8, 0.81, 0.79, 0.8};
  for (const FirstValue first : {FirstValue::detect, FirstValue::onset}) {
    const RrCleaning cleaning = {.first = first};
    const RrSeries list = clean_rr(values, {}, cleaning), marked = clean_marked_rr(values, cleaning);
    EXPECT_THAT(list.channel.samples, ElementsAre(0.81, 0.79, 0.8));
    EXPECT_EQ(list.channel.samples, marked.channel.samples);
    EXPECT_EQ(list.positions, marked.positions);
    EXPECT_EQ(list.report.removals[0].reason, RrRemovalReason::missing);
    EXPECT_EQ(list.report.removals[1].reason, RrRemovalReason::onset);
    ASSERT_EQ(marked.report.removals.size(), 1u);
    EXPECT_EQ(marked.report.removals[0].reason, RrRemovalReason::onset);
  }
  const RrSeries times = clean_rr(std::vector{kNaN, 0.5, 1.3, 2.1}, {}, {.values = RrValues::times});
  EXPECT_THAT(times.channel.samples, ElementsAre(0.8, 0.8));
}

RC_GTEST_PROP(Rr, PositionsPartWhatWasReadIntoKeptAndRemoved, ()) {
  const auto tenths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 30));
  std::vector<double> values = {0.8};
  for (const int tenth : tenths) values.push_back(tenth / 10.0);
  // Named as intervals, as they may rise by chance. With this rule the first one stays.
  RrCleaning cleaning{.values = RrValues::intervals, .first = FirstValue::interval, .ectopic = EctopicRule::previous};
  const RrSeries rr = clean_rr(values, {}, cleaning);
  RC_ASSERT(rr.positions.size() == rr.channel.samples.size());
  std::vector<bool> seen(values.size(), false);
  for (std::size_t i = 0; i < rr.positions.size(); ++i) {
    RC_ASSERT(values[rr.positions[i]] == rr.channel.samples[i]);
    seen[rr.positions[i]] = true;
  }
  for (const RrRemoval& removal : rr.report.removals) {
    RC_ASSERT(!seen[removal.position]);
    seen[removal.position] = true;
  }
  RC_ASSERT(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(values.size()));
}

TEST(RrWords, AreThoseOfTheChoices) {
  EXPECT_EQ(require_choice<RrUnit>("unit", "auto"), RrUnit::automatic);
  EXPECT_EQ(require_choice<RrUnit>("unit", "ms"), RrUnit::milliseconds);
  EXPECT_EQ(require_choice<RrUnit>("unit", "s"), RrUnit::seconds);
  EXPECT_EQ(require_choice<RrValues>("values", "times"), RrValues::times);
  EXPECT_EQ(require_choice<RrValues>("values", "intervals"), RrValues::intervals);
  EXPECT_EQ(require_choice<RrValues>("values", "detect"), RrValues::detect);
  EXPECT_EQ(require_choice<FirstValue>("first", "detect"), FirstValue::detect);
  EXPECT_EQ(require_choice<FirstValue>("first", "onset"), FirstValue::onset);
  EXPECT_EQ(require_choice<EctopicRule>("ectopic", "neighbours"), EctopicRule::neighbours);
  EXPECT_EQ(require_choice<GapPolicy>("policy", "close"), GapPolicy::close);
  EXPECT_EQ(biotropy::word(RrUnit::milliseconds), "ms");
  EXPECT_EQ(biotropy::word(RrRemovalReason::too_short), "too_short");
  EXPECT_THAT(error_of([] { require_choice<RrUnit>("output", "min"); }), refuses("output", "min"));
  EXPECT_EQ(error_of([] { require_choice<RrUnit>("output", "min"); }).allowed(), "one of auto, s, ms");
  EXPECT_THAT(error_of([] { require_choice<FirstValue>("first", ""); }), refuses("first", ""));
  EXPECT_THAT(error_of([] { require_choice<EctopicRule>("ectopic", "nix"); }), refuses("ectopic", "nix"));
  EXPECT_THAT(error_of([] { require_choice<GapPolicy>("policy", "closed"); }), refuses("policy", "closed"));
}

}  // namespace
}  // namespace biotropy::heartbeats
