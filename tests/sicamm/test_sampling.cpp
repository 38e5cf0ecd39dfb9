// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "biotropy/sicamm/sampling.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

constexpr std::size_t kSamples = 20'000;

/// Two classes of two channels: few points of different weights, matrices that mix, and a chain of its own.
Model small_model() {
  const std::vector<double> points = {-3.0, 0.0, 4.0}, weights = {1.0, 5.0, 2.0}, one_point = {1.0};
  Model model{.channels = {"a", "b"}};
  model.classes.push_back({"rest", {2.0, 1.0, 0.0, 4.0}, {10.0, -1.0}, {{points, weights, 0.3}, {points, {}, 0.5}}});
  model.classes.push_back({"task", {0.0, -1.0, 1.0, 3.0}, {0.0, 5.0}, {{one_point, {}, 2.0}, {points, weights, 0.1}}});
  model.chain = {{0.3, 0.7}, {0.9, 0.1, 0.4, 0.6}};
  return model;
}

double cumulative(const KernelDensity& density, double x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < density.points().size(); ++i) {
    const double z = (x - density.points()[i]) / density.bandwidth();
    const double weight = density.weights().empty() ? 1.0 : density.weights()[i];
    sum += weight * 0.5 * std::erfc(-z / std::numbers::sqrt2);
  }
  return sum / density.total_weight();
}

/// Largest difference between the distribution of the values and that of the density, times sqrt(n).
double kolmogorov_smirnov(std::vector<double> values, const KernelDensity& density) {
  std::sort(values.begin(), values.end());
  double largest = 0.0;
  const auto n = static_cast<double>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double wanted = cumulative(density, values[i]);
    largest = std::max({largest, wanted - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - wanted});
  }
  return largest * std::sqrt(n);
}

TEST(Sampling, SourcesHaveTheDensitiesOfTheirClass) {
  const Model model = small_model();
  const Simulated made = sample(model, kSamples, 3);
  for (std::size_t k = 0; k < 2; ++k) {
    const ClassModel& of = model.classes[k];
    for (std::size_t j = 0; j < 2; ++j) {
      std::vector<double> sources;
      for (std::size_t i = 0; i < kSamples; ++i) {
        if (made.classes[i] != static_cast<std::int32_t>(k)) continue;
        sources.push_back(of.unmixing[2 * j] * (made.samples[2 * i] - of.bias[0]) +
                          of.unmixing[2 * j + 1] * (made.samples[2 * i + 1] - of.bias[1]));
      }
      ASSERT_GT(sources.size(), 2000u);
      EXPECT_LT(kolmogorov_smirnov(sources, of.sources[j]), 1.95) << k << " " << j;  // exceeded by chance once in 1,000
    }
  }
}

TEST(Sampling, ClassesFollowTheChain) {
  const Model model = small_model();
  const Simulated made = sample(model, kSamples, 4);
  double from_first = 0.0, changes = 0.0;
  for (std::size_t i = 1; i < kSamples; ++i) {
    from_first += made.classes[i - 1] == 0 ? 1.0 : 0.0;
    changes += made.classes[i - 1] == 0 && made.classes[i] == 1 ? 1.0 : 0.0;
  }
  EXPECT_NEAR(changes / from_first, 0.1, 4.0 * std::sqrt(0.09 / from_first));
  int first = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) first += sample(model, 1, seed).classes[0] == 0;
  EXPECT_NEAR(first / 1000.0, 0.3, 4.0 * std::sqrt(0.21 / 1000.0));
}

TEST(Sampling, ClassesThatCannotComeNeverDo) {
  Model model = small_model();
  model.chain = {{0.0, 1.0}, {1.0, 0.0, 0.0, 1.0}};
  const Simulated made = sample(model, 2000, 1);
  EXPECT_EQ(std::count(made.classes.begin(), made.classes.end(), 1), 2000);
}

TEST(Sampling, DependsOnTheSeedAlone) {
  const Model model = small_model();
  EXPECT_EQ(sample(model, 100, 1).samples, sample(model, 100, 1).samples);
  EXPECT_NE(sample(model, 100, 1).samples, sample(model, 100, 2).samples);
  const Simulated longer = sample(model, 200, 1);
  EXPECT_TRUE(std::equal(longer.samples.begin(), longer.samples.begin() + 200, sample(model, 100, 1).samples.begin()));
}

TEST(Sampling, CanBeStopped) {
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_EQ(error_of([&] { sample(small_model(), 10, 1, {1, &cancel}); }).code(), ErrorCode::cancelled);
}

TEST(Sampling, MistakesAreNamed) {
  EXPECT_EQ(error_of([&] { sample(small_model(), 0, 1); }).parameter(), "samples");
  Model broken = small_model();
  broken.classes[0].bias.pop_back();
  EXPECT_THROW(sample(broken, 1, 1), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
