// SPDX-License-Identifier: Apache-2.0
//
// Decoders against the enumeration of all paths, and the filter against the recursion in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/markov/fixed_lag.hpp"
#include "tests/sicamm/naive_chain.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

struct Case {
  Chain chain;
  std::vector<double> log_densities;
};

// Some probabilities are 0 with `zeros`; log densities differ between classes by about `spread`.
Case make_case(std::size_t classes, std::size_t samples, std::uint64_t seed, bool zeros, double spread) {
  std::mt19937_64 engine(seed);
  std::exponential_distribution<double> share;
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal(-20.0, spread);
  const auto row = [&](std::size_t keep) {
    std::vector<double> result(classes);
    for (std::size_t k = 0; k < classes; ++k)
      result[k] = zeros && k != keep && uniform(engine) < 0.4 ? 0.0 : share(engine);
    const double sum = std::accumulate(result.begin(), result.end(), 0.0);
    for (double& p : result) p /= sum;
    return result;
  };
  Case made;
  made.chain.priors = row(0);
  for (std::size_t from = 0; from < classes; ++from) {
    const auto one = row(from);
    made.chain.transitions.insert(made.chain.transitions.end(), one.begin(), one.end());
  }
  for (std::size_t i = 0; i < samples * classes; ++i) made.log_densities.push_back(normal(engine));
  return made;
}

void expect_near(const std::vector<double>& found, const std::vector<long double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], static_cast<double>(expected[i]), tolerance) << i;
}

class Decoders : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Decoders, EqualTheEnumerationOfAllPaths) {
  const std::size_t classes = GetParam();
  for (const std::size_t samples : {1U, 2U, 5U, 8U}) {
    for (const bool zeros : {false, true}) {
      for (const double spread : {0.5, 3.0, 60.0}) {
        const Case made = make_case(classes, samples, 17 * samples + classes, zeros, spread);
        const auto& [chain, densities] = made;
        for (const std::size_t lag : {0U, 1U, 3U, 6U, 9U}) {
          const auto expected = enumerate(chain, densities, lag);
          const Posteriors found = fixed_lag(chain, densities, lag);
          expect_near(found.values, expected.values, 1e-12);
          EXPECT_NEAR(found.log_likelihood, static_cast<double>(expected.log_likelihood), 1e-12 * 200.0);
        }
        expect_near(filter(chain, densities).values, enumerate(chain, densities, 0).values, 1e-12);
        expect_near(smooth(chain, densities).values, enumerate(chain, densities, samples).values, 1e-12);
        const ExpectedCounts counts = expected_counts(chain, densities);
        expect_near(counts.posteriors, enumerate(chain, densities, samples).values, 1e-12);
        expect_near(counts.transitions, enumerate_transitions(chain, densities), 1e-12);
        long double best = 0.0L;
        const auto path = enumerate_best(chain, densities, best);
        const Path found = viterbi(chain, densities);
        EXPECT_EQ(found.classes, path);
        EXPECT_NEAR(found.log_probability, static_cast<double>(best), 1e-12 * 200.0);
      }
    }
  }
}

TEST_P(Decoders, FilterOfALongSequenceEqualsTheRecursionInLongDouble) {
  const std::size_t classes = GetParam();
  std::vector<Case> cases = {make_case(classes, 3000, 1, false, 4.0), make_case(classes, 3000, 2, true, 4.0)};
  for (const double stay : {0.0, 0.5, 0.999, 1.0}) {
    cases.push_back(make_case(classes, 3000, 3, false, 0.05));
    cases.back().chain = symmetric_chain(classes, stay);
  }
  for (const Case& made : cases) {
    const auto expected = naive_filter(made.chain, made.log_densities);
    const Posteriors found = filter(made.chain, made.log_densities);
    expect_near(found.values, expected.values, 1e-13);
    EXPECT_NEAR(found.log_likelihood / static_cast<double>(expected.log_likelihood), 1.0, 1e-13);
    const double sum = std::accumulate(found.log_likelihoods.begin(), found.log_likelihoods.end(), 0.0);
    EXPECT_NEAR(sum / found.log_likelihood, 1.0, 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, Decoders, ::testing::Values(1, 2, 3));

TEST(Decode, OfManyClasses) {
  const Case made = make_case(8, 500, 4, true, 3.0);
  expect_near(filter(made.chain, made.log_densities).values, naive_filter(made.chain, made.log_densities).values,
              1e-13);
  const Posteriors all = smooth(made.chain, made.log_densities);
  const Posteriors late = fixed_lag(made.chain, made.log_densities, 500);
  for (std::size_t i = 0; i < all.values.size(); ++i) EXPECT_NEAR(all.values[i], late.values[i], 1e-12);
}

TEST(Decode, AChainThatForgetsJudgesEachSampleAlone) {
  Case made = make_case(3, 200, 5, false, 2.0);
  made.chain = symmetric_chain(3, 1.0 / 3.0);
  const Posteriors found = filter(made.chain, made.log_densities);
  for (std::size_t i = 0; i < 200; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) sum += std::exp(made.log_densities[3 * i + k] + 20.0);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(found.values[3 * i + k], std::exp(made.log_densities[3 * i + k] + 20.0) / sum, 1e-13);
    }
  }
}

