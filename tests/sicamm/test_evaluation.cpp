// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/markov/chain.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

using Labels = std::vector<std::int32_t>;

struct Found {
  Labels truth, labels;
  std::vector<double> posteriors;

  ScoredPiece piece(double begin = 0.0) const { return {begin, truth, labels, posteriors}; }
};

// Labels right with a probability, in runs, with posteriors of 0.7 for the label.
Found drawn(std::size_t samples, double right, std::uint64_t seed, std::int32_t classes = 3) {
  Random random(seed);
  Found found;
  std::int32_t truth = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    if (random.uniform() < 0.02) truth = static_cast<std::int32_t>(random.below(static_cast<std::size_t>(classes)));
    const auto other = static_cast<std::int32_t>(random.below(static_cast<std::size_t>(classes)));
    found.truth.push_back(random.uniform() < 0.05 ? kUnlabelled : truth);
    found.labels.push_back(random.uniform() < right ? truth : other);
    for (std::int32_t k = 0; k < classes; ++k) {
      found.posteriors.push_back(k == found.labels.back() ? 0.7 : 0.3 / (classes - 1));
    }
  }
  return found;
}

double kappa_of(const Found& found, std::int32_t classes) {
  double n = 0.0, agreed = 0.0, chance = 0.0;
  for (std::size_t i = 0; i < found.truth.size(); ++i) {
    if (found.truth[i] == kUnlabelled) continue;
    n += 1.0;
    agreed += found.truth[i] == found.labels[i] ? 1.0 : 0.0;
  }
  for (std::int32_t k = 0; k < classes; ++k) {
    double of_truth = 0.0, of_labels = 0.0;
    for (std::size_t i = 0; i < found.truth.size(); ++i) {
      if (found.truth[i] == kUnlabelled) continue;
      of_truth += found.truth[i] == k ? 1.0 : 0.0;
      of_labels += found.labels[i] == k ? 1.0 : 0.0;
    }
    chance += of_truth / n * of_labels / n;
  }
  return (agreed / n - chance) / (1.0 - chance);
}

TEST(LabelScores, OfAFewSamplesByHand) {
  Tally tally(3);
  const std::vector<double> third(3, 1.0 / 3.0);
  for (const auto& [truth, label] : {std::pair{0, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 0}}) tally.add(truth, label, third);
  const LabelScores found = label_scores(tally);
  EXPECT_DOUBLE_EQ(found.precision[0], 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.precision[1], 0.5);
  EXPECT_TRUE(std::isnan(found.precision[2]) && std::isnan(found.f1[2]));
  EXPECT_DOUBLE_EQ(found.f1[0], 4.0 / 6.0);
  EXPECT_DOUBLE_EQ(found.f1[1], 0.5);
  EXPECT_DOUBLE_EQ(found.macro_f1, (4.0 / 6.0 + 0.5) / 2.0);
  EXPECT_NEAR(found.kappa, (0.6 - 0.52) / 0.48, 1e-15);
}

TEST(LabelScores, KappaOfOneClassIsUndefined) {
  Tally tally(2);
  tally.add(0, 0, std::vector<double>{1.0, 0.0});
  EXPECT_TRUE(std::isnan(label_scores(tally).kappa));
  EXPECT_EQ(label_scores(tally).macro_f1, 1.0);
}

