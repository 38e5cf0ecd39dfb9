// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

using enum SourceKind;

TEST(Sources, HaveMeanZeroAndVarianceOne) {
  for (const SourceKind kind : {laplace, uniform, bimodal, gamma, normal, logistic}) {
    constexpr double step = 1e-3, reach = 40.0;
    double mass = 0.0, mean = 0.0, variance = 0.0;
    for (int k = 0; k < 2 * reach / step; ++k) {
      const double s = -reach + (k + 1 / 3.0) * step;
      const double p = std::exp(log_density(kind, s)) * step;
      mass += p;
      mean += p * s;
      variance += p * s * s;
    }
    EXPECT_NEAR(mass, 1.0, 1e-3) << static_cast<int>(kind);
    EXPECT_NEAR(mean, 0.0, 1e-3) << static_cast<int>(kind);
    EXPECT_NEAR(variance, 1.0, 2e-3) << static_cast<int>(kind);
  }
}

// A problem of one channel and one class, so that a sample is a source.
Problem only(SourceKind kind) {
  return {"one", {kind}, {{1.0}}, {{1.0}}, {{0.0}}, symmetric_chain(1, 1.0)};
}

TEST(Sources, AreDrawnFromTheirDensity) {
  for (const SourceKind kind : {laplace, uniform, bimodal, gamma, normal, logistic}) {
    constexpr std::size_t n = 40000, bins = 24;
    const auto drawn = simulate(only(kind), n, 3).samples;
    std::vector<double> expected(bins), found(bins);
    for (const double s : drawn) {
      if (std::abs(s) < 3.0) found[static_cast<std::size_t>((s + 3.0) * 4.0)] += 1.0;
    }
    for (std::size_t bin = 0; bin < bins; ++bin) {
      for (int part = 0; part < 100; ++part) {
        const double s = -3.0 + (static_cast<double>(bin) + (part + 0.5) / 100.0) / 4.0;
        expected[bin] += std::exp(log_density(kind, s)) * n / 400.0;
      }
      const double allowed = 4.5 * std::sqrt(expected[bin]) + 3.0;
      EXPECT_NEAR(found[bin], expected[bin], allowed) << static_cast<int>(kind) << ", bin " << bin;
    }
  }
}

TEST(Problem, TruthIsConsistent) {
  for (const auto name : problem_names()) {
    const Problem made = problem(name, 4);
    const std::size_t m = made.channels();
    validate(made.chain);
    for (std::size_t k = 0; k < made.classes(); ++k) {
      for (std::size_t row = 0; row < m; ++row) {
        for (std::size_t column = 0; column < m; ++column) {
          double product = 0.0;
          for (std::size_t c = 0; c < m; ++c) product += made.unmixing[k][row * m + c] * made.mixing[k][c * m + column];
          EXPECT_NEAR(product, row == column ? 1.0 : 0.0, 1e-9) << name;
        }
      }
    }
    // The initial distribution is stationary.
    for (std::size_t to = 0; to < made.classes(); ++to) {
      double after = 0.0;
      for (std::size_t from = 0; from < made.classes(); ++from) {
        after += made.chain.priors[from] * made.chain.transitions[from * made.classes() + to];
      }
      EXPECT_NEAR(after, made.chain.priors[to], 1e-12) << name;
    }
  }
}

TEST(Problem, PCsClassesHaveTheSameMeanAndCovariance) {
  const Problem made = problem("PC4", 5);
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(made.bias[1][row], 0.0);
    for (std::size_t column = 0; column < 4; ++column) {
      double covariance = 0.0;
      for (std::size_t j = 0; j < 4; ++j) covariance += made.mixing[1][row * 4 + j] * made.mixing[1][column * 4 + j];
      EXPECT_NEAR(covariance, row == column ? 1.0 : 0.0, 1e-12);
    }
  }
}

TEST(Problem, ClassesFollowTheChain) {
  const Problem made = problem("P3", 6);
  const auto classes = simulate(made, 60000, 7).classes;
  const std::span<const std::int32_t> one = classes;
  const Chain counted = count_transitions({&one, 1}, 3, 0.0);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(counted.transitions[i], made.chain.transitions[i], 0.01);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(counted.priors[k], made.chain.priors[k], 0.02);
}

TEST(Problem, SeedsGiveTheSameAgain) {
  const Problem made = problem("P2", 8);
  EXPECT_EQ(simulate(made, 100, 9).samples, simulate(problem("P2", 8), 100, 9).samples);
  EXPECT_NE(simulate(made, 100, 9).samples, simulate(made, 100, 10).samples);
  EXPECT_NE(made.mixing, problem("P2", 9).mixing);
}

// Under the true model, posteriors are calibrated: the mean of the greatest is the accuracy.
TEST(Problem, TheTrueFilterIsAsGoodAsItSays) {
  for (const auto name : {"P2", "P2s", "P3", "P19"}) {
    const Problem made = standard_problem(name);
    const auto test = simulate(made, 40000, 12);
    const auto posteriors = filter(made.chain, true_log_densities(made, test.samples)).values;
    double confidence = 0.0;
    for (std::size_t i = 0; i < posteriors.size(); i += made.classes()) {
      const auto sample = posteriors.begin() + static_cast<std::ptrdiff_t>(i);
      confidence += *std::max_element(sample, sample + static_cast<std::ptrdiff_t>(made.classes()));
    }
    EXPECT_NEAR(confidence / 40000.0, best_accuracy(made, test), 0.006) << name;
  }
}

TEST(Problem, RefusesUnknownNamesAndNoSamples) {
  EXPECT_THROW(problem("P4", 1), Error);
  EXPECT_THROW(simulate(problem("P2", 1), 0, 1), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
