// SPDX-License-Identifier: Apache-2.0
//
// Mixtures of normal distributions: the equations as they stand in long double, and GaussianMixture of scikit-learn.
#include "biotropy/sicamm/gaussian_mixture.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/class_mixtures.hpp"
#include "tests/sicamm/peer_samples.hpp"

namespace biotropy::sicamm {
namespace {

using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

// Two groups, one of them narrow and tilted, of two channels.
std::vector<double> two_groups(std::size_t count) {
  Random random(8);
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = random.normal(), b = random.normal();
    if (i % 3 == 0) {
      result.insert(result.end(), {4.0 + a, 1.0 + a + 0.2 * b});
    } else {
      result.insert(result.end(), {2.0 * a, b - 1.0});
    }
  }
  return result;
}

struct NaiveMixture {
  std::vector<long double> weights;
  std::vector<LongVector> means;
  std::vector<LongMatrix> covariances;

  explicit NaiveMixture(const GaussianMixture& from) {
    const auto m = static_cast<Eigen::Index>(from.means.size() / from.weights.size());
    for (std::size_t k = 0; k < from.weights.size(); ++k) {
      const auto offset = static_cast<Eigen::Index>(k) * m;
      weights.push_back(from.weights[k]);
      means.push_back(
          Eigen::Map<const Eigen::VectorXd>(&from.means[static_cast<std::size_t>(offset)], m).cast<long double>());
      covariances.push_back(
          Eigen::Map<const Eigen::MatrixXd>(&from.covariances[static_cast<std::size_t>(offset * m)], m, m)
              .cast<long double>());
    }
  }

  std::vector<long double> joint(const LongVector& x) const {
    std::vector<long double> result;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const LongVector d = x - means[k];
      const long double square = d.dot(covariances[k].inverse() * d);
      const LongMatrix scaled = 2.0L * std::numbers::pi_v<long double> * covariances[k];
      result.push_back(weights[k] * std::exp(-0.5L * square) / std::sqrt(scaled.determinant()));
    }
    return result;
  }

  // One round; returns the mean log-likelihood before it.
  long double round(const std::vector<double>& samples, long double floor) {
    const Eigen::Index m = means.front().size();
    const std::size_t n = samples.size() / static_cast<std::size_t>(m);
    std::vector<LongVector> x;
    std::vector<std::vector<long double>> shares;
    long double likelihood = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(Eigen::Map<const Eigen::VectorXd>(&samples[i * static_cast<std::size_t>(m)], m).cast<long double>());
      shares.push_back(joint(x.back()));
      long double sum = 0.0L;
      for (const long double share : shares.back()) sum += share;
      likelihood += std::log(sum) / static_cast<long double>(n);
      for (long double& share : shares.back()) share /= sum;
    }
    for (std::size_t k = 0; k < weights.size(); ++k) {
      long double total = 0.0L;
      LongVector mean = LongVector::Zero(m);
      for (std::size_t i = 0; i < n; ++i) {
        total += shares[i][k];
        mean += shares[i][k] * x[i];
      }
      means[k] = mean / total;
      LongMatrix covariance = LongMatrix::Zero(m, m);
      for (std::size_t i = 0; i < n; ++i)
        covariance += shares[i][k] * (x[i] - means[k]) * (x[i] - means[k]).transpose();
      covariances[k] = covariance / total + floor * LongMatrix::Identity(m, m);
      weights[k] = total / static_cast<long double>(n);
    }
    return likelihood;
  }
};

