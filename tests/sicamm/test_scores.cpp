// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/chain.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/sicamm/validation.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

using Labels = std::vector<std::int32_t>;

// Posteriors of two classes from those of the first.
std::vector<double> two(const std::vector<double>& first) {
  std::vector<double> result;
  for (const double p : first) result.insert(result.end(), {p, 1.0 - p});
  return result;
}

TEST(Scores, OfAFewSamplesByHand) {
  Scorer scorer(2, 4);
  scorer.add(Labels{0, 0, 1, kUnlabelled, 1, 1}, Labels{0, 1, 1, 1, 0, 1}, two({0.75, 0.4, 0.125, 0.5, 0.9, 0.0}));
  const Scores found = scorer.scores();
  EXPECT_EQ(found.samples, 5U);
  EXPECT_DOUBLE_EQ(found.accuracy, 0.6);
  EXPECT_EQ(found.confusion, (std::vector<std::size_t>{1, 1, 1, 2}));
  EXPECT_DOUBLE_EQ(found.recall[0], 0.5);
  EXPECT_DOUBLE_EQ(found.recall[1], 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.balanced_accuracy, 7.0 / 12.0);
  EXPECT_NEAR(found.log_loss, -(std::log(0.75) + std::log(0.4) + std::log(0.875) + std::log(0.1)) / 5.0, 1e-15);
  const double brier = 2.0 * (0.0625 + 0.36 + 0.015625 + 0.81) / 5.0;
  EXPECT_NEAR(found.brier, brier, 1e-15);
  // Labels have the posteriors 0.75, 0.6, 0.875, 0.9 and 1, in quarters.
  EXPECT_EQ(found.reliability[1].samples, 0U);
  EXPECT_TRUE(std::isnan(found.reliability[1].accuracy));
  EXPECT_EQ(found.reliability[2].samples, 1U);
  EXPECT_DOUBLE_EQ(found.reliability[2].from, 0.5);
  EXPECT_EQ(found.reliability[3].samples, 4U);
  EXPECT_DOUBLE_EQ(found.reliability[3].accuracy, 0.75);
  EXPECT_DOUBLE_EQ(found.reliability[3].mean_posterior, (0.75 + 0.875 + 0.9 + 1.0) / 4.0);
  EXPECT_NEAR(found.calibration_error, (0.6 + 3.525 - 3.0) / 5.0, 1e-15);
}

TEST(Scores, OfThreeClassesAreThoseOfTheDefinition) {
  Scorer scorer(3);
  scorer.add(Labels{2, 0}, Labels{2, 2}, std::vector<double>{0.2, 0.3, 0.5, 0.1, 0.0, 0.9});
  const Scores found = scorer.scores();
  EXPECT_DOUBLE_EQ(found.brier, (0.04 + 0.09 + 0.25 + 0.81 + 0.0 + 0.81) / 2.0);
  EXPECT_TRUE(std::isnan(found.recall[1]));
  EXPECT_DOUBLE_EQ(found.balanced_accuracy, 0.5);
}

TEST(Scores, SwitchesAreFollowedLaterOrNever) {
  const Labels truth = {0, 0, 1, 1, 1, 0, 0, 1, kUnlabelled, 0, 0, 1, 1, 1, 1};
  const Labels labels = {0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0};
  Scorer scorer(2);
  scorer.add(truth, labels, two(std::vector<double>(truth.size(), 0.5)));
  const SwitchDelay found = scorer.scores().switch_delay;
  // At 2 followed after 2; at 5 at once; at 7 never, because the class is unknown afterwards; at 11 at once.
  EXPECT_EQ(found.switches, 4U);
  EXPECT_EQ(found.followed, 3U);
  EXPECT_DOUBLE_EQ(found.mean, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.median, 0.0);
  EXPECT_EQ(found.label_switches, 5U);
}

TEST(Scores, RecordingsDoNotSwitchIntoEachOther) {
  Scorer scorer(2);
  scorer.add(Labels{0, 0}, Labels{0, 0}, two({1.0, 1.0}));
  scorer.add(Labels{1, 1}, Labels{1, 1}, two({0.0, 0.0}));
  EXPECT_EQ(scorer.scores().switch_delay.switches, 0U);
  EXPECT_EQ(scorer.scores().log_loss, 0.0);
  EXPECT_EQ(scorer.scores().reliability.back().samples, 4U);
}

TEST(Scores, ACertainMistakeHasALimit) {
  Scorer scorer(2);
  scorer.add(Labels{1}, Labels{0}, two({1.0}));
  EXPECT_NEAR(scorer.scores().log_loss, -std::log(1e-15), 1e-9);
}

TEST(Scores, WhatWasNotSeenIsNotScored) {
  Scorer seen(2), all(2);
  seen.add(Labels{0, 1, 1}, Labels{0, 1, 0}, two({0.9, 0.2, 0.7}));
  all.add(Labels{0, 1, 0, 1, kUnlabelled}, Labels{0, 1, kUnlabelled, 0, kUnlabelled}, two({0.9, 0.2, 0.5, 0.7, 0.5}));
  const Scores found = all.scores(), expected = seen.scores();
  EXPECT_EQ(found.missing, 1U);
  EXPECT_EQ(found.samples, expected.samples);
  EXPECT_EQ(found.confusion, expected.confusion);
  EXPECT_EQ(found.log_loss, expected.log_loss);
  EXPECT_EQ(found.calibration_error, expected.calibration_error);
}

