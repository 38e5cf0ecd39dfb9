// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/logistic_regression.hpp"
#include "biotropy/sicamm/reference_validation.hpp"
#include "biotropy/sicamm/shrunk_gaussians.hpp"

namespace biotropy::sicamm {
namespace {

const std::vector<std::string> kThreeChannels = {"a", "b", "c"}, kThreeClasses = {"x", "y", "z"};

// Three classes in turn, of different means and scales.
struct ReferenceSamples {
  explicit ReferenceSamples(std::size_t count) {
    Random random(5);
    for (std::size_t i = 0; i < count; ++i) {
      const auto k = static_cast<double>(i % 3);
      const double first = random.normal();
      samples.insert(samples.end(),
                     {first * (1.0 + k) + k, 1e3 * (first + random.normal()), random.normal() - k * k / 4});
      labels.push_back(static_cast<std::int32_t>(i % 3));
    }
  }
  std::vector<Labelled> all() const { return {{samples, labels}}; }
  std::vector<double> samples;
  std::vector<std::int32_t> labels;
};

// Ledoit and Wolf 2004, lemma 3.2 to 3.4, as they stand: in channels of SD 1 within classes.
double naive_shrinkage(const std::vector<Eigen::Vector3d>& centred) {
  const auto n = static_cast<double>(centred.size());
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (const auto& x : centred) covariance += x * x.transpose() / n;
  const Eigen::Matrix3d target = covariance.trace() / 3.0 * Eigen::Matrix3d::Identity();
  double error = 0.0;
  for (const auto& x : centred) error += (x * x.transpose() - covariance).squaredNorm() / (n * n);
  return std::min(1.0, error / (covariance - target).squaredNorm());
}

TEST(ShrunkGaussians, AreThoseOfTheDefinition) {
  const ReferenceSamples data(60);
  const auto gaussians = fit_shrunk_gaussians(data.all(), kThreeChannels, kThreeClasses);
  std::array<Eigen::Vector3d, 3> means;
  means.fill(Eigen::Vector3d::Zero());
  const auto sample = [&](std::size_t i) {
    return Eigen::Vector3d(Eigen::Map<const Eigen::Vector3d>(&data.samples[3 * i]));
  };
  for (std::size_t i = 0; i < 60; ++i) means[i % 3] += sample(i) / 20.0;
  Eigen::Array3d squares = Eigen::Array3d::Zero();
  for (std::size_t i = 0; i < 60; ++i) squares += (sample(i) - means[i % 3]).array().square() / 60.0;
  const Eigen::Matrix3d scale = squares.sqrt().matrix().asDiagonal();
  const auto found = log_densities(gaussians, data.samples);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<Eigen::Vector3d> centred;
    for (std::size_t i = k; i < 60; i += 3) centred.emplace_back(scale.inverse() * (sample(i) - means[k]));
    const double shrinkage = naive_shrinkage(centred);
    EXPECT_GT(shrinkage, 0.01);
    EXPECT_NEAR(gaussians[k].shrinkage, shrinkage, 1e-12);
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
    for (const auto& x : centred) covariance += x * x.transpose() / 20.0;
    covariance = (1.0 - shrinkage) * covariance + shrinkage * covariance.trace() / 3.0 * Eigen::Matrix3d::Identity();
    covariance = scale * covariance * scale;
    for (std::size_t i = 0; i < 60; ++i) {
      const Eigen::Vector3d x = sample(i) - means[k];
      const double expected = -0.5 * (x.dot(covariance.inverse() * x) + std::log(covariance.determinant()) +
                                      3.0 * std::log(2.0 * std::numbers::pi));
      EXPECT_NEAR(found[3 * i + k], expected, 1e-9);
    }
  }
}

TEST(ShrunkGaussians, HaveARankWithFewerSamplesThanChannels) {
  const ReferenceSamples two_each(6);
  EXPECT_THROW(fit_shrunk_gaussians(two_each.all(), kThreeChannels, kThreeClasses), Error);
  const ReferenceSamples data(9);
  for (const auto& one : fit_shrunk_gaussians(data.all(), kThreeChannels, kThreeClasses)) EXPECT_GT(one.shrinkage, 0.0);
  const auto gaussians = fit_shrunk_gaussians(data.all(), kThreeChannels, kThreeClasses);
  for (const double value : log_densities(gaussians, data.samples)) EXPECT_TRUE(std::isfinite(value));
}

TEST(LogisticRegression, HasNoGradientAtItsWeights) {
  ReferenceSamples data(300);
  data.samples[4] = std::numeric_limits<double>::quiet_NaN();  // left out
  for (const double ridge : {1e-3, 1.0, 100.0}) {
    const LogisticRegression model = fit_logistic(data.all(), kThreeChannels, kThreeClasses, ridge);
    const auto evidence = scaled_log_likelihoods(model, data.samples);
    std::vector<double> gradient(12);
    double cost = 0.0;
    for (std::size_t w = 0; w < 9; ++w) {
      gradient[w] = ridge * model.weights[w];
      cost += 0.5 * ridge * model.weights[w] * model.weights[w];
    }
    for (std::size_t i = 0; i < 300; ++i) {
      if (i == 1) {
        EXPECT_TRUE(std::isnan(evidence[3 * i]));
        continue;
      }
      double sum = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double p = model.frequencies[k] * std::exp(evidence[3 * i + k]);
        sum += p;
        const double error = p - (i % 3 == k ? 1.0 : 0.0);
        if (i % 3 == k) cost -= std::log(p);
        gradient[9 + k] += error;
        for (std::size_t c = 0; c < 3; ++c) {
          gradient[3 * k + c] += error * (data.samples[3 * i + c] - model.means[c]) / model.scales[c];
        }
      }
      EXPECT_NEAR(sum, 1.0, 1e-12);
    }
    for (const double value : gradient) EXPECT_NEAR(value, 0.0, 1e-3 * std::min(1.0, ridge)) << ridge;
    EXPECT_NEAR(model.cost, cost, 1e-9 * cost);
    EXPECT_NEAR(model.intercepts[0] + model.intercepts[1] + model.intercepts[2], 0.0, 1e-9);
  }
}

