// SPDX-License-Identifier: Apache-2.0
//
// Cross measures at many scales: both series are z-scored and coarse-grained by plain loops, and the naive measure is
// taken of them.
#include <cmath>
#include <cstring>
#include <numeric>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/prepare/iir.hpp"
#include "naive_entropy.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

using Series = std::vector<double>;

constexpr Measure kCrossMeasures[] = {Measure::cross_sampen, Measure::cross_apen, Measure::cross_fuzzyen};
constexpr std::size_t kSamples = 210;

Series z_scored(const Series& x) {
  const auto n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : x) squares += (value - mean) * (value - mean);
  Series scores;
  for (const double value : x) scores.push_back((value - mean) / std::sqrt(squares / (n - 1.0)));
  return scores;
}

Series grained(const Series& x, int scale, int start, series::Grain grain) {
  Series coarse;
  for (std::size_t i = static_cast<std::size_t>(start); i + static_cast<std::size_t>(scale) <= x.size();
       i += static_cast<std::size_t>(scale)) {
    double sum = 0.0, squares = 0.0;
    for (std::size_t k = i; k < i + static_cast<std::size_t>(scale); ++k) sum += x[k];
    const double mean = sum / scale;
    for (std::size_t k = i; k < i + static_cast<std::size_t>(scale); ++k) squares += (x[k] - mean) * (x[k] - mean);
    coarse.push_back(grain == series::Grain::mean ? mean : squares / scale);
  }
  return coarse;
}

double naive(Measure measure, const Series& u, const Series& v, double r) {
  if (measure == Measure::cross_sampen) return naive_cross_sampen(u, v, 2, 1, r);
  if (measure == Measure::cross_apen) return naive_cross_apen(u, v, 2, 1, r, Bias::max);
  return naive_fuzzyen(u, v, 2, 1, r, 2.0, true);
}

struct PairSums {
  double b = 0.0, a = 0.0;
};

// Pairs of templates of u and v that match, with m = 2; for a fuzzy measure means of membership.
PairSums sums_of(Measure measure, const Series& u, const Series& v, double r) {
  PairSums counts;
  const std::size_t templates_u = u.size() - 2, templates_v = v.size() - 2;
  for (std::size_t i = 0; i < templates_u; ++i) {
    for (std::size_t j = 0; j < templates_v; ++j) {
      double at[2] = {};
      for (const std::size_t length : {2U, 3U}) {
        double mean_u = 0.0, mean_v = 0.0, distance = 0.0;
        if (has(measure, kMembership)) {
          for (std::size_t k = 0; k < length; ++k) mean_u += u[i + k] / static_cast<double>(length);
          for (std::size_t k = 0; k < length; ++k) mean_v += v[j + k] / static_cast<double>(length);
        }
        for (std::size_t k = 0; k < length; ++k) {
          distance = std::max(distance, std::abs((u[i + k] - mean_u) - (v[j + k] - mean_v)));
        }
        at[length - 2] = has(measure, kMembership) ? std::exp(-(distance / r) * (distance / r)) : distance <= r;
      }
      counts.b += at[0];
      counts.a += at[1];
    }
  }
  if (!has(measure, kMembership)) return counts;
  const auto pairs = static_cast<double>(templates_u * templates_v);
  return {counts.b / pairs, counts.a / pairs};
}

// Epochs of three channels, coupled so that pairs differ.
series::Epochs recording(std::size_t n_epochs, std::size_t n_times = kSamples) {
  series::Epochs epochs{.n_epochs = n_epochs, .n_channels = 3, .n_times = n_times};
  for (std::size_t e = 0; e < n_epochs; ++e) {
    const Series common = portable_series(e + 1, n_times);
    for (std::size_t c = 0; c < 3; ++c) {
      const Series own = portable_series(100 * e + 7 * c + 3, n_times);
      double walk = 0.0;
      for (std::size_t i = 0; i < n_times; ++i) {
        walk = 0.7 * walk + own[i] - 0.5 + static_cast<double>(c) * 0.4 * common[i];
        epochs.data.push_back(walk * (1.0 + static_cast<double>(c + e)));
      }
    }
  }
  return epochs;
}

Series channel(const series::Epochs& epochs, std::size_t epoch, std::size_t channel) {
  const Samples samples = epochs.samples(epoch, channel);
  return {samples.begin(), samples.end()};
}

