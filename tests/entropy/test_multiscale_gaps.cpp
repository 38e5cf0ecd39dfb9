// SPDX-License-Identifier: Apache-2.0
//
// Missing time and missing samples at many scales.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "biotropy/entropy/multiscale.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

std::vector<int> scales_to(int last) {
  std::vector<int> scales(static_cast<std::size_t>(last));
  std::iota(scales.begin(), scales.end(), 1);
  return scales;
}

MultiscaleParameters omitting(Measure measure, MultiscaleMethod method, std::vector<int> scales) {
  MultiscaleParameters parameters{.measure = measure, .method = method, .scales = std::move(scales)};
  parameters.entropy.ddof = 0;
  parameters.entropy.missing = Missing::omit;
  return parameters;
}

std::vector<double> curve_of(const Multiscale& curve) {
  std::vector<double> all;
  for (const ScaleEntropy& entry : curve.scales) all.push_back(entry.entropy.value);
  return all;
}

// By the definition: means of s samples, missing if they contain one of the (tau - 1) s + 1 missing samples of a gap,
// so that no template with delay tau crosses it. In one call for many scales each has its single value.
TEST(MultiscaleGaps, NoTemplateReachesOverAGapAtAnyScale) {
  auto x = portable_series(49, 400);
  for (const std::size_t gap : {40U, 41U, 44U, 130U, 275U}) x[gap] = NAN;
  for (const MultiscaleMethod method : {MultiscaleMethod::mse, MultiscaleMethod::cmse, MultiscaleMethod::rcmse}) {
    for (const int tau : {1, 2, 3}) {
      MultiscaleParameters parameters = omitting(Measure::sampen, method, scales_to(7));
      parameters.entropy.m = 1;
      parameters.entropy.tau = tau;
      parameters.missing_are_gaps = true;
      const Multiscale curve = multiscale_entropy(x, parameters);
      EXPECT_EQ(curve.scales[3].samples, 100U) << "what keeps a gap apart is no sample";
      parameters.missing_are_gaps = false;
      for (const ScaleEntropy& found : curve.scales) {
        std::vector<double> wide;
        const int width = (tau - 1) * found.scale + 1;
        for (const double value : x) wide.insert(wide.end(), std::isnan(value) ? width : 1, value);
        parameters.scales = {found.scale};
        const Entropy expected = multiscale_entropy(wide, parameters).scales[0].entropy;
        EXPECT_EQ(found.entropy.matches_m, expected.matches_m) << found.scale << " " << tau;
        EXPECT_EQ(found.entropy.matches_m1, expected.matches_m1) << found.scale << " " << tau;
        EXPECT_EQ(found.entropy.templates_m, expected.templates_m) << found.scale << " " << tau;
        EXPECT_EQ(found.entropy.value, expected.value) << found.scale << " " << tau;
      }
    }
  }
}

// Missing samples that are no gaps are not widened, whatever gaps there are, also in other epochs.
TEST(MultiscaleGaps, OnlyGapsAreWidened) {
  constexpr std::size_t kTimes = 200, kUnknown[] = {12, 13, 60, 109, 160}, kGaps[] = {50, 51, 58, 110, 155};
  series::Epochs epochs{.n_epochs = 2, .n_channels = 1, .n_times = kTimes, .data = portable_series(53, 2 * kTimes)};
  epochs.reasons.resize(2);
  epochs.gaps.assign(2 * kTimes, 0);
  for (const std::size_t i : kUnknown) epochs.data[i] = epochs.data[kTimes + i] = NAN;
  for (const std::size_t i : kGaps) {
    epochs.data[kTimes + i] = NAN;
    epochs.gaps[kTimes + i] = 1;
  }
  for (const Measure measure : {Measure::sampen, Measure::permen}) {
    for (const MultiscaleMethod method : {MultiscaleMethod::mse, MultiscaleMethod::cmse}) {
      for (const int tau : {1, 2, 3}) {
        MultiscaleParameters parameters = omitting(measure, method, scales_to(5));
        parameters.entropy.tau = tau;
        const std::vector<Multiscale> curves = multiscale_each_channel(epochs, parameters);
        ASSERT_EQ(curves.size(), 2U);
        for (std::size_t epoch = 0; epoch < 2; ++epoch) {
          for (const ScaleEntropy& found : curves[epoch].scales) {
            std::vector<double> wide;
            for (std::size_t i = epoch * kTimes; i < (epoch + 1) * kTimes; ++i) {
              const int width = epochs.gaps[i] != 0 ? (tau - 1) * found.scale + 1 : 1;
              wide.insert(wide.end(), static_cast<std::size_t>(width), epochs.data[i]);
            }
            parameters.scales = {found.scale};
            const Entropy expected = multiscale_entropy(wide, parameters).scales[0].entropy;
            EXPECT_EQ(found.entropy.value, expected.value) << epoch << ", " << found.scale << " " << tau;
            EXPECT_EQ(found.entropy.templates_m, expected.templates_m) << epoch << ", " << found.scale << " " << tau;
            if (found.scale > 1) continue;
            const std::vector<Samples> alone{wide};
            EXPECT_EQ(found.entropy.value, compute(measure, alone, parameters.entropy).value) << epoch << ", " << tau;
          }
        }
      }
    }
  }
}

