// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/chain.hpp"
#include "biotropy/sicamm/state_events.hpp"

namespace biotropy::sicamm {
namespace {

using Labels = std::vector<std::int32_t>;

// Posteriors of two classes from those of the second.
std::vector<double> of_second(const std::vector<double>& second) {
  std::vector<double> result;
  for (const double p : second) result.insert(result.end(), {1.0 - p, p});
  return result;
}

void expect_event(const StateEvent& found, double onset, double duration, std::int32_t label, double confidence) {
  EXPECT_NEAR(found.onset, onset, 1e-12);
  EXPECT_NEAR(found.duration, duration, 1e-12);
  EXPECT_EQ(found.label, label);
  EXPECT_NEAR(found.confidence, confidence, 1e-12);
}

TEST(StateEvents, AreRunsThatEndAtGaps) {
  const Labels one = {0, 0, 1}, two = {1, 1}, three = {1, 0};
  const auto p = of_second({0.1, 0.3, 0.8}), q = of_second({0.9, 1.0}), r = of_second({0.6, 0.5});
  const std::vector<StatePiece> pieces = {{0, one, p}, {3, two, q}, {10, three, r}};
  const auto found = state_events(pieces, 2, 2.0);
  ASSERT_EQ(found.size(), 4U);
  expect_event(found[0], 0.0, 1.0, 0, 0.8);
  expect_event(found[1], 1.0, 1.5, 1, 0.9);
  expect_event(found[2], 5.0, 0.5, 1, 0.6);
  expect_event(found[3], 5.5, 0.5, 0, 0.5);
}

TEST(StateEvents, EpochsHaveTheClassOfTheLargestMean) {
  // Two of three labels are of the first class, whose mean is smaller.
  const Labels labels = {0, 0, 1, 1, 1, 1, 0};
  const auto p = of_second({0.45, 0.45, 1.0, 0.7, 0.7, 0.7, 0.2});
  const auto found = epoch_events(std::vector<StatePiece>{{0, labels, p}}, 2, 1.0, 3.0);
  ASSERT_EQ(found.size(), 2U);
  expect_event(found[0], 0.0, 6.0, 1, (1.9 + 2.1) / 6.0);
  expect_event(found[1], 6.0, 1.0, 0, 0.8);
}

TEST(StateEvents, EpochsAreCountedFromTheStartOfTheRecording) {
  const Labels labels(60, 1);
  const std::vector<double> p = of_second(std::vector<double>(60, 0.9));
  const auto found = epoch_events(std::vector<StatePiece>{{25, labels, p}, {300, labels, p}}, 2, 10.0, 5.0);
  ASSERT_EQ(found.size(), 2U);
  expect_event(found[0], 0.0, 10.0, 1, 0.9);
  expect_event(found[1], 30.0, 6.0, 1, 0.9);
}

// Labels every 0.25 s, the last of which ends before its piece does.
TEST(StateEvents, TheLastEpochEndsWithItsPiece) {
  const Labels one = {0, 0, 1}, two = {1, 1};
  const auto p = of_second({0.1, 0.3, 0.8}), q = of_second({0.9, 0.9});
  const std::vector<StatePiece> pieces = {{3, one, p, 1.6}, {43, two, q, 11.35}};
  const auto found = state_events(pieces, 2, 4.0);
  ASSERT_EQ(found.size(), 3U);
  expect_event(found[0], 0.75, 0.5, 0, 0.8);
  expect_event(found[1], 1.25, 0.25, 1, 0.8);
  expect_event(found[2], 10.75, 0.5, 1, 0.9);
  const auto epochs = epoch_events(pieces, 2, 4.0, 10.0);
  ASSERT_EQ(epochs.size(), 2U);
  expect_event(epochs[0], 0.0, 10.0, 0, 0.6);
  expect_event(epochs[1], 10.0, 1.35, 1, 0.9);
}

TEST(StateEvents, AreJoinedThenLeftOut) {
  const std::vector<StateEvent> events = {{0, 10, 0, 0.9}, {10, 2, 1, 0.6},  {12, 3, 0, 0.9},
                                          {15, 4, 1, 0.9}, {19, 81, 0, 0.8}, {100, 2, 1, 0.7}};
  const auto found = joined_events(events, Labels{1}, 5.0, 3.0);
  ASSERT_EQ(found.size(), 1U);
  expect_event(found[0], 10.0, 9.0, 1, (0.6 * 2 + 0.9 * 4) / 6.0);
  EXPECT_EQ(joined_events(events, Labels{1}, 3.0, 0.0).size(), 3U);
  EXPECT_EQ(joined_events(events, Labels{0, 1}, 0.0, 0.0).size(), 6U);
}

TEST(StateEvents, WhatWasNotSeenIsNoState) {
  const Labels labels = {0, kUnlabelled, kUnlabelled, 1, kUnlabelled, kUnlabelled};
  const auto p = of_second({0.1, 0.9, 0.9, 0.8, 0.1, 0.1});
  const std::vector<StatePiece> pieces = {{0, labels, p}};
  const auto found = state_events(pieces, 2, 1.0);
  ASSERT_EQ(found.size(), 4U);
  expect_event(found[0], 0.0, 1.0, 0, 0.9);
  EXPECT_EQ(found[1].label, kUnlabelled);
  EXPECT_EQ(found[1].duration, 2.0);
  EXPECT_TRUE(std::isnan(found[1].confidence));
  expect_event(found[2], 3.0, 1.0, 1, 0.8);
  const auto epochs = epoch_events(pieces, 2, 1.0, 2.0);
  ASSERT_EQ(epochs.size(), 3U);
  expect_event(epochs[0], 0.0, 2.0, 0, 0.9);
  expect_event(epochs[1], 2.0, 2.0, 1, 0.8);
  EXPECT_EQ(epochs[2].label, kUnlabelled);
}

TEST(StateEvents, RefuseWhatDoesNotFit) {
  const Labels labels = {0, 2};
  const std::vector<double> p(4, 0.5);
  const std::vector<StatePiece> unknown = {{0, labels, p}};
  EXPECT_THROW(state_events(unknown, 2, 1.0), Error);
  const Labels right = {0, 1};
  EXPECT_THROW(state_events(std::vector<StatePiece>{{0, right, std::span(p).first(3)}}, 2, 1.0), Error);
  const std::vector<StatePiece> pieces = {{0, right, p}};
  EXPECT_THROW(state_events(pieces, 2, 0.0), Error);
  for (const double wrong : {0.0, 0.5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(epoch_events(pieces, 2, 1.0, wrong), Error);
  }
  EXPECT_THROW(joined_events({}, {}, -1.0, 0.0), Error);
  EXPECT_THROW(joined_events({}, {}, 0.0, -1.0), Error);
  EXPECT_TRUE(state_events({}, 2, 1.0).empty());
}

}  // namespace
}  // namespace biotropy::sicamm
