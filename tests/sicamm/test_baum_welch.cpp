// SPDX-License-Identifier: Apache-2.0
//
// Learning without labels, and with few: its accuracy relative to the optimum, up to the order of the classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

// Accuracy under the best permutation of the labels.
double renamed_accuracy(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& truth,
                        std::size_t classes) {
  std::vector<std::int32_t> order(classes);
  std::iota(order.begin(), order.end(), 0);
  double best = 0.0;
  do {
    auto renamed = labels;
    for (auto& label : renamed) label = order[static_cast<std::size_t>(label)];
    best = std::max(best, accuracy(renamed, truth));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

struct Reached {
  double best, as_labelled, renamed;
  Learning learning;
};

Reached learned(const char* name, std::size_t samples, std::size_t labels, const LearningSettings& settings) {
  const Problem truth = standard_problem(name);
  const auto training = simulate(truth, samples, 201), test = simulate(truth, 20000, 202);
  std::vector<std::int32_t> known(samples, kUnlabelled);
  for (std::size_t i = 0; i < labels; ++i) known[i * (samples / labels)] = training.classes[i * (samples / labels)];
  const Labelled one{training.samples, known};
  Reached result{best_accuracy(truth, test), 0.0, 0.0,
                 learn({&one, 1}, names(truth.channels()), names(truth.classes()), settings)};
  const auto found = Classifier(result.learning.model).classify(test.samples).labels;
  result.as_labelled = accuracy(found, test.classes);
  result.renamed = renamed_accuracy(found, test.classes, truth.classes());
  return result;
}

LearningSettings few(std::size_t starts, std::size_t rounds) {
  return LearningSettings{.starts = starts, .most_rounds = rounds};
}

TEST(BaumWelch, FindsTheClassesOfP2sAndP3WithoutLabels) {
  for (const char* name : {"P2s", "P3"}) {
    const Reached found = learned(name, 12000, 0, few(2, 20));
    EXPECT_GT(found.renamed, found.best - 0.004) << name;
  }
}

// Only the shape of the sources differs between these classes.
TEST(BaumWelch, FindsClassesOfEqualMeansAndCovariances) {
  const Reached found = learned("PC8", 14000, 0, few(1, 18));
  EXPECT_GT(found.renamed, 0.86);
  EXPECT_GT(found.renamed, found.best - 0.02);
}

// Some starts end without separating the classes; the likeliest does not.
TEST(BaumWelch, KeepsTheStartThatTellsClassesApart) {
  const Reached found = learned("PC2", 14000, 0, few(4, 25));
  EXPECT_GT(found.renamed, found.best - 0.04);
  EXPECT_EQ(found.learning.starts.size(), 4U);
}

TEST(BaumWelch, FewLabelsNameTheClasses) {
  for (const char* name : {"P2s", "P3"}) {
    const Reached found = learned(name, 12000, 60, few(5, 20));
    EXPECT_GT(found.as_labelled, found.best - 0.004) << name;
    EXPECT_EQ(found.learning.starts.size(), 1U);
  }
}

TEST(BaumWelch, LabelledSamplesKeepTheirClass) {
  const Problem truth = standard_problem("P2s");
  const auto training = simulate(truth, 3000, 201);
  std::vector<std::int32_t> known(3000, kUnlabelled);
  // Every fortieth label is wrong, and is kept.
  for (std::size_t i = 0; i < 3000; i += 20) known[i] = i % 800 == 0 ? 1 - training.classes[i] : training.classes[i];
  const Labelled one{training.samples, known};
  const Learning found = learn({&one, 1}, names(4), names(2), few(1, 5));
  for (std::size_t i = 0; i < 3000; i += 20) {
    EXPECT_NEAR(found.posteriors[0][2 * i + static_cast<std::size_t>(known[i])], 1.0, 1e-12) << i;
  }
}

TEST(BaumWelch, RecordingsAndMissingSamples) {
  const Problem truth = standard_problem("P3");
  auto training = simulate(truth, 6000, 201);
  for (std::size_t i = 0; i < 6000; i += 100) training.samples[3 * i + 1] = std::nan("");
  const std::vector<std::int32_t> none(2000, kUnlabelled);
  std::vector<Labelled> recordings;
  for (std::size_t first = 0; first < 6000; first += 2000) {
    recordings.push_back({std::span(training.samples).subspan(first * 3, 6000), none});
  }
  const Learning found = learn(recordings, names(3), names(3), few(3, 15));
  ASSERT_EQ(found.posteriors.size(), 3U);
  std::vector<std::int32_t> labels;
  for (const auto& posteriors : found.posteriors) {
    ASSERT_EQ(posteriors.size(), 6000U);
    for (std::size_t i = 0; i < 2000; ++i) {
      const auto at = posteriors.begin() + static_cast<std::ptrdiff_t>(3 * i);
      labels.push_back(static_cast<std::int32_t>(std::max_element(at, at + 3) - at));
    }
  }
  EXPECT_GT(renamed_accuracy(labels, training.classes, 3), 0.97);
  for (const StartReport& start : found.starts) {
    EXPECT_LE(start.log_likelihood, found.starts[found.best].log_likelihood);
  }
}

TEST(BaumWelch, LikelihoodRises) {
  const Problem truth = standard_problem("P2s");
  const auto training = simulate(truth, 4000, 201);
  const std::vector<std::int32_t> none(4000, kUnlabelled);
  const Labelled one{training.samples, none};
  double before = -1e300;
  for (const std::size_t rounds : {1U, 3U, 8U}) {
    LearningSettings settings = few(1, rounds);
    settings.normal_rounds = 1;
    const double reached = learn({&one, 1}, names(4), names(2), settings).starts[0].log_likelihood;
    EXPECT_GT(reached, before);
    before = reached;
  }
}

TEST(BaumWelch, IsTheSameAgain) {
  const Problem truth = standard_problem("P3");
  const auto training = simulate(truth, 3000, 201);
  const std::vector<std::int32_t> none(3000, kUnlabelled);
  const Labelled one{training.samples, none};
  const auto run = [&](int threads) {
    return learn({&one, 1}, names(3), names(3), few(2, 4), {threads, nullptr}).posteriors;
  };
  EXPECT_EQ(run(1), run(2));
}

TEST(BaumWelch, RefusesWhatCannotBeLearned) {
  const Problem truth = standard_problem("P3");
  const auto training = simulate(truth, 3000, 201);
  const std::vector<std::int32_t> none(3000, kUnlabelled);
  const Labelled one{training.samples, none};
  const auto refused = [&](auto change) {
    LearningSettings settings;
    change(settings);
    EXPECT_THROW(learn({&one, 1}, names(3), names(3), settings), Error);
  };
  const double nan = std::nan("");
  refused([](auto& s) { s.starts = 0; });
  refused([](auto& s) { s.most_rounds = 0; });
  refused([](auto& s) { s.normal_rounds = 0; });
  for (const double bad : {-1.0, nan}) refused([&](auto& s) { s.tolerance = bad; });
  for (const double bad : {0.0, 1.0, nan}) refused([&](auto& s) { s.stay = bad; });
  for (const double bad : {0.0, 1.1, nan}) refused([&](auto& s) { s.beta = bad; });
  for (const double bad : {-1.0, nan}) refused([&](auto& s) { s.smoothing = bad; });
  for (const double bad : {0.0, nan}) refused([&](auto& s) { s.bandwidth_factor = bad; });
  EXPECT_THROW(learn({&one, 1}, names(2), names(3)), Error);
  EXPECT_THROW(learn({&one, 1}, names(3), {}), Error);
  EXPECT_THROW(learn({&one, 1}, names(3), {"a", "a"}), Error);
  EXPECT_THROW(learn({}, names(3), names(3)), Error);
  const Labelled short_one{one.samples.first(12), one.labels.first(4)};
  EXPECT_THROW(learn({&short_one, 1}, names(3), names(3)), Error);
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_THROW(learn({&one, 1}, names(3), names(3), {}, {1, &cancel}), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