// Epochs that share their samples share their marks.
TEST(MultiscaleGaps, GapsOfEpochsThatOverlap) {
  series::Epochs shared;
  shared.n_epochs = 5;
  shared.n_channels = 1;
  shared.n_times = 80;
  shared.step = 30;
  shared.data = portable_series(54, shared.n_shared());
  shared.reasons.resize(5);
  shared.gaps.assign(shared.n_shared(), 0);
  shared.gaps[100] = 1;
  shared.data[20] = shared.data[70] = shared.data[100] = shared.data[135] = NAN;
  series::Epochs apart(shared);
  apart.step = 0;
  apart.data.clear();
  apart.gaps.clear();
  for (std::size_t epoch = 0; epoch < 5; ++epoch) {
    const Samples samples = shared.samples(epoch, 0);
    const series::GapMarks gaps = series::EpochView(shared).gaps_of(epoch);
    apart.data.insert(apart.data.end(), samples.begin(), samples.end());
    apart.gaps.insert(apart.gaps.end(), gaps.begin(), gaps.end());
    EXPECT_EQ(std::count(gaps.begin(), gaps.end(), 1), epoch > 0 && epoch < 4 ? 1 : 0) << epoch;
  }
  MultiscaleParameters parameters = omitting(Measure::sampen, MultiscaleMethod::mse, {1, 2});
  parameters.entropy.m = 1;
  parameters.entropy.tau = 2;
  const auto of_shared = multiscale_each_channel(shared, parameters),
             of_apart = multiscale_each_channel(apart, parameters);
  for (std::size_t epoch = 0; epoch < 5; ++epoch)
    EXPECT_EQ(curve_of(of_shared[epoch]), curve_of(of_apart[epoch])) << epoch;
}

TEST(MultiscaleGaps, AGapAmongTheSamplesThatAreThinnedOutIsKept) {
  std::vector<double> halves(60);
  for (std::size_t i = 0; i < 60; ++i) halves[i] = i < 30 ? (i % 4 < 2 ? 1.0 : 2.0) : (i % 6 < 3 ? 5.0 : 6.0);
  halves[29] = NAN;  // odd: thinning by 2 leaves it out
  MultiscaleParameters parameters = omitting(Measure::sampen, MultiscaleMethod::rmse, {2});
  parameters.cutoff = 1.0;  // no filter at scale 2
  parameters.entropy.tau = 2;
  EXPECT_EQ(multiscale_entropy(halves, parameters).scales[0].entropy.templates_m1, 26U);
  parameters.missing_are_gaps = true;
  EXPECT_EQ(multiscale_entropy(halves, parameters).scales[0].entropy.templates_m1, 15U - 4U + 14U - 4U);
  halves[29] = 1.5;
  halves[57] = NAN;  // in front of the last sample that is kept
  EXPECT_EQ(multiscale_entropy(halves, parameters).scales[0].entropy.templates_m1, 29U - 4U);
}

TEST(MultiscaleGaps, GapsThatWouldTakeTooMuchMemoryAreRefused) {
  auto x = portable_series(50, 100);
  x[10] = x[20] = NAN;
  MultiscaleParameters parameters = omitting(Measure::sampen, MultiscaleMethod::mse, {1, 2});
  parameters.missing_are_gaps = true;
  parameters.entropy.tau = 1'000'000'000;
  EXPECT_EQ(error_of([&] { multiscale_entropy(x, parameters); }).parameter(), "tau");
}

}  // namespace
}  // namespace biotropy::entropy
