// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "biotropy/nan.hpp"
#include "biotropy/series/normalise.hpp"
#include "biotropy/threads.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::series {

namespace {

TEST(Moments, OfAHandCountedSeries) {
  const std::vector<double> samples{2, 4, 4, 4, 5, 5, 7, 9};
  const Moments population = moments(samples, 0), sample = moments(samples);
  EXPECT_EQ(population.n, 8U);
  EXPECT_EQ(population.mean, 5.0);
  EXPECT_EQ(population.sd, 2.0);
  EXPECT_EQ(sample.sd, std::sqrt(32.0 / 7.0));
}

TEST(Moments, AnEnormousOffsetLosesNothing) {
  std::mt19937_64 generator(1);
  std::vector<double> steps(10000), shifted(10000);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i] = static_cast<double>(generator() % 4096) / 512.0;  // so that the sum with the offset is exact
    shifted[i] = steps[i] + 268435456.0;
  }
  const Moments of_steps = moments(steps), of_shifted = moments(shifted);
  EXPECT_NEAR(of_shifted.sd, of_steps.sd, 1e-13 * of_steps.sd);
  EXPECT_EQ(of_shifted.mean, of_steps.mean + 268435456.0);
}

// The mean of the shifted samples is no double.
TEST(Normalise, AnOffsetFarBeyondTheSamplesChangesNoScore) {
  std::mt19937_64 generator(3);
  std::vector<double> steps(1001), shifted(1001), scores(1001), scores_of_shifted(1001);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i] = static_cast<double>(generator() % 32) / 4.0;
    shifted[i] = steps[i] + 0x1p50;
  }
  for (const int ddof : {0, 1}) {
    normalise(steps, ddof, scores);
    normalise(shifted, ddof, scores_of_shifted);
    for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_NEAR(scores_of_shifted[i], scores[i], 1e-13);
    EXPECT_NEAR(moments(shifted, ddof).sd, moments(steps, ddof).sd, 1e-13);
  }
}

TEST(Moments, ScalesWithTheUnitToTheLastBit) {
  std::mt19937_64 generator(2);
  std::vector<double> samples(1000), scaled(1000);
  for (double& sample : samples) sample = static_cast<double>(generator() % 4096) / 512.0 - 3.0;
  const Moments expected = moments(samples);
  for (const double unit : {0x1p-1000, 0x1p-440, 0x1p-420, 0x1p480, 0x1p485, 0x1p990}) {
    for (std::size_t i = 0; i < samples.size(); ++i) scaled[i] = samples[i] * unit;
    EXPECT_EQ(moments(scaled).mean, expected.mean * unit) << unit;
    EXPECT_EQ(moments(scaled).sd, expected.sd * unit) << unit;
  }
}

TEST(Moments, RefusesWhatWouldOverflow) {
  const std::vector<double> samples{1e308, -1e308, 3.0};
  EXPECT_EQ(error_of([&] { moments(samples); }).code(), ErrorCode::invalid_data);
}

TEST(Moments, TinyValuesDoNotVanish) {
  const std::vector<double> magnetic{1e-13, -2e-13, 3e-13, -4e-13};
  EXPECT_NEAR(moments(magnetic, 0).sd / std::sqrt(7.25e-26), 1.0, 1e-15);
}

TEST(Moments, AConstantHasExactlyNoDeviation) {
  const std::vector<double> constant(1000, 0.1);  // whose rounded mean is not 0.1
  const Moments m = moments(constant);
  EXPECT_EQ(m.sd, 0.0);
  EXPECT_EQ(m.mean, 0.1);
}

TEST(Moments, TheSameForEveryNumberOfThreadsAndNearTheExactOnes) {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal(1e6, 3.0);
  for (const std::size_t n : {7U, 8U, 9U, 32767U, 32768U, 32769U, 100003U}) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = generator() % 50 == 0 ? NAN : normal(generator);
    samples[0] = 1e6;
    long double sum = 0.0L, squares = 0.0L;
    std::size_t there = 0;
    for (const double sample : samples) there += std::isnan(sample) ? 0 : 1;
    for (const double sample : samples) sum += std::isnan(sample) ? 0.0L : sample;
    const long double mean = sum / static_cast<long double>(there);
    for (const double sample : samples) squares += std::isnan(sample) ? 0.0L : (sample - mean) * (sample - mean);
    Moments of[2];
    for (const int threads : {1, 2}) {
      with_threads({threads, nullptr}, [&] { of[threads - 1] = moments(samples); });
    }
    EXPECT_EQ(of[0].n, there);
    EXPECT_DOUBLE_EQ(of[0].mean, static_cast<double>(mean));
    EXPECT_NEAR(of[0].sd, static_cast<double>(std::sqrt(squares / static_cast<long double>(there - 1))), 1e-13) << n;
    EXPECT_EQ(of[0].mean, of[1].mean);
    EXPECT_EQ(of[0].sd, of[1].sd);
  }
}

TEST(Moments, TheSameOnEveryInstructionSet) {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal(1e5, 3.0);
  for (std::size_t n = 2; n < 60; ++n) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = normal(generator);
    if (n > 5) samples[n / 2] = std::nan("");
    const Moments expected = moments(samples);
    for (const std::string& set : EveryInstructionSet()) {
      const Moments found = moments(samples);
      EXPECT_EQ(found.n, expected.n) << set;
      EXPECT_EQ(found.mean, expected.mean) << set;
      EXPECT_EQ(found.sd, expected.sd) << set;
    }
  }
}