// Runs of ten samples of each class in turn, so that the chain says something.
struct ReferenceRuns : ReferenceSamples {
  explicit ReferenceRuns(std::size_t count) : ReferenceSamples(count) {
    const std::vector<double> in_turn = samples;
    for (std::size_t i = 0; i < count; ++i) {
      labels[i] = static_cast<std::int32_t>(i / 10 % 3);
      const std::size_t from = i / 30 * 30 + i % 10 * 3 + static_cast<std::size_t>(labels[i]);
      std::copy_n(&in_turn[3 * from], 3, &samples[3 * i]);
    }
  }
};

ValidationSettings reference_folds() {
  ValidationSettings settings{.folds = {4, FoldUnit::blocks, 30, 5}};
  settings.training.folds = {3, FoldUnit::blocks, 30, 5};
  return settings;
}

TEST(ReferenceMethods, ScoreTheSamplesThatTheModelScores) {
  const ReferenceRuns data(600);
  ValidationSettings settings = reference_folds();
  const auto scored_by = [&](const auto& validate_method) {
    std::vector<std::pair<const double*, std::size_t>> parts;
    settings.scored = [&](std::uint32_t, const Labelled& part, const Classification&) {
      parts.emplace_back(part.samples.data(), part.labels.size());
    };
    validate_method();
    return parts;
  };
  const auto expected = scored_by([&] { cross_validate(data.all(), kThreeChannels, kThreeClasses, settings); });
  ASSERT_FALSE(expected.empty());
  for (const auto method : kReferenceMethods) {
    EXPECT_EQ(scored_by([&] { validate_reference(method, data.all(), kThreeChannels, kThreeClasses, settings); }),
              expected)
        << word(method);
  }
}

TEST(ReferenceMethods, BeatChanceWhereClassesDiffer) {
  const ReferenceRuns data(600);
  const auto scores = [&](ReferenceMethod method) {
    return validate_reference(method, data.all(), kThreeChannels, kThreeClasses, reference_folds()).scores;
  };
  const Scores chance = scores(ReferenceMethod::chance);
  EXPECT_EQ(chance.samples, 600U);
  EXPECT_NEAR(chance.kappa, 0.0, 0.1);
  EXPECT_NEAR(chance.log_loss, std::log(3.0), 0.05);
  for (const auto method : {ReferenceMethod::gaussian, ReferenceMethod::mixture, ReferenceMethod::logistic}) {
    const Scores found = scores(method);
    EXPECT_GT(found.accuracy, chance.accuracy + 0.2) << word(method);
    EXPECT_LT(found.log_loss, chance.log_loss - 0.2) << word(method);
  }
}

// One class on both sides of the other, of the same mean and variance: only their shapes differ.
TEST(ReferenceMethods, MixturesSeeWhatOneGaussianDoesNot) {
  Random random(6);
  std::vector<double> samples;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 1200; ++i) {
    const bool two_places = i / 20 % 2 == 0;
    samples.push_back(two_places ? 2.0 * random.sign() + 0.3 * random.normal()
                                 : std::hypot(2.0, 0.3) * random.normal());
    labels.push_back(two_places ? 0 : 1);
  }
  const std::vector<Labelled> all = {{samples, labels}};
  ValidationSettings settings = reference_folds();
  settings.mixture_components = 2;
  const auto accuracy = [&](ReferenceMethod method) {
    return validate_reference(method, all, {"a"}, {"x", "y"}, settings).scores.accuracy;
  };
  EXPECT_GT(accuracy(ReferenceMethod::mixture), 0.9);
  EXPECT_LT(accuracy(ReferenceMethod::gaussian), 0.7);
}

TEST(ReferenceMethods, SayWhatIsWrong) {
  ReferenceSamples data(30);
  EXPECT_THROW(fit_logistic(data.all(), kThreeChannels, kThreeClasses, 0.0), Error);
  ValidationSettings settings = reference_folds();
  settings.mixture_components = 0;
  EXPECT_THROW(validate_reference(ReferenceMethod::mixture, data.all(), kThreeChannels, kThreeClasses, settings),
               Error);
  for (std::size_t i = 0; i < 30; ++i) data.samples[3 * i + 1] = 7.0;
  EXPECT_THROW(fit_logistic(data.all(), kThreeChannels, kThreeClasses), Error);
  EXPECT_THROW(fit_shrunk_gaussians(data.all(), kThreeChannels, kThreeClasses), Error);
  for (auto& label : data.labels) label = label == 2 ? kUnlabelled : label;
  EXPECT_THROW(fit_logistic(data.all(), kThreeChannels, kThreeClasses), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