MultiscaleParameters pairs_over(Measure measure, MultiscaleMethod method, std::vector<int> scales) {
  return MultiscaleParameters{.measure = measure, .method = method, .scales = std::move(scales)};
}

bool same_series_bits(const Series& a, const Series& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(MultiscalePairwise, IsTheMeasureOfBothCoarseGrainedSeries) {
  const series::Epochs epochs = recording(2);
  for (const Measure measure : kCrossMeasures) {
    for (const ToleranceOf of : {ToleranceOf::original, ToleranceOf::scale}) {
      for (const series::Grain grain : {series::Grain::mean, series::Grain::variance}) {
        MultiscaleParameters parameters = pairs_over(measure, MultiscaleMethod::mse, {4, 2});
        parameters.tolerance_of = of;
        parameters.grain = grain;
        parameters.entropy.r = 0.3;
        const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
        ASSERT_EQ(found.scales.size(), 2U);
        EXPECT_EQ(found.samples, (std::vector<std::size_t>{kSamples / 4, kSamples / 2}));
        for (std::size_t s = 0; s < 2; ++s) {
          for (std::size_t entry = 0; entry < 18; ++entry) {
            Series pair[2];
            for (const std::size_t side : {0U, 1U}) {
              const std::size_t at = side == 0 ? entry % 9 / 3 : entry % 3;
              pair[side] = channel(epochs, entry / 9, at);
              if (of == ToleranceOf::original) pair[side] = z_scored(pair[side]);
              pair[side] = grained(pair[side], parameters.scales[s], 0, grain);
              if (of == ToleranceOf::scale) pair[side] = z_scored(pair[side]);
            }
            const double expected = naive(measure, pair[0], pair[1], 0.3);
            ASSERT_TRUE(std::isfinite(expected));
            EXPECT_NEAR(found.scales[s].values[entry], expected, 1e-10) << word(measure) << ", entry " << entry;
            if (measure != Measure::cross_sampen) continue;
            const PairSums counts = sums_of(measure, pair[0], pair[1], 0.3);
            EXPECT_EQ(static_cast<double>(found.scales[s].matches_m[entry]), counts.b);
            EXPECT_EQ(static_cast<double>(found.scales[s].matches_m1[entry]), counts.a);
          }
        }
      }
    }
  }
}

TEST(MultiscalePairwise, CompositesUseEveryStart) {
  const series::Epochs epochs = recording(1);
  for (const Measure measure : kCrossMeasures) {
    for (const MultiscaleMethod method : {MultiscaleMethod::cmse, MultiscaleMethod::rcmse}) {
      if (method == MultiscaleMethod::rcmse && !has(measure, kRatio)) continue;
      MultiscaleParameters parameters = pairs_over(measure, method, {3});
      parameters.entropy.r = 0.4;
      const Pairwise found = multiscale_pairwise(epochs, parameters).scales[0];
      for (std::size_t x = 0; x < 3; ++x) {
        for (std::size_t y = 0; y < 3; ++y) {
          double mean = 0.0;
          PairSums sum;
          for (int start = 0; start < 3; ++start) {
            const Series u = grained(z_scored(channel(epochs, 0, x)), 3, start, series::Grain::mean);
            const Series v = grained(z_scored(channel(epochs, 0, y)), 3, start, series::Grain::mean);
            mean += naive(measure, u, v, 0.4) / 3;
            if (!has(measure, kRatio)) continue;
            const PairSums one = sums_of(measure, u, v, 0.4);
            sum.b += one.b;
            sum.a += one.a;
          }
          const bool refined = method == MultiscaleMethod::rcmse;
          EXPECT_NEAR(found.values[found.entry(0, x, y)], refined ? std::log(sum.b / sum.a) : mean, 1e-10)
              << word(measure) << " " << word(method);
          if (measure == Measure::cross_sampen) {
            EXPECT_EQ(static_cast<double>(found.matches_m1[found.entry(0, x, y)]), sum.a);
          }
        }
      }
    }
  }
}

TEST(MultiscalePairwise, TheRefinedMethodThinsFilteredSeries) {
  const series::Epochs epochs = recording(1);
  const MultiscalePairwise found =
      multiscale_pairwise(epochs, pairs_over(Measure::cross_sampen, MultiscaleMethod::rmse, {1, 3}));
  Series thin[2];
  for (const std::size_t side : {0U, 1U}) {
    const Series smooth = prepare::zero_phase(prepare::butterworth({0.0, 0.5 / 3}, 6, 1.0), channel(epochs, 0, side));
    for (std::size_t i = 0; i < smooth.size(); i += 3) thin[side].push_back(smooth[i]);
    thin[side] = z_scored(thin[side]);
  }
  EXPECT_NEAR(found.scales[1].values[1], naive_cross_sampen(thin[0], thin[1], 2, 1, 0.2), 1e-10);
  EXPECT_EQ(found.samples[1], kSamples / 3);
  EXPECT_TRUE(same_series_bits(found.scales[0].values, pairwise(epochs, Measure::cross_sampen, {}).values));
}

// EntropyHub 2.0 (XMSEn, peer_values.py) on the portable series of the seeds 1 and 2, z-scored but for the fuzzy one
// and variances. Its Cross-ApEn takes templates of the second series and looks for them in the first.
TEST(MultiscalePairwise, EntropyHubsCurves) {
  series::Epochs epochs{.n_epochs = 1, .n_channels = 2, .n_times = 1000, .data = portable_series(1, 1000)};
  const Series other = portable_series(2, 1000);
  epochs.data.insert(epochs.data.end(), other.begin(), other.end());
  const auto expect = [&](const MultiscaleParameters& given, std::size_t entry, const Series& expected) {
    MultiscaleParameters parameters = given;
    parameters.scales = {1, 2, 3, 4, 5};
    const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
    for (std::size_t s = 0; s < 5; ++s) {
      if (std::isnan(expected[s])) continue;
      EXPECT_NEAR(found.scales[s].values[entry], expected[s], 1e-11) << word(given.measure) << " " << s + 1;
    }
  };
  const auto conventional = [](Measure measure) {
    return conventional_multiscale(Convention::entropyhub, measure, MultiscaleMethod::mse);
  };
  expect(conventional(Measure::cross_sampen), 1,
         {2.1986696642929, 1.9104454394830308, 1.7459061647319327, 1.6208351668723233, 1.4432510487592445});
  expect(conventional(Measure::cross_apen), 2,
         {0.37085898030033881, -0.00052310811076461405, 0.41708091163444383, 0.4537859396356243, 0.78015248768180046});
  expect(conventional(Measure::cross_fuzzyen), 1,
         {0.40119864341068484, 0.24130689456861434, 0.19037446255871371, 0.15146793956285737, 0.12185065018608927});
  MultiscaleParameters variances = conventional(Measure::cross_sampen);
  variances.grain = series::Grain::variance;
  variances.entropy.r = 0.02;
  variances.entropy.r_unit = series::RUnit::absolute;
  expect(variances, 1, {std::nan(""), 0.95796256014971259, 1.2485386017345363, 1.2466977489922773, 1.1961003455369106});
}

TEST(MultiscalePairwise, ThreadsBatchesAndWhatIsKeptChangeNoBit) {
  series::Epochs epochs = recording(35, 60);
  epochs.reasons.assign(105, "");
  epochs.reasons[40] = "peak-to-peak 900 above 150";
  for (const Measure measure : kCrossMeasures) {
    const MultiscaleParameters parameters = pairs_over(measure, MultiscaleMethod::cmse, {1, 3});
    const MultiscalePairwise all = multiscale_pairwise(epochs, parameters, Keep::epochs, {1});
    const MultiscalePairwise again = multiscale_pairwise(epochs, parameters, Keep::epochs, {3});
    const MultiscalePairwise means = multiscale_pairwise(epochs, parameters, Keep::mean, {2});
    const Pairwise single = pairwise(epochs, measure, {});
    EXPECT_TRUE(same_series_bits(all.scales[0].values, single.values));
    EXPECT_TRUE(same_series_bits(all.scales[0].mean, single.mean));
    EXPECT_EQ(all.scales[0].valid_epochs, single.valid_epochs);
    EXPECT_EQ(all.scales[0].templates_m1, single.templates_m1);
    EXPECT_EQ(all.scales[1].reasons[40], "peak-to-peak 900 above 150");
    ASSERT_EQ(all.complexity_index.size(), 35U * 9U);
    ASSERT_EQ(means.complexity_index.size(), 9U);
    EXPECT_EQ(means.complexity_index[1], means.scales[0].mean[1] + means.scales[1].mean[1]);
    for (const std::size_t s : {0U, 1U}) {
      EXPECT_TRUE(same_series_bits(all.scales[s].values, again.scales[s].values));
      EXPECT_TRUE(same_series_bits(all.scales[s].mean, means.scales[s].mean));
      EXPECT_TRUE(means.scales[s].values.empty());
    }
    EXPECT_EQ(all.complexity_index[7], all.scales[0].values[7] + all.scales[1].values[7]);
    EXPECT_TRUE(std::isnan(all.complexity_index[all.scales[0].entry(13, 0, 1)])) << "a rejected channel";
  }
}

TEST(MultiscalePairwise, WhatCannotBeComputedHasAReasonAndTheRestIsDone) {
  series::Epochs epochs = recording(3, 40);
  for (std::size_t i = 0; i < 40; ++i) epochs.data[(3 + 2) * 40 + i] = -1.5;  // epoch 1, channel 2
  for (std::size_t i = 0; i < 40; ++i) epochs.data[(6 + 0) * 40 + i] = i % 2 == 0 ? 1.0 : -1.0;
  epochs.data[5] = NAN;
  MultiscaleParameters parameters = pairs_over(Measure::cross_sampen, MultiscaleMethod::mse, {1, 2, 20});
  parameters.entropy.r = 0.5;
  MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
  EXPECT_THAT(found.scales[1].reasons[0], HasSubstr("1 missing sample (NaN)"));
  EXPECT_THAT(found.scales[1].reasons[5], HasSubstr("constant"));
  EXPECT_EQ(found.scales[1].reasons[4], "");
  EXPECT_TRUE(std::isfinite(found.scales[1].values[found.scales[1].entry(1, 0, 1)]));
  EXPECT_THAT(found.scales[2].reasons[4], HasSubstr("scale 20: the epoch has 2 samples"));
  // The means of an alternating series are all the same; the tolerance is still that of the original.
  EXPECT_EQ(found.scales[1].reasons[6], "");
  parameters.tolerance_of = ToleranceOf::scale;
  found = multiscale_pairwise(epochs, parameters);
  EXPECT_THAT(found.scales[1].reasons[6], HasSubstr("scale 2: all 20 samples equal 0"));
  EXPECT_TRUE(std::isfinite(found.scales[0].values[found.scales[0].entry(2, 0, 0)]));
}

// A mean is missing where one of its samples is; with a delay, a gap is as wide at every scale, in its channel alone.
TEST(MultiscalePairwise, MissingSamplesAreLeftOutAtEveryScale) {
  series::Epochs epochs = recording(1);
  epochs.data[31] = NAN;
  MultiscaleParameters parameters = pairs_over(Measure::cross_sampen, MultiscaleMethod::rcmse, {2, 4});
  parameters.entropy.missing = Missing::omit;
  parameters.entropy.r = 0.5;
  parameters.entropy.tau = 2;
  std::vector<std::uint8_t> marks(epochs.n_times, 0);
  marks[31] = 1;
  for (const bool gaps : {false, true}) {
    epochs.gaps = gaps ? marks : std::vector<std::uint8_t>();
    const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
    // A scale is the same when it is asked for alone.
    MultiscaleParameters alone = parameters;
    alone.scales = {4};
    EXPECT_EQ(multiscale_pairwise(epochs, alone).scales[0].matches_m1, found.scales[1].matches_m1);
    // Channels 1 and 2 have no missing sample.
    series::Epochs whole = epochs;
    whole.data[31] = 0.0;
    const MultiscalePairwise without = multiscale_pairwise(whole, parameters);
    EXPECT_EQ(found.scales[1].values[5], without.scales[1].values[5]);
    EXPECT_LT(found.scales[1].templates_m1[0], without.scales[1].templates_m1[0]);
    EXPECT_TRUE(std::isfinite(found.scales[1].values[1]));
  }
  // A channel that is rejected for its missing samples changes nothing in the others.
  epochs.gaps = marks;
  parameters.entropy.missing = Missing::raise;
  const MultiscalePairwise raised = multiscale_pairwise(epochs, parameters);
  EXPECT_THAT(raised.scales[1].reasons[0], HasSubstr("1 missing sample (NaN)"));
  EXPECT_EQ(raised.scales[1].reasons[1], "");
  EXPECT_TRUE(std::isfinite(raised.scales[1].values[5]));
  parameters.entropy.missing = Missing::omit;
  // A template of three samples with delay 2 may step over a missing sample, and over no gap: one window is missing
  // from each of the four starts.
  epochs.gaps.clear();
  const std::uint64_t stepping = multiscale_pairwise(epochs, parameters).scales[1].templates_m1[0];
  epochs.gaps = marks;
  EXPECT_LT(multiscale_pairwise(epochs, parameters).scales[1].templates_m1[0], stepping);
}

// A template may step over a missing sample that is no gap, whatever gaps there are elsewhere.
TEST(MultiscalePairwise, OnlyGapsAreWidened) {
  constexpr std::size_t kGap = 20;
  const auto widened = [](const series::Epochs& epochs, std::size_t width) {
    series::Epochs wide(epochs);
    wide.gaps.clear();
    wide.n_times = epochs.n_times + width - 1;
    wide.data.clear();
    for (std::size_t k = 0; k < epochs.n_channels; ++k) {
      const Samples samples = epochs.samples(0, k);
      for (std::size_t i = 0; i < epochs.n_times; ++i)
        wide.data.insert(wide.data.end(), i == kGap ? width : 1, samples[i]);
    }
    return wide;
  };
  series::Epochs epochs = recording(1);
  for (std::size_t k = 0; k < epochs.n_channels; ++k) epochs.data[k * epochs.n_times + kGap] = NAN;
  for (const std::size_t unknown : {3UL, 10UL, 11UL, 19UL, 33UL}) epochs.data[unknown] = NAN;
  epochs.gaps.assign(epochs.n_times, 0);
  epochs.gaps[kGap] = 1;
  for (const MultiscaleMethod method : {MultiscaleMethod::mse, MultiscaleMethod::rcmse}) {
    for (const int tau : {1, 2, 3}) {
      for (const int scale : {1, 2}) {
        MultiscaleParameters parameters = pairs_over(Measure::cross_sampen, method, {scale});
        parameters.entropy.missing = Missing::omit;
        parameters.entropy.r = 0.5;
        parameters.entropy.tau = tau;
        const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
        const std::size_t width = static_cast<std::size_t>((tau - 1) * scale + 1);
        const MultiscalePairwise expected = multiscale_pairwise(widened(epochs, width), parameters);
        EXPECT_EQ(found.scales[0].templates_m1, expected.scales[0].templates_m1) << scale << " " << tau;
        EXPECT_EQ(found.scales[0].matches_m1, expected.scales[0].matches_m1) << scale << " " << tau;
        if (scale > 1) continue;
        const Pairwise at_one = pairwise(widened(epochs, width), Measure::cross_sampen, parameters.entropy);
        EXPECT_EQ(found.scales[0].matches_m, at_one.matches_m) << tau;
      }
    }
  }
}

TEST(MultiscalePairwise, PooledEpochsHaveOneMatrixForEachScale) {
  const series::Epochs epochs = recording(4, 45);
  for (const Measure measure : {Measure::cross_sampen, Measure::cross_fuzzyen}) {
    for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
      for (const ToleranceOf of : {ToleranceOf::original, ToleranceOf::scale}) {
        MultiscaleParameters parameters = pairs_over(measure, MultiscaleMethod::mse, {2});
        parameters.tolerance_of = of;
        parameters.entropy.pool_epochs = pool;
        parameters.entropy.r = 0.3;
        const auto prepared = [&](std::size_t of_channel) {
          std::vector<Series> list;
          for (std::size_t e = 0; e < 4; ++e) list.push_back(channel(epochs, e, of_channel));
          const auto grain = [&] {
            for (Series& one : list) one = grained(one, 2, 0, series::Grain::mean);
          };
          if (of == ToleranceOf::scale) grain();
          if (pool == PoolEpochs::epoch) {
            for (Series& one : list) one = z_scored(one);
          } else {
            Series joined;
            for (const Series& one : list) joined.insert(joined.end(), one.begin(), one.end());
            joined = z_scored(joined);
            for (std::size_t e = 0; e < 4; ++e) {
              const auto size = static_cast<std::ptrdiff_t>(list[e].size());
              std::copy_n(joined.begin() + static_cast<std::ptrdiff_t>(e) * size, size, list[e].begin());
            }
          }
          if (of == ToleranceOf::original) grain();
          return list;
        };
        const auto u = prepared(0), v = prepared(1);
        PairSums sum;
        for (std::size_t e = 0; e < 4; ++e) {
          const PairSums one = sums_of(measure, u[e], v[e], 0.3);
          sum.b += one.b;
          sum.a += one.a;
        }
        for (const Keep keep : {Keep::epochs, Keep::mean}) {
          const MultiscalePairwise found = multiscale_pairwise(epochs, parameters, keep);
          ASSERT_EQ(found.scales[0].values.size(), 9U);
          EXPECT_NEAR(found.scales[0].values[1], std::log(sum.b / sum.a), 1e-10) << word(measure);
          EXPECT_EQ(found.scales[0].mean, found.scales[0].values);
          EXPECT_EQ(found.complexity_index, found.scales[0].values);
        }
      }
    }
  }
}

