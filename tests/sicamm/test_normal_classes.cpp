// SPDX-License-Identifier: Apache-2.0
//
// Gaussian and logistic classifiers as models, beside the classifiers themselves.
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/logistic_regression.hpp"
#include "biotropy/sicamm/shrunk_gaussians.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

const std::vector<std::string> kPair = {"a", "b"}, kFour = {"w", "x", "y", "z"};

// Four classes, more than channels, in runs of ten.
struct NormalSamples {
  NormalSamples() {
    Random random(9);
    for (std::size_t i = 0; i < 2000; ++i) {
      const auto k = static_cast<std::int32_t>(i / 10 % 4);
      const double first = random.normal() + 0.7 * k;
      samples.insert(samples.end(), {50.0 + first, 1e-3 * (first + random.normal() + (k == 1 ? 2.0 : 0.0))});
      labels.push_back(k);
    }
  }
  std::vector<Labelled> all() const { return {{samples, labels}}; }
  std::vector<double> samples;
  std::vector<std::int32_t> labels;
};

TrainingSettings of_classifier(ClassifierKind kind) {
  return TrainingSettings{.classifier = kind, .folds = {4, FoldUnit::blocks, 80, 5}};
}

TEST(NormalClasses, HaveTheDensitiesOfShrunkGaussians) {
  const NormalSamples data;
  const Model model = train(data.all(), kPair, kFour, of_classifier(ClassifierKind::gaussian)).model;
  const auto expected = log_densities(fit_shrunk_gaussians(data.all(), kPair, kFour), data.samples);
  const auto found = ClassDensities(model).log_densities(data.samples);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-8) << i;
}

TEST(NormalClasses, DifferAsTheScoresOfLogisticRegression) {
  const NormalSamples data;
  TrainingSettings settings = of_classifier(ClassifierKind::logistic);
  settings.ridge = 3.0;
  const Model model = train(data.all(), kPair, kFour, settings).model;
  double independent = 0.0;
  for (std::int32_t k = 0; k < 4; ++k) independent += 500.0 / correlation_time(data.all(), 2, k);
  const auto fitted = fit_logistic(data.all(), kPair, kFour, 3.0 * 2000.0 / independent);
  const auto expected = scaled_log_likelihoods(fitted, data.samples);
  const auto found = ClassDensities(model).log_densities(data.samples);
  for (std::size_t i = 0; i < found.size(); i += 4) {
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_NEAR(found[i + k] - found[i], expected[i + k] - expected[i], 1e-8) << i;
    }
  }
  // All samples together have the covariance of the model: that within classes and that of their means.
  const Eigen::Map<const Eigen::Matrix<double, 2, 2, Eigen::RowMajor>> unmixing(model.classes[0].unmixing.data());
  const Eigen::Matrix2d mixing = unmixing.inverse();
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (const ClassModel& one : model.classes) mean += Eigen::Map<const Eigen::Vector2d>(one.bias.data()) / 4.0;
  Eigen::Matrix2d covariance = mixing * mixing.transpose();
  for (const ClassModel& one : model.classes) {
    const Eigen::Vector2d apart = Eigen::Map<const Eigen::Vector2d>(one.bias.data()) - mean;
    covariance += apart * apart.transpose() / 4.0;
  }
  const std::vector<std::int32_t> one_class(2000, 0);
  const std::vector<Labelled> together = {{data.samples, one_class}};
  const ShrunkGaussian all = fit_shrunk_gaussians(together, kPair, {"all"}).front();
  for (Eigen::Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(covariance(i / 2, i % 2) / all.covariance[static_cast<std::size_t>(i)], 1.0, 1e-9);
  }
  EXPECT_NEAR(mean[0] / all.mean[0], 1.0, 1e-12);
}