TEST(Evaluation, RecordingsAddUpOverPersons) {
  const Found one = drawn(900, 0.9, 1), two = drawn(500, 0.7, 2), three = drawn(700, 0.5, 3);
  EvaluationSettings settings{.rate = 1.0, .event_classes = {2}};
  Evaluator evaluator(3, settings);
  evaluator.add("A", {{one.piece()}});
  evaluator.add("B", {{two.piece()}});
  evaluator.add("A", {{three.piece()}});
  const Evaluation found = evaluator.result();
  ASSERT_EQ(found.persons.size(), 2U);
  EXPECT_EQ(found.persons[0].recordings, 2U);
  EXPECT_NEAR(found.persons[1].labels.kappa, kappa_of(two, 3), 1e-12);
  Found both = one;
  both.truth.insert(both.truth.end(), three.truth.begin(), three.truth.end());
  both.labels.insert(both.labels.end(), three.labels.begin(), three.labels.end());
  EXPECT_NEAR(found.persons[0].labels.kappa, kappa_of(both, 3), 1e-12);
  const EventCounts &a = found.persons[0].events[0], &b = found.persons[1].events[0];
  EXPECT_EQ(found.events[0].references, a.references + b.references);
  EXPECT_EQ(found.events[0].false_alarms, a.false_alarms + b.false_alarms);
  const auto labelled = [](const Found& of) {
    return static_cast<double>(of.truth.size() -
                               static_cast<std::size_t>(std::count(of.truth.begin(), of.truth.end(), kUnlabelled)));
  };
  EXPECT_DOUBLE_EQ(b.seconds, labelled(two));
  EXPECT_DOUBLE_EQ(found.person_means[0].false_alarms_per_day,
                   (rates_of(a).false_alarms_per_day + rates_of(b).false_alarms_per_day) / 2.0);
}

TEST(Evaluation, WhatIsFoundWithoutATrueClassIsNoEvent) {
  EvaluationSettings settings{.rate = 1.0, .event_classes = {1}};
  Evaluator evaluator(2, settings);
  const Found found{Labels(200, kUnlabelled), Labels(200, 1), std::vector<double>(400, 0.5)};
  const Found rest{Labels(50, 0), Labels(50, 0), std::vector<double>(100, 0.5)};
  evaluator.add("A", {{found.piece(), rest.piece(200.0)}});
  const Evaluation result = evaluator.result();
  EXPECT_EQ(result.events[0].false_alarms, 0U);
  EXPECT_DOUBLE_EQ(result.events[0].seconds, 50.0);
}

TEST(Evaluation, AnEventThatWasNotSeenIsMissed) {
  EvaluationSettings settings{.rate = 1.0, .event_classes = {1}};
  Evaluator evaluator(2, settings);
  const Found unseen{Labels(200, 1), Labels(200, kUnlabelled), std::vector<double>(400, 0.5)};
  const Found rest{Labels(50, 0), Labels(50, 0), std::vector<double>(100, 0.5)};
  evaluator.add("A", {{unseen.piece(), rest.piece(200.0)}});
  const Evaluation result = evaluator.result();
  EXPECT_EQ(result.events[0].references, 1U);
  EXPECT_EQ(result.events[0].found, 0U);
  EXPECT_DOUBLE_EQ(result.events[0].seconds, 50.0);
  EXPECT_DOUBLE_EQ(result.labels.accuracy, 1.0);
}

TEST(Evaluation, PiecesAreOneRecording) {
  const Found whole = drawn(1000, 0.8, 4);
  const auto part = [&](std::size_t begin, std::size_t end) {
    const auto cut = [&](const auto& of, std::size_t size) {
      return std::decay_t<decltype(of)>(of.begin() + static_cast<std::ptrdiff_t>(begin * size),
                                        of.begin() + static_cast<std::ptrdiff_t>(end * size));
    };
    return Found{cut(whole.truth, 1), cut(whole.labels, 1), cut(whole.posteriors, 3)};
  };
  EvaluationSettings settings{.rate = 10.0, .event_classes = {0, 1}};
  settings.events.minimum_gap = settings.events.tolerance_start = settings.events.tolerance_end = 1.0;
  settings.intervals = IntervalSettings{BlockUnit::time, 5.0, 200, 0.9, 3};
  Evaluator one(3, settings), several(3, settings);
  one.add("A", {{whole.piece()}});
  const Found first = part(0, 333), second = part(333, 1000);
  several.add("A", {{first.piece(), second.piece(333.0)}});
  const Evaluation a = one.result(), b = several.result();
  EXPECT_EQ(a.events[0].references, b.events[0].references);
  EXPECT_EQ(a.events[1].false_alarms, b.events[1].false_alarms);
  EXPECT_EQ(a.labels.kappa, b.labels.kappa);
  EXPECT_EQ(a.intervals->blocks, 20U);
  EXPECT_EQ(a.intervals->low_labels.macro_f1, b.intervals->low_labels.macro_f1);
  EXPECT_EQ(a.intervals->high_events[0].f1, b.intervals->high_events[0].f1);
}