TEST(Moments, MissingSamplesAreLeftOut) {
  const std::vector<double> samples{NAN, 1, 3, NAN};
  const Moments m = moments(samples);
  EXPECT_EQ(m.n, 2U);
  EXPECT_EQ(m.mean, 2.0);
  EXPECT_EQ(m.sd, std::sqrt(2.0));
}

TEST(Moments, TooFewSamplesOrAnotherDdof) {
  const std::vector<double> one{1.0};
  EXPECT_EQ(moments(one, 0).sd, 0.0);
  EXPECT_EQ(error_of([&] { moments(one, 1); }).code(), ErrorCode::too_short);
  EXPECT_THAT(error_of([&] { moments(one, 2); }), refuses("ddof", "2"));
}

TEST(Normalise, GivesMeanNoughtAndUnitDeviation) {
  const std::vector<double> samples{-3, 1, 4, 1, -5, 9, NAN, 2};
  std::vector<double> scores(samples.size());
  for (const int ddof : {0, 1}) {
    normalise(samples, ddof, scores);
    const Moments m = moments(scores, ddof);
    EXPECT_NEAR(m.mean, 0.0, 1e-16);
    EXPECT_NEAR(m.sd, 1.0, 1e-15);
    EXPECT_TRUE(std::isnan(scores[6]));
    EXPECT_EQ(scores[0], (samples[0] - moments(samples, ddof).mean) / moments(samples, ddof).sd);
  }
}

TEST(Normalise, AConstantIsRefused) {
  const std::vector<double> constant(5, -2.5);
  std::vector<double> scores(5);
  EXPECT_EQ(error_of([&] { normalise(constant, 1, scores); }).code(), ErrorCode::constant_series);
}

TEST(Tolerance, InUnitsOfTheDeviationOrAsItIs) {
  const std::vector<double> samples{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_EQ(absolute_tolerance(samples, 0.25, RUnit::sd, 0), 0.5);
  EXPECT_EQ(absolute_tolerance(samples, 0.25, RUnit::absolute), 0.25);
  EXPECT_EQ(absolute_tolerance(samples, 0.0, RUnit::sd), 0.0);
  const std::vector<double> constant(5, 1.0);
  EXPECT_EQ(absolute_tolerance(constant, 0.25, RUnit::absolute), 0.25);
  EXPECT_EQ(error_of([&] { absolute_tolerance(constant, 0.25, RUnit::sd); }).code(), ErrorCode::constant_series);
  for (const double r : {-0.1, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    EXPECT_THAT(error_of([&] { absolute_tolerance(samples, r, RUnit::sd); }), refuses("r"));
  }
}

std::vector<double> autoregression(double memory, std::size_t n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples;
  double state = normal(generator) / std::sqrt(1.0 - memory * memory);
  for (std::size_t t = 0; t < n; ++t) {
    samples.push_back(state);
    state = memory * state + normal(generator);
  }
  return samples;
}

// Squares of a Gaussian autoregression have the autocorrelations memory^(2 lag), so that the variance of ln SD is
// (1 + memory^2) / (1 - memory^2) / (2 n).
TEST(SdError, IsTheSpreadOfTheSdOfIndependentSeries) {
  constexpr std::size_t kSeries = 300, kSamples = 1000;
  for (const double memory : {0.0, 0.5, 0.9}) {
    double estimated = 0.0;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
      estimated += std::pow(log_sd_error(autoregression(memory, kSamples, seed)), 2.0) / kSeries;
    }
    const double square = memory * memory, exact = (1.0 + square) / (1.0 - square) / (2.0 * kSamples);
    EXPECT_NEAR(estimated / exact, 1.0, 0.12) << memory;
  }
}

TEST(SdError, OfLongSeriesIsThatOfMeansOfNeighbours) {
  constexpr std::size_t kSamples = 300'000;
  const double square = 0.81, exact = (1.0 + square) / (1.0 - square) / (2.0 * kSamples);
  EXPECT_NEAR(std::pow(log_sd_error(autoregression(0.9, kSamples, 1)), 2.0) / exact, 1.0, 0.1);
  double walk = 0.0;
  std::vector<double> slow = autoregression(0.0, kSamples, 2);
  for (double& value : slow) value = walk += value;
  EXPECT_GT(log_sd_error(slow), 0.1);
}

TEST(SdError, OfFewSamplesByHand) {
  // Mean 0 and variance 2: squared deviations less 1 are 1, 1, -1, -1; covariances 1, 0.25, -0.5, -0.25.
  const std::vector<double> few{2.0, -2.0, 0.0, 0.0};
  EXPECT_DOUBLE_EQ(log_sd_error(few), 0.5 * std::sqrt((2.0 * 1.25 - 1.0) / 4.0));
}

TEST(SdError, HasNoScaleAndIsNothingWhereSquaresDoNotVary) {
  const std::vector<double> noise = autoregression(0.5, 100, 3);
  std::vector<double> other = noise;
  for (double& value : other) value = 1e9 - 1024.0 * value;
  EXPECT_NEAR(log_sd_error(other), log_sd_error(noise), 1e-9);
  EXPECT_EQ(log_sd_error(std::vector<double>(20, 3.0)), 0.0);
  EXPECT_EQ(log_sd_error(std::vector<double>{0.0, 1.0, 1.0, 0.0, 1.0, 0.0}), 0.0);
}

TEST(SdError, LeavesOutMissingSamples) {
  std::vector<double> noise = autoregression(0.0, 400, 5), gapped;
  for (std::size_t t = 0; t < noise.size(); ++t) {
    gapped.push_back(noise[t]);
    if (t % 4 == 3) gapped.push_back(kNaN);
  }
  EXPECT_NEAR(log_sd_error(gapped) / log_sd_error(noise), 1.0, 0.15);
}

}  // namespace

}  // namespace biotropy::series
