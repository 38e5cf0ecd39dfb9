// SPDX-License-Identifier: Apache-2.0
//
// Difficult recordings: artefacts of any size, repeated samples, densities of a single point.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/training.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/naive_chain.hpp"

namespace biotropy::sicamm {
namespace {

TEST(Robustness, AnArtefactOfAnySizeIsForgottenInAFewSteps) {
  const Problem truth = standard_problem("P19");
  const Model model = known_model(truth, simulate(truth, 3000, 32));
  const Simulated test = simulate(truth, 300, 33);
  const Classifier classifier(model);
  const auto clean = classifier.classify(test.samples).posteriors;
  for (const double factor : {1e3, 1e6, 1e60, 1e300}) {
    auto samples = test.samples;
    constexpr std::size_t artefact = 100, bounded = 15;
    for (std::size_t c = 0; c < 19; ++c) samples[artefact * 19 + c] *= factor;
    const Classification found = classifier.classify(samples);
    for (const double p : found.posteriors) ASSERT_TRUE(p >= 0.0 && p <= 1.0) << factor;
    EXPECT_TRUE(std::equal(clean.begin(), clean.begin() + 2 * artefact, found.posteriors.begin()));
    for (std::size_t i = artefact + bounded; i < 300; ++i) ASSERT_NEAR(found.posteriors[2 * i], clean[2 * i], 1e-3);
  }
}

TEST(Robustness, ADensityMayHaveOnePoint) {
  const Problem truth = standard_problem("P3");
  Model model = known_model(truth, simulate(truth, 500, 32));
  for (ClassModel& one : model.classes) {
    for (KernelDensity& source : one.sources) source = KernelDensity(source.points().first(1), {}, 0.5);
  }
  const Simulated test = simulate(truth, 200, 33);
  const auto table = Classifier(model).classify(test.samples).posteriors;
  const auto direct = Classifier(model, DensityMode::direct).classify(test.samples).posteriors;
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_NEAR(table[i], direct[i], 1e-10);
}

// A kernel of one point is a normal density, so the whole model is a hidden Markov chain of normal distributions with
// the means b + A p and the inverse covariances W' H^-2 W.
TEST(Robustness, DensitiesOfOnePointMakeAChainOfNormalDistributions) {
  constexpr std::size_t m = 3;
  const Problem truth = standard_problem("P3");
  Model model = known_model(truth, simulate(truth, 500, 32));
  const Simulated test = simulate(truth, 300, 33);
  const std::size_t classes = model.classes.size(), n = test.classes.size();
  std::vector<double> log_densities(n * classes);
  for (std::size_t k = 0; k < classes; ++k) {
    ClassModel& one = model.classes[k];
    ASSERT_EQ(one.unmixing, truth.unmixing[k]);
    std::array<long double, m> mean{}, width{};
    for (std::size_t j = 0; j < m; ++j) {
      width[j] = 0.5L + 0.25L * static_cast<long double>(j);
      one.sources[j] = KernelDensity(one.sources[j].points().first(1), {}, static_cast<double>(width[j]));
    }
    for (std::size_t c = 0; c < m; ++c) {
      mean[c] = one.bias[c];
      for (std::size_t j = 0; j < m; ++j) mean[c] += truth.mixing[k][c * m + j] * one.sources[j].points()[0];
    }
    const std::vector<double>& w = one.unmixing;
    const long double determinant =
        w[0] * (w[4] * w[8] - w[5] * w[7]) - w[1] * (w[3] * w[8] - w[5] * w[6]) + w[2] * (w[3] * w[7] - w[4] * w[6]);
    const long double constant = std::log(std::abs(determinant)) - std::log(width[0] * width[1] * width[2]) -
                                 1.5L * std::log(2.0L * std::numbers::pi_v<long double>);
    for (std::size_t i = 0; i < n; ++i) {
      long double form = 0.0L;
      for (std::size_t a = 0; a < m; ++a) {
        for (std::size_t b = 0; b < m; ++b) {
          long double precision = 0.0L;
          for (std::size_t j = 0; j < m; ++j) precision += w[j * m + a] * w[j * m + b] / (width[j] * width[j]);
          form += (test.samples[i * m + a] - mean[a]) * precision * (test.samples[i * m + b] - mean[b]);
        }
      }
      log_densities[i * classes + k] = static_cast<double>(constant - 0.5L * form);
    }
  }
  const auto expected = naive_filter(model.chain, log_densities);
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const Classification found = Classifier(model, mode).classify(test.samples);
    EXPECT_NEAR(found.log_likelihood / static_cast<double>(expected.log_likelihood), 1.0, 1e-12);
    for (std::size_t i = 0; i < found.posteriors.size(); ++i) {
      ASSERT_NEAR(found.posteriors[i], static_cast<double>(expected.values[i]), 1e-10) << i;
    }
  }
}

TEST(Robustness, SamplesMayStandTwice) {
  const Problem truth = standard_problem("P3");
  const Simulated once = simulate(truth, 3000, 7), test = simulate(truth, 3000, 8);
  Simulated twice;
  for (std::size_t i = 0; i < 3000; ++i) {
    for (int copy = 0; copy < 2; ++copy) {
      twice.samples.insert(twice.samples.end(), once.samples.begin() + static_cast<std::ptrdiff_t>(3 * i),
                           once.samples.begin() + static_cast<std::ptrdiff_t>(3 * i + 3));
      twice.classes.push_back(once.classes[i]);
    }
  }
  const auto reached = [&](const Simulated& training) {
    const Labelled recording{training.samples, training.classes};
    const Model model = train(std::span(&recording, 1), {"1", "2", "3"}, {"a", "b", "c"}).model;
    ClassifySettings settings;
    settings.rules.beta = 1.0;
    return accuracy(Classifier(model).classify(test.samples, settings).labels, test.classes);
  };
  EXPECT_GT(reached(twice), reached(once) - 0.01);
}

}  // namespace
}  // namespace biotropy::sicamm