// As many pairs as are compared: those of each epoch and start, and none of channels that share no epoch.
TEST(MultiscalePairwise, PooledBoundsAreThoseOfTheComparedPairs) {
  series::Epochs epochs = recording(4, 47);
  epochs.reasons.assign(4 * epochs.n_channels, "");
  for (const std::size_t e : {0, 1}) epochs.reasons[e * epochs.n_channels] = "amplitude";
  for (const std::size_t e : {1, 2, 3}) epochs.reasons[e * epochs.n_channels + 1] = "amplitude";
  MultiscaleParameters parameters = pairs_over(Measure::cross_sampen, MultiscaleMethod::rcmse, {2});
  parameters.entropy.pool_epochs = PoolEpochs::epoch;
  parameters.entropy.r = 1e-9;
  for (const Undefined undefined : {Undefined::bound, Undefined::negative}) {
    parameters.entropy.undefined = undefined;
    const Pairwise found = multiscale_pairwise(epochs, parameters).scales[0];
    ASSERT_EQ(found.matches_m[2], 0U);
    const double bound = undefined == Undefined::bound ? std::log(2.0 * (21 * 21 + 21 * 21)) : -HUGE_VAL;
    EXPECT_DOUBLE_EQ(found.values[2], bound);  // epochs 2 and 3
    EXPECT_TRUE(std::isnan(found.values[1]));  // no epoch
  }
}