TEST(GaussianMixture, TakesTheStepsOfTheEquations) {
  const auto samples = two_groups(300);
  MixtureSettings settings{.components = 2, .tolerance = 1e-300, .most_rounds = 7};
  const GaussianMixture start = mixture_start(samples, 2, settings);
  const GaussianMixture found = fit_mixture(samples, 2, start, settings);
  EXPECT_EQ(found.rounds, 7U);
  EXPECT_FALSE(found.converged);
  NaiveMixture naive(start);
  long double likelihood = 0.0L;
  for (int round = 0; round < 7; ++round) likelihood = naive.round(samples, settings.floor);
  EXPECT_NEAR(found.log_likelihood, static_cast<double>(likelihood), 1e-12);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(found.weights[k], static_cast<double>(naive.weights[k]), 1e-12);
    for (Eigen::Index a = 0; a < 2; ++a) {
      const std::size_t place = 2 * k + static_cast<std::size_t>(a);
      EXPECT_NEAR(found.means[place], static_cast<double>(naive.means[k][a]), 1e-11);
      for (Eigen::Index b = 0; b < 2; ++b) {
        EXPECT_NEAR(found.covariances[2 * place + static_cast<std::size_t>(b)],
                    static_cast<double>(naive.covariances[k](a, b)), 1e-11);
      }
    }
  }
  const auto densities = log_densities(found, samples, 2);
  const NaiveMixture last(found);
  for (std::size_t i = 0; i < 300; ++i) {
    const auto joint = last.joint(Eigen::Map<const Eigen::Vector2d>(&samples[2 * i]).cast<long double>());
    EXPECT_NEAR(densities[i], static_cast<double>(std::log(joint[0] + joint[1])), 1e-11);
  }
}

TEST(GaussianMixture, FindsThatOfScikitLearnFromTheSameStart) {
  std::ifstream file(BIOTROPY_SOURCE "/tests/sicamm/sklearn_fixtures.txt");
  std::string line, word;
  while (std::getline(file, line) && !line.starts_with("mixture")) continue;
  ASSERT_TRUE(line.starts_with("mixture")) << "tests/sicamm/sklearn_fixtures.txt has no mixture";
  std::istringstream words(line);
  words >> word >> word;
  const auto next = [&] {
    double value = std::numeric_limits<double>::quiet_NaN();
    words >> value;
    return value;
  };
  auto samples = peer_samples();
  for (double& value : samples) value *= 10.0;
  MixtureSettings settings{.floor = 0.01, .tolerance = 1e-6};
  GaussianMixture start{.weights = {0.5, 0.25, 0.25}};
  start.means.assign(samples.begin(), samples.begin() + 12);
  for (std::size_t entry = 0; entry < 48; ++entry) start.covariances.push_back(entry % 16 % 5 == 0 ? 1.0 : 0.0);
  const GaussianMixture found = fit_mixture(samples, 4, start, settings);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(static_cast<double>(found.rounds), next());
  EXPECT_NEAR(found.log_likelihood, next(), 1e-9);
  for (const double value : found.weights) EXPECT_NEAR(value, next(), 1e-9);
  for (const double value : found.means) EXPECT_NEAR(value, next(), 1e-8);
  for (const double value : found.covariances) EXPECT_NEAR(value, next(), 1e-8);
  EXPECT_TRUE(words.eof() || words.peek() == EOF);
}

TEST(GaussianMixture, HasTheSameBitsWithEveryNumberOfThreads) {
  const auto samples = two_groups(20000);
  const MixtureSettings settings;
  const GaussianMixture start = mixture_start(samples, 2, settings);
  Execution one, several;
  one.threads = 1;
  several.threads = 3;
  const GaussianMixture first = fit_mixture(samples, 2, start, settings, one);
  const GaussianMixture second = fit_mixture(samples, 2, start, settings, several);
  EXPECT_TRUE(first.converged);
  EXPECT_EQ(first.rounds, second.rounds);
  EXPECT_EQ(first.weights, second.weights);
  EXPECT_EQ(first.means, second.means);
  EXPECT_EQ(first.covariances, second.covariances);
  MixtureSettings other = settings;
  other.seed = 2;
  EXPECT_NE(mixture_start(samples, 2, other).means, start.means);
  EXPECT_EQ(mixture_start(samples, 2, settings).means, start.means);
}