// Sixty numbers of which one tells the classes apart: with few samples a strong ridge is the better one.
TEST(NormalClasses, HaveTheRidgeThatIsBestOnWhatIsLeftOut) {
  Random random(4);
  std::vector<double> samples;
  std::vector<std::int32_t> labels;
  std::vector<std::string> channels;
  for (int c = 0; c < 60; ++c) channels.push_back("c" + std::to_string(c));
  for (std::size_t i = 0; i < 300; ++i) {
    labels.push_back(static_cast<std::int32_t>(i / 5 % 2));
    for (int c = 0; c < 60; ++c) samples.push_back(random.normal() + (c == 0 ? labels.back() : 0));
  }
  const std::vector<Labelled> all = {{samples, labels}};
  TrainingSettings settings = of_classifier(ClassifierKind::logistic);
  settings.folds = {3, FoldUnit::blocks, 20, 0};
  std::array<double, 4> losses{};
  const Folds folds = make_folds(all, settings.folds);
  for (std::uint32_t fold = 0; fold < 3; ++fold) {
    const auto rest = labels_without(all, folds, fold, 0);
    double independent = 0.0;
    for (std::int32_t k = 0; k < 2; ++k) independent += 150.0 / correlation_time(all, 60, k);
    for (std::size_t r = 0; r < 4; ++r) {
      const std::vector<Labelled> of_rest = {{samples, rest.front()}};
      const auto fitted = fit_logistic(of_rest, channels, {"x", "y"}, std::pow(10.0, r) * 300.0 / independent);
      const auto found = scaled_log_likelihoods(fitted, samples);
      for (std::size_t i = 0; i < 300; ++i) {
        const auto k = static_cast<std::size_t>(labels[i]);
        if (folds[0][i] == fold) losses[r] -= found[2 * i + k] + std::log(fitted.frequencies[k]);
      }
    }
  }
  const auto best = std::min_element(losses.begin(), losses.end()) - losses.begin();
  EXPECT_GT(best, 0);
  EXPECT_EQ(train(all, channels, {"x", "y"}, settings).ridge, std::pow(10.0, best));
}

// Windows of four samples: three of ten go across a change.
TEST(NormalClasses, MayBeFittedToPureWindowsAlone) {
  const NormalSamples data;
  FeatureRecipe recipe{.band_powers = BandPowerSettings{{{5.0, 45.0}}, 0.04, 25.0}};
  const std::vector<std::size_t> lengths = {2000};
  const RecordedVectors vectors(recipe, data.samples, data.labels, lengths, 2, 100.0);
  const RecordedFrom from{kPair, {}, 100.0};
  for (const auto kind : {ClassifierKind::sicamm, ClassifierKind::gaussian, ClassifierKind::logistic}) {
    TrainingSettings settings = of_classifier(kind);
    const Training all = train_features(vectors.recordings(), from, kFour, recipe, settings);
    settings.pure_windows = true;
    const Training pure = train_features(vectors.recordings(), from, kFour, recipe, settings);
    EXPECT_EQ(all.classes[1].samples, 500U);
    EXPECT_EQ(pure.classes[1].samples, 350U);
    EXPECT_EQ(pure.classes[1].missing, 0U);
    EXPECT_EQ(pure.model.chain.transitions, all.model.chain.transitions);
    EXPECT_EQ(pure.tempering->samples, all.tempering->samples);
    EXPECT_NE(pure.model.classes[1].bias, all.model.classes[1].bias);
  }
}

TEST(NormalClasses, RefuseWhatIsOfOtherClassifiers) {
  const NormalSamples data;
  const auto refused = [&](auto change, ClassifierKind kind) {
    TrainingSettings settings = of_classifier(kind);
    change(settings);
    return error_of([&] { train(data.all(), kPair, kFour, settings); }).parameter();
  };
  TrainingSettings pure{.pure_windows = true};
  const RecordedFrom from{kPair, {}, 100.0};
  EXPECT_EQ(error_of([&] { train_features(data.all(), from, kFour, {}, pure); }).parameter(), "pure_windows");
  EXPECT_EQ(refused([](auto& s) { s.ridge = 2.0; }, ClassifierKind::gaussian), "ridge");
  EXPECT_EQ(refused([](auto& s) { s.ridge = 0.0; }, ClassifierKind::logistic), "ridge");
  EXPECT_EQ(refused([](auto& s) { s.unmixing.shrinkage = 0.5; }, ClassifierKind::logistic), "shrinkage");
  EXPECT_EQ(refused([](auto& s) { s.bandwidth = BandwidthRule::silverman; }, ClassifierKind::gaussian), "bandwidth");
}

}  // namespace
}  // namespace biotropy::sicamm