TEST(MultiscalePairwise, SurrogatesOfScalesAreThoseOfMatrices) {
  const series::Epochs epochs = recording(2, 60);
  SurrogateSettings settings{.surrogates = 19};
  const MultiscaleParameters parameters = pairs_over(Measure::cross_sampen, MultiscaleMethod::mse, {1, 2});
  const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
  const SurrogateTest scales = test_multiscale_pairwise(epochs, parameters, found.scales, Keep::epochs, settings);
  const Pairwise single = pairwise(epochs, Measure::cross_sampen, {});
  const SurrogateTest one =
      test_pairwise(epochs, Measure::cross_sampen, {{2}, {0.2}}, {}, {&single, 1}, Keep::epochs, settings);
  ASSERT_EQ(scales.z.size(), 36U);
  for (const std::size_t entry : {1, 2, 5, 10, 16}) {
    EXPECT_EQ(scales.p_upper[2 * entry], one.p_upper[entry]);
    EXPECT_EQ(scales.z[2 * entry], one.z[entry]);
  }
  EXPECT_NE(scales.z[3], scales.z[2]) << "scales have surrogates of their own values";
  EXPECT_EQ(test_multiscale_pairwise(epochs, parameters, found.scales, Keep::mean, settings).z.size(), 18U);
}

