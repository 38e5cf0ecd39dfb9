// SPDX-License-Identifier: Apache-2.0
//
// Events against true events, by hand. python/tests/test_scores.py compares them with the library of SzCORE.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/event_scores.hpp"

namespace biotropy::sicamm {
namespace {

using Spans = std::vector<EventSpan>;
using Flags = std::vector<std::uint8_t>;

// No tolerance, merging or cutting.
EventRules plain_rules() {
  EventRules rules;
  rules.tolerance_start = rules.tolerance_end = rules.minimum_gap = 0.0;
  rules.maximum_event = 1e6;
  return rules;
}

TEST(EventScores, AnyOverlapFindsAnEvent) {
  const EventMatches found =
      match_events(Spans{{10, 20}, {40, 50}, {70, 80}}, Spans{{19.9, 25}, {30, 39.9}, {49, 71}}, 100.0, plain_rules());
  EXPECT_EQ(found.found, (Flags{1, 1, 1}));
  EXPECT_EQ(found.false_alarm, (Flags{0, 1, 0}));
  const EventRates rates = rates_of(counts_of(found, 100.0));
  EXPECT_DOUBLE_EQ(rates.sensitivity, 1.0);
  EXPECT_DOUBLE_EQ(rates.precision, 0.75);
  EXPECT_DOUBLE_EQ(rates.f1, 6.0 / 7.0);
  EXPECT_DOUBLE_EQ(rates.false_alarms_per_day, 864.0);
}

TEST(EventScores, TolerancesBelongToTrueEvents) {
  EventRules rules = plain_rules();
  rules.tolerance_start = 30.0;
  rules.tolerance_end = 60.0;
  const Spans truth = {{100, 110}};
  EXPECT_EQ(match_events(truth, Spans{{60, 70}}, 300.0, rules).found, Flags{0});
  EXPECT_EQ(match_events(truth, Spans{{60, 70.1}}, 300.0, rules).found, Flags{1});
  EXPECT_EQ(match_events(truth, Spans{{169.9, 180}}, 300.0, rules).found, Flags{1});
  EXPECT_EQ(match_events(truth, Spans{{170, 180}}, 300.0, rules).found, Flags{0});
}

TEST(EventScores, CloseEventsAreOneAndLongOnesSeveral) {
  EventRules rules = plain_rules();
  rules.minimum_gap = 90.0;
  rules.maximum_event = 300.0;
  const EventMatches found = match_events(Spans{{0, 10}, {99, 110}, {200, 900}}, Spans{{0, 1}}, 1000.0, rules);
  EXPECT_EQ(found.references, (Spans{{0, 110}, {200, 500}, {500, 800}, {800, 900}}));
  EXPECT_EQ(found.found, (Flags{1, 0, 0, 0}));
}

TEST(EventScores, AShareOfAnEventCanBeAskedFor) {
  EventRules rules = plain_rules();
  rules.minimum_overlap = 0.5;
  EXPECT_EQ(match_events(Spans{{10, 20}}, Spans{{10, 15}}, 100.0, rules).found, Flags{0});
  EXPECT_EQ(match_events(Spans{{10, 20}}, Spans{{10, 15}}, 100.0, rules).false_alarm, Flags{1});
  EXPECT_EQ(match_events(Spans{{10, 20}}, Spans{{10, 15.1}}, 100.0, rules).found, Flags{1});
}

TEST(EventScores, OfNothingAreUndefined) {
  const EventRates rates = rates_of(counts_of(match_events({}, {}, 86400.0), 86400.0));
  EXPECT_TRUE(std::isnan(rates.sensitivity) && std::isnan(rates.precision) && std::isnan(rates.f1));
  EXPECT_EQ(rates.false_alarms_per_day, 0.0);
  EXPECT_EQ(rates_of(counts_of(match_events({}, Spans{{5, 6}}, 43200.0), 43200.0)).false_alarms_per_day, 2.0);
}

TEST(EventScores, RefuseWhatIsNoListOfEvents) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Spans& wrong : {Spans{{5, 5}}, Spans{{5, 4}}, Spans{{-1, 4}}, Spans{{5, 101}}, Spans{{5, 8}, {7, 9}},
                             Spans{{5, 8}, {1, 2}}, Spans{{nan, 2}}, Spans{{1, nan}}}) {
    EXPECT_THROW(match_events(wrong, {}, 100.0), Error);
    EXPECT_THROW(match_events({}, wrong, 100.0), Error);
  }
  for (const double seconds : {0.0, -1.0, nan, 1e300}) EXPECT_THROW(match_events({}, {}, seconds), Error);
  for (auto field : {&EventRules::tolerance_start, &EventRules::tolerance_end, &EventRules::minimum_overlap,
                     &EventRules::maximum_event, &EventRules::minimum_gap}) {
    for (const double wrong : {-1.0, nan}) {
      EventRules rules;
      rules.*field = wrong;
      EXPECT_THROW(match_events({}, {}, 100.0, rules), Error);
    }
  }
}

TEST(EventScores, EventsAreRunsOfALabelAcrossPiecesWithoutAGap) {
  const std::vector<std::int32_t> one = {0, 1, 1}, two = {1, 0, 1}, three = {1, 1};
  const std::vector<LabelledPiece> pieces = {{0, one}, {3, two}, {8, three}};
  EXPECT_EQ(events_of(pieces, 1, 2.0), (Spans{{0.5, 2.0}, {2.5, 3.0}, {4.0, 5.0}}));
  EXPECT_EQ(events_of(pieces, 2, 2.0), Spans{});
}

}  // namespace
}  // namespace biotropy::sicamm