TEST(Decode, EvidenceFarBelowTheSmallestNumberIsKept) {
  // Class 1 is 2000 nats behind after the first sample and 2000 ahead after the second; the chain never switches.
  const Chain chain = symmetric_chain(2, 1.0);
  const std::vector<double> densities = {0.0, -2000.0, -4000.0, 0.0, 0.0, -1999.0};
  const Posteriors found = filter(chain, densities);
  EXPECT_EQ(found.values[1], 0.0);
  EXPECT_EQ(found.values[3], 1.0);
  EXPECT_NEAR(found.values[5], 1.0 / (1.0 + std::exp(-1.0)), 1e-12);
}

TEST(Decode, ASampleThatNoClassExplainsIsLeftOut) {
  const Case made = make_case(3, 6, 6, false, 2.0);
  std::vector<double> impossible = made.log_densities, missing = made.log_densities;
  for (std::size_t k = 0; k < 3; ++k) {
    impossible[2 * 3 + k] = kImpossible;
    missing[2 * 3 + k] = 0.0;
  }
  const Posteriors left_out = filter(made.chain, impossible);
  EXPECT_EQ(left_out.log_likelihoods[2], kImpossible);
  EXPECT_EQ(left_out.values, filter(made.chain, missing).values);
  EXPECT_NEAR(left_out.log_likelihood, filter(made.chain, missing).log_likelihood, 1e-12);
  EXPECT_EQ(smooth(made.chain, impossible).values, smooth(made.chain, missing).values);
  EXPECT_EQ(fixed_lag(made.chain, impossible, 2).values, fixed_lag(made.chain, missing, 2).values);
  EXPECT_EQ(viterbi(made.chain, impossible).classes, viterbi(made.chain, missing).classes);
}

TEST(Decode, SamplesThatContradictTheChainAreLeftOut) {
  // The chain never leaves its first class, which the second sample excludes.
  const Chain chain = symmetric_chain(2, 1.0);
  const std::vector<double> densities = {-1.0, kImpossible, kImpossible, -1.0, -2.0, -2.0};
  for (const auto& values : {filter(chain, densities).values, smooth(chain, densities).values}) {
    EXPECT_EQ(values, (std::vector<double>{1.0, 0.0, 1.0, 0.0, 1.0, 0.0}));
  }
  EXPECT_EQ(viterbi(chain, densities).classes, (std::vector<std::int32_t>{0, 0, 0}));
  EXPECT_EQ(filter(chain, densities).log_likelihood, -3.0 + std::log(0.5));
}

TEST(Decode, NoSamples) {
  const Chain chain = symmetric_chain(2, 0.9);
  EXPECT_TRUE(filter(chain, {}).values.empty());
  EXPECT_TRUE(smooth(chain, {}).values.empty());
  EXPECT_TRUE(fixed_lag(chain, {}, 3).values.empty());
  EXPECT_TRUE(viterbi(chain, {}).classes.empty());
}

TEST(Decode, RefusesWhatIsNoLogDensity) {
  const Chain chain = symmetric_chain(2, 0.9);
  for (const auto& densities :
       {std::vector<double>{0.0}, std::vector<double>{0.0, std::nan("")}, std::vector<double>{0.0, -kImpossible}}) {
    EXPECT_THROW(filter(chain, densities), Error);
    EXPECT_THROW(smooth(chain, densities), Error);
    EXPECT_THROW(fixed_lag(chain, densities, 1), Error);
    EXPECT_THROW(viterbi(chain, densities), Error);
    EXPECT_THROW(expected_counts(chain, densities), Error);
  }
}

TEST(Decode, MostProbableTakesTheFirstOfEqualOnes) {
  EXPECT_EQ(most_probable(std::vector<double>{0.5, 0.5, 0.2, 0.8}, 2), (std::vector<std::int32_t>{0, 1}));
}

TEST(ForwardFilter, ContinuesWhereItWasLeft) {
  const Case made = make_case(3, 50, 7, false, 2.0);
  ForwardFilter whole(made.chain), resumed(made.chain);
  for (std::size_t i = 0; i < 50; ++i) {
    const auto sample = std::span(made.log_densities).subspan(3 * i, 3);
    if (i == 20) resumed.restore(whole.log_posterior());
    whole.step(sample);
    if (i >= 20) resumed.step(sample);
  }
  EXPECT_TRUE(std::equal(whole.posterior().begin(), whole.posterior().end(), resumed.posterior().begin()));
  EXPECT_THROW(resumed.restore(std::vector<double>{0.0, 0.0, 0.0}), Error);
  EXPECT_THROW(resumed.restore(std::vector<double>{0.0}), Error);
  EXPECT_THROW(resumed.restore(std::vector<double>{std::nan(""), 0.0, 0.0}), Error);
}

TEST(ForwardFilter, ResetForgets) {
  const Case made = make_case(2, 2, 8, false, 2.0);
  ForwardFilter state(made.chain);
  const auto sample = std::span(made.log_densities).first(2);
  state.step(sample);
  const std::vector<double> first(state.posterior().begin(), state.posterior().end());
  state.step(sample);
  state.reset();
  EXPECT_FALSE(state.started());
  EXPECT_NEAR(state.posterior()[0], made.chain.priors[0], 1e-15);
  state.step(sample);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), state.posterior().begin()));
}

TEST(FixedLag, RefusesALagBeyondReason) {
  EXPECT_THROW(FixedLag(symmetric_chain(2, 0.9), 2'000'000), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