TEST(MultiscalePairwise, RefusesWhatIsNotDefined) {
  const series::Epochs epochs = recording(1, 60);
  const auto error = [&](const MultiscaleParameters& parameters) {
    return error_of([&] { multiscale_pairwise(epochs, parameters); }).parameter();
  };
  EXPECT_EQ(error(pairs_over(Measure::sampen, MultiscaleMethod::mse, {1})), "measure");
  EXPECT_EQ(error(pairs_over(Measure::cross_apen, MultiscaleMethod::rcmse, {1})), "method");
  EXPECT_EQ(error(pairs_over(Measure::cross_sampen, MultiscaleMethod::mse, {})), "scales");
  EXPECT_EQ(error(pairs_over(Measure::cross_sampen, MultiscaleMethod::mse, {0})), "scale");
  const Series x = channel(epochs, 0, 0);
  const auto curve =
      error_of([&] { multiscale_entropy(x, pairs_over(Measure::cross_sampen, MultiscaleMethod::mse, {1})); });
  EXPECT_EQ(curve.parameter(), "measure");
  EXPECT_EQ(error_of([] {
              conventional_multiscale(Convention::entropyhub, Measure::cross_sampen, MultiscaleMethod::rmse);
            }).parameter(),
            "convention");
}

}  // namespace
}  // namespace biotropy::entropy