// The definition: scores of persons drawn with replacement, from their samples, and quantiles of the scores.
TEST(Evaluation, IntervalsAreQuantilesOverDrawnPersons) {
  constexpr std::size_t persons = 5, resamples = 150;
  std::vector<Found> all;
  EvaluationSettings settings{.intervals = IntervalSettings{BlockUnit::persons, 60.0, resamples, 0.8, 9}};
  Evaluator evaluator(3, settings);
  for (std::size_t p = 0; p < persons; ++p) {
    all.push_back(drawn(300, 0.5 + 0.1 * static_cast<double>(p), 20 + p));
    evaluator.add(std::string(1, static_cast<char>('A' + p)), {{all.back().piece()}});
  }
  std::vector<double> kappas;
  for (std::uint32_t draw = 0; draw < resamples; ++draw) {
    Random random(9, {draw});
    Found together;
    for (std::size_t i = 0; i < persons; ++i) {
      const Found& one = all[random.below(persons)];
      together.truth.insert(together.truth.end(), one.truth.begin(), one.truth.end());
      together.labels.insert(together.labels.end(), one.labels.begin(), one.labels.end());
    }
    kappas.push_back(kappa_of(together, 3));
  }
  std::sort(kappas.begin(), kappas.end());
  const auto quantile = [&](double p) {
    const double place = p * (resamples - 1);
    const auto below = static_cast<std::size_t>(place);
    return kappas[below] + (place - static_cast<double>(below)) * (kappas[below + 1] - kappas[below]);
  };
  for (const int threads : {1, 3}) {
    const Evaluation found = evaluator.result({.threads = threads});
    EXPECT_EQ(found.intervals->blocks, persons);
    EXPECT_NEAR(found.intervals->low_labels.kappa, quantile(0.1), 1e-12);
    EXPECT_NEAR(found.intervals->high_labels.kappa, quantile(0.9), 1e-12);
  }
}

TEST(Evaluation, RefusesWhatDoesNotFit) {
  EvaluationSettings settings{.event_classes = {3}};
  EXPECT_THROW(Evaluator(3, settings), Error);
  settings.event_classes = {1};
  EXPECT_THROW(Evaluator(3, settings), Error);  // without a rate
  settings = {};
  settings.intervals = IntervalSettings{BlockUnit::time, 60.0, 2000, 0.95, 1};
  EXPECT_THROW(Evaluator(3, settings), Error);
  settings.rate = 0.0;
  EXPECT_THROW(Evaluator(3, settings), Error);
  settings.rate = 1.0;
  for (const IntervalSettings& wrong :
       {IntervalSettings{BlockUnit::time, 0.0, 2000, 0.95, 1}, IntervalSettings{BlockUnit::time, 60.0, 1, 0.95, 1},
        IntervalSettings{BlockUnit::time, 60.0, 2000, 1.0, 1}}) {
    settings.intervals = wrong;
    EXPECT_THROW(Evaluator(3, settings), Error);
  }
  settings.intervals = IntervalSettings();
  Evaluator evaluator(3, settings);
  const Found found = drawn(10, 1.0, 1);
  EXPECT_THROW(evaluator.add("A", {{found.piece(-1.0)}}), Error);
  EXPECT_THROW(evaluator.add("A", {{found.piece(), found.piece(5.0)}}), Error);
  evaluator.add("A", {{found.piece()}});
  EXPECT_EQ(error_of([&] { evaluator.result(); }).code(), ErrorCode::too_short);
}

}  // namespace
}  // namespace biotropy::sicamm