// Half of the samples are one sample: the likelihood has no bound without a floor.
TEST(GaussianMixture, HasAFloor) {
  auto samples = two_groups(200);
  for (std::size_t i = 0; i < 200; ++i) samples[i] = 7.0;
  MixtureSettings settings{.components = 4};
  const GaussianMixture found = fit_mixture(samples, 2, mixture_start(samples, 2, settings), settings);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 4; ++k) {
    const Eigen::Map<const Eigen::Matrix2d> covariance(&found.covariances[4 * k]);
    least = std::min(least, Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(covariance).eigenvalues()[0]);
  }
  EXPECT_NEAR(least, settings.floor, 1e-12);
  for (const double value : log_densities(found, samples, 2)) EXPECT_TRUE(std::isfinite(value));
  const std::vector<double> equal(20, 3.0);
  for (const double value : log_densities(fit_mixture(equal, 2, mixture_start(equal, 2, settings), settings), equal, 2))
    EXPECT_TRUE(std::isfinite(value));
}

TEST(GaussianMixture, SaysWhatIsWrong) {
  const auto samples = two_groups(2);
  EXPECT_THROW(mixture_start(samples, 2, {}), Error);  // fewer samples than components
  const auto wrong = [&](auto change) {
    MixtureSettings settings;
    change(settings);
    EXPECT_THROW(validate(settings), Error);
  };
  wrong([](auto& s) { s.components = 0; });
  wrong([](auto& s) { s.components = 101; });
  wrong([](auto& s) { s.floor = 0.0; });
  wrong([](auto& s) { s.floor = std::numeric_limits<double>::quiet_NaN(); });
  wrong([](auto& s) { s.tolerance = -1.0; });
  wrong([](auto& s) { s.most_rounds = 0; });
}

// A linear transformation of the channels changes the log densities by its volume alone.
TEST(ClassMixtures, DoNotDependOnUnits) {
  auto samples = two_groups(600);
  std::vector<std::int32_t> labels(600);
  for (std::size_t i = 0; i < 600; ++i) labels[i] = i % 5 == 0 ? 1 : 0;
  samples[7] = std::numeric_limits<double>::infinity();
  auto transformed = samples;
  for (std::size_t i = 0; i < 600; ++i) {
    transformed[2 * i] = 1e6 * (samples[2 * i] + samples[2 * i + 1]) + 4e6;
    transformed[2 * i + 1] = 1e-3 * samples[2 * i + 1] - 1.0;
  }
  const std::vector<std::string> channels = {"a", "b"}, classes = {"x", "y"};
  const std::vector<Labelled> one = {{samples, labels}}, other = {{transformed, labels}};
  const auto expected = log_densities(fit_class_mixtures(one, channels, classes), samples);
  const auto found = log_densities(fit_class_mixtures(other, channels, classes), transformed);
  for (std::size_t i = 0; i < 1200; ++i) {
    if (i / 2 == 3) {
      EXPECT_TRUE(std::isnan(found[i]));
      continue;
    }
    EXPECT_NEAR(found[i] + std::log(1e3), expected[i], 1e-6) << i;
  }
}

TEST(ClassMixtures, SayWhatIsWrong) {
  auto samples = two_groups(30);
  std::vector<std::int32_t> labels(30, 0);
  const std::vector<std::string> channels = {"a", "b"}, classes = {"x", "y"};
  const std::vector<Labelled> recordings = {{samples, labels}};
  EXPECT_THROW(fit_class_mixtures(recordings, channels, classes), Error);  // no sample of y
  labels[3] = 1;
  EXPECT_THROW(fit_class_mixtures(recordings, channels, classes), Error);  // fewer than components
  for (std::size_t i = 0; i < 30; ++i) labels[i] = i % 2 == 0 ? 1 : 0;
  EXPECT_NO_THROW(fit_class_mixtures(recordings, channels, classes));
  for (std::size_t i = 0; i < 30; ++i) samples[2 * i] = 5.0;
  EXPECT_THROW(fit_class_mixtures(recordings, channels, classes), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