TEST(Scores, OfNothing) {
  const Scores found = Scorer(2).scores();
  EXPECT_TRUE(std::isnan(found.accuracy));
  EXPECT_TRUE(std::isnan(found.switch_delay.median));
}

TEST(Scores, RefuseWhatDoesNotFit) {
  Scorer scorer(2);
  EXPECT_THROW(scorer.add(Labels{0}, Labels{0, 1}, two({1.0})), Error);
  EXPECT_THROW(scorer.add(Labels{0}, Labels{0}, two({1.0, 1.0})), Error);
  EXPECT_THROW(scorer.add(Labels{2}, Labels{0}, two({1.0})), Error);
  EXPECT_THROW(scorer.add(Labels{0}, Labels{-2}, two({1.0})), Error);
  EXPECT_THROW(scorer.add(Labels{0}, Labels{0}, two({1.5})), Error);
  EXPECT_THROW(scorer.add(Labels{0}, Labels{0}, two({std::nan("")})), Error);
  EXPECT_THROW(Scorer(0), Error);
  EXPECT_THROW(Scorer(2, 0), Error);
}

TEST(CrossValidation, ReachesNearlyTheBest) {
  const Problem truth = standard_problem("P3");
  const auto simulated = simulate(truth, 20000, 5);
  const Labelled one{simulated.samples, simulated.classes};
  ValidationSettings settings;
  settings.training.bandwidth = BandwidthRule::silverman;
  const Validation found = cross_validate({&one, 1}, names(3), names(3), settings);
  EXPECT_EQ(found.folds.size(), 5U);
  EXPECT_EQ(found.scores.samples, 20000U);
  EXPECT_NEAR(found.scores.accuracy, best_accuracy(truth, simulated), 0.006);
  EXPECT_LT(found.scores.calibration_error, 0.01);
  double accuracies = 0.0;
  for (const FoldResult& fold : found.folds) accuracies += fold.scores.accuracy / 5.0;
  EXPECT_NEAR(accuracies, found.scores.accuracy, 1e-9);
}

// Labels independent of the samples cannot be predicted; shuffled folds of slow samples would predict them.
TEST(CrossValidation, FindsNothingWhereThereIsNothing) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 12000, 5);
  for (std::size_t i = 0; i < 12000; ++i) simulated.classes[i] = static_cast<std::int32_t>(i / 300 % 2);
  // A slow drift shared by neighbours.
  for (std::size_t i = 0; i < 12000; ++i) {
    simulated.samples[3 * i] = std::sin(static_cast<double>(i) * 1e-3) + 0.01 * simulated.samples[3 * i];
  }
  const Labelled one{simulated.samples, simulated.classes};
  ValidationSettings settings;
  settings.training.beta = 0.01;
  settings.training.bandwidth = BandwidthRule::silverman;
  const Validation found = cross_validate({&one, 1}, names(3), names(2), settings);
  EXPECT_GT(found.gap, 50U);
  EXPECT_LT(found.scores.accuracy, 0.65);
}

TEST(CrossValidation, ByRecordings) {
  const Problem truth = standard_problem("P3");
  const auto simulated = simulate(truth, 9000, 5);
  std::vector<Labelled> recordings;
  for (std::size_t first = 0; first < 9000; first += 1500) {
    recordings.push_back(
        {std::span(simulated.samples).subspan(first * 3, 4500), std::span(simulated.classes).subspan(first, 1500)});
  }
  ValidationSettings settings{.folds = {3, FoldUnit::recordings, 0, {}}};
  settings.training.beta = 1.0;
  settings.training.bandwidth = BandwidthRule::silverman;
  const Validation found = cross_validate(recordings, names(3), names(3), settings);
  for (const FoldResult& fold : found.folds) EXPECT_EQ(fold.scores.samples, 3000U);
  EXPECT_GT(found.scores.accuracy, 0.95);
}

TEST(CrossValidation, SaysWhichFoldsMakeNoModel) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 3000, 5);
  // Class 2 is in the first block only.
  for (std::size_t i = 0; i < 3000; ++i)
    simulated.classes[i] = i < 300 && i % 2 == 0 ? 2 : static_cast<std::int32_t>(i / 50 % 2);
  const Labelled one{simulated.samples, simulated.classes};
  ValidationSettings settings{.folds = {3, FoldUnit::blocks, 1000, 0}};
  settings.training.beta = 1.0;
  const Validation found = cross_validate({&one, 1}, names(3), names(3), settings);
  EXPECT_EQ(found.folds.size(), 2U);
  ASSERT_FALSE(found.notices.empty());
  EXPECT_EQ(found.notices[0].code, "fold_left_out");
  EXPECT_NE(found.notices[0].text.find("fold 1"), std::string::npos) << found.notices[0].text;
  std::fill(simulated.classes.begin(), simulated.classes.end(), 0);
  EXPECT_THROW(cross_validate({&one, 1}, names(3), names(3), settings), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
