// SPDX-License-Identifier: Apache-2.0
//
// Recordings and their events as input of training.
#include <gtest/gtest.h>

#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/event_labels.hpp"
#include "biotropy/sicamm/features/features.hpp"

namespace biotropy::sicamm {
namespace {

using Labels = std::vector<std::int32_t>;

EventLabels labels(const std::vector<series::Annotation>& events, const std::vector<std::string>& classes,
                   std::size_t samples = 10, double rate = 2.0) {
  return event_labels(events, classes, rate, samples);
}

TEST(EventLabels, LastFromTheOnsetUpToTheEnd) {
  const auto found = labels({{0.5, 1.0, "A"}, {2.0, 0.5, "B"}, {4.0, 9.0, "A"}, {1.0, 3.0, "other"}}, {"A", "B"});
  EXPECT_EQ(found.labels, (Labels{-1, 0, 0, -1, 1, -1, -1, -1, 0, 0}));
  EXPECT_EQ(found.events, 3U);
  EXPECT_EQ(found.empty, 0U);
}

TEST(EventLabels, WithoutDurationTheyLastUntilTheNextOfAClass) {
  const auto found = labels({{3.0, {}, "A"}, {0.0, {}, "B"}, {1.0, {}, "other"}}, {"A", "B"});
  EXPECT_EQ(found.labels, (Labels{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}));
}

TEST(EventLabels, WhatTwoClassesClaimIsNobodys) {
  const auto found = labels({{0.0, 2.0, "A"}, {1.0, 2.0, "B"}, {1.5, 0.5, "A"}}, {"A", "B"});
  EXPECT_EQ(found.labels, (Labels{0, 0, -1, -1, 1, 1, -1, -1, -1, -1}));
  EXPECT_EQ(found.disputed, 2U);
}

TEST(EventLabels, MayHoldNothing) {
  const auto found = labels({{0.1, 0.2, "A"}, {7.0, 2.0, "A"}, {-3.0, 1.0, "A"}, {1.0, 0.0, "A"}}, {"A"});
  EXPECT_EQ(found.empty, 4U);
  EXPECT_EQ(found.labels, Labels(10, -1));
  EXPECT_EQ(labels({{-1e300, 2e300, "A"}}, {"A"}).labels, Labels(10, 0));
}

TEST(EventLabels, OnsetsOfFewDigitsMeanTheSample) {
  // Sample 1 of 3 samples per second is at 0.333...
  EXPECT_EQ(labels({{0.33333333, 0.33333333, "A"}}, {"A"}, 4, 3.0).labels, (Labels{-1, 0, -1, -1}));
}

TEST(EventLabels, NamesAreSortedAndSingle) {
  const std::vector<series::Annotation> events = {{0.0, {}, "B"}, {1.0, {}, "A"}, {2.0, {}, "B"}};
  EXPECT_EQ(event_names(events), (std::vector<std::string>{"A", "B"}));
  EXPECT_THROW(labels({}, {"A"}, 3, 0.0), Error);
}

TEST(Features, RecipesSurviveTheirNotes) {
  FeatureRecipe recipe{SlowWaveSettings{}};
  recipe.slow_waves->index = SlowWaveIndex::alpha;
  recipe.slow_waves->window = 1.0 / 3.0;
  recipe.slow_waves->theta = {3.75, 7.1};
  recipe.slow_waves->log = true;
  recipe.slow_waves->resolution = 0.5;
  const FeatureRecipe again = recipe_of(notes_of(recipe));
  ASSERT_TRUE(again.slow_waves);
  EXPECT_EQ(again.slow_waves->index, SlowWaveIndex::alpha);
  EXPECT_EQ(again.slow_waves->window, 1.0 / 3.0);
  EXPECT_EQ(again.slow_waves->theta, (Band{3.75, 7.1}));
  EXPECT_EQ(again.slow_waves->delta, recipe.slow_waves->delta);
  EXPECT_TRUE(again.slow_waves->log);
  EXPECT_EQ(again.slow_waves->resolution, 0.5);
  EXPECT_FALSE(recipe_of(notes_of({})).slow_waves);
  EXPECT_FALSE(recipe_of({}).slow_waves);
}

TEST(Features, RefuseNotesThatMakeNoRecipe) {
  EXPECT_THROW(recipe_of({{"features", "power"}}), Error);
  EXPECT_THROW(recipe_of({{"features", "tsi"}}), Error);
  auto notes = notes_of({SlowWaveSettings{}});
  for (auto& note : notes) {
    if (note.first == "theta low") note.second = "4x";
  }
  EXPECT_THROW(recipe_of(notes), Error);
}

TEST(Features, BelongToTheLastSampleOfTheWindow) {
  std::vector<double> samples;
  for (int i = 0; i < 800; ++i) samples.push_back(std::sin(0.1 * i) + std::sin(0.037 * i * i));
  const std::vector<series::Piece> whole = {{0, 400, 0.0}};
  const Features found = features({SlowWaveSettings{}}, samples, 2, 500.0, whole);
  EXPECT_EQ(found.pieces[0].first_sample, 124U);
  EXPECT_EQ(found.values, slow_waves(samples, 2, 500.0));
  const Features raw = features({}, samples, 2, 500.0, whole);
  EXPECT_EQ(raw.pieces[0].first_sample, 0U);
  EXPECT_EQ(raw.values, samples);
}

TEST(EventLabels, EventsHoldSamplesOfEveryPieceInTheirTime) {
  // Samples 0 to 9 from 0 s, 10 to 19 from 5 s, at 10 Hz; nothing in between.
  const std::vector<series::Piece> pieces = {{0, 10, 0.0}, {10, 20, 5.0}};
  const std::vector<std::string> classes = {"a", "b"};
  const std::vector<series::Annotation> events = {{0.5, 4.9, "a"}, {5.4, std::nullopt, "b"}, {2.0, 1.0, "b"}};
  const EventLabels found = event_labels(events, classes, 10.0, pieces);
  std::vector<std::int32_t> expected(20, kUnlabelled);
  std::fill(expected.begin() + 5, expected.begin() + 14, 0);
  std::fill(expected.begin() + 14, expected.end(), 1);
  EXPECT_EQ(found.labels, expected);
  EXPECT_EQ(found.empty, 1U) << "the one in the gap";
  EXPECT_EQ(found.disputed, 0U);
}

TEST(EventLabels, BadTimeHasNoClass) {
  const std::vector<series::Piece> pieces = {{0, 10, 0.0}, {10, 20, 5.0}};
  const std::vector<series::Annotation> events = {
      {0.0, 9.0, "a"}, {0.35, 0.3, "BAD_muscle"}, {5.15, {}, "bad blink"}, {0.9, 4.2, "Bad"}, {3.0, 0.1, "BAD"}};
  const std::vector<std::string> classes = {"a"};
  const EventLabels found = event_labels(events, classes, 10.0, pieces);
  std::vector<bool> bad(20);
  for (const std::size_t i : {4U, 5U, 6U, 9U, 10U, 12U}) bad[i] = true;
  EXPECT_EQ(found.bad, bad);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(found.labels[i], bad[i] ? kUnlabelled : 0) << i;
  EXPECT_EQ(found.events, 1U);
  // A class may be called so.
  const std::vector<std::string> named = {"a", "Bad"};
  EXPECT_EQ(event_labels(std::span(events).subspan(3, 1), named, 10.0, pieces).labels[9], 1);
}

TEST(Features, NoWindowReachesAcrossAGap) {
  std::vector<double> samples;
  for (int i = 0; i < 800; ++i) samples.push_back(std::sin(0.1 * i) + std::sin(0.037 * i * i));
  const std::vector<series::Piece> pieces = {{0, 150, 0.0}, {150, 200, 9.0}, {200, 400, 20.0}};
  const Features found = features({SlowWaveSettings{}}, samples, 2, 500.0, pieces);
  ASSERT_EQ(found.pieces.size(), 3U);
  EXPECT_EQ(found.pieces[0].end, 150U - 124U);
  EXPECT_EQ(found.pieces[1].end, found.pieces[1].begin) << "shorter than a window";
  EXPECT_EQ(found.pieces[2].first_sample, 200U + 124U);
  auto expected = slow_waves(std::span(samples).first(300), 2, 500.0);
  const auto after = slow_waves(std::span(samples).subspan(400), 2, 500.0);
  expected.insert(expected.end(), after.begin(), after.end());
  EXPECT_EQ(found.values, expected);
  EXPECT_EQ(found.pieces[2].end * 2, expected.size());
}

}  // namespace
}  // namespace biotropy::sicamm
