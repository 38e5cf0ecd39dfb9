// SPDX-License-Identifier: Apache-2.0
//
// Pooled counts: the matches of every epoch, counted by a plain double loop, are added up before the logarithm.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

using Trials = std::vector<std::vector<double>>;

constexpr std::size_t kEpochs = 5, kTimes = 60;

// Short trials of one channel, which differ in their SD.
Trials trials(std::uint64_t seed, std::size_t n = kEpochs) {
  Trials list;
  for (std::size_t e = 0; e < n; ++e) {
    list.push_back(portable_series(seed + 10 * e, kTimes));
    for (double& value : list.back()) value *= 1.0 + 0.3 * static_cast<double>(e);
  }
  return list;
}

std::vector<double> joined(const Trials& list) {
  std::vector<double> all;
  for (const auto& x : list) all.insert(all.end(), x.begin(), x.end());
  return all;
}

double mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double sd(const std::vector<double>& x) {
  double squares = 0.0;
  for (const double value : x) squares += (value - mean(x)) * (value - mean(x));
  return std::sqrt(squares / (static_cast<double>(x.size()) - 1.0));
}

std::vector<double> coarse(const std::vector<double>& x, std::size_t scale, std::size_t start = 0) {
  std::vector<double> means;
  for (std::size_t i = start; i + scale <= x.size(); i += scale) {
    means.push_back(std::accumulate(x.begin() + static_cast<std::ptrdiff_t>(i),
                                    x.begin() + static_cast<std::ptrdiff_t>(i + scale), 0.0) /
                    static_cast<double>(scale));
  }
  return means;
}

struct Counts {
  std::uint64_t b = 0, a = 0;
  double value() const { return std::log(static_cast<double>(b) / static_cast<double>(a)); }
};

// Pairs (i, j) of templates of x and y, with m = 2: of one series only i < j.
void count(const std::vector<double>& x, const std::vector<double>& y, double r, Counts& counts) {
  const bool same = &x == &y;
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    for (std::size_t j = same ? i + 1 : 0; j + 2 < y.size(); ++j) {
      if (std::abs(x[i] - y[j]) > r || std::abs(x[i + 1] - y[j + 1]) > r) continue;
      ++counts.b;
      if (std::abs(x[i + 2] - y[j + 2]) <= r) ++counts.a;
    }
  }
}

Counts counts_of(const Trials& list, const std::vector<double>& r) {
  Counts counts;
  for (std::size_t e = 0; e < list.size(); ++e) count(list[e], list[e], r[e], counts);
  return counts;
}

// [epoch][channel][time]
std::vector<double> recording(const std::vector<Trials>& channels) {
  std::vector<double> samples;
  for (std::size_t e = 0; e < channels[0].size(); ++e) {
    for (const Trials& channel : channels) samples.insert(samples.end(), channel[e].begin(), channel[e].end());
  }
  return samples;
}

Parameters pooling(PoolEpochs pool, double r = 0.2) {
  return Parameters{.r = r, .pool_epochs = pool};
}

void expect_counts(const Entropy& found, const Counts& expected) {
  EXPECT_EQ(found.matches_m, expected.b);
  EXPECT_EQ(found.matches_m1, expected.a);
  EXPECT_DOUBLE_EQ(found.value, expected.value());
}

TEST(Pooled, CountsAreAddedUpBeforeTheLogarithm) {
  const Trials one = trials(1), other = trials(2);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  for (const int threads : {1, 2}) {
    const auto common =
        grid_each_channel(epochs, Measure::sampen, {{2}, {0.2}}, pooling(PoolEpochs::recording), {threads});
    ASSERT_EQ(common.size(), 2U);
    expect_counts(common[0], counts_of(one, std::vector(kEpochs, 0.2 * sd(joined(one)))));
    expect_counts(common[1], counts_of(other, std::vector(kEpochs, 0.2 * sd(joined(other)))));
    EXPECT_NEAR(common[0].r, 0.2 * sd(joined(one)), 1e-15);
    const auto own = grid_each_channel(epochs, Measure::sampen, {{2}, {0.2}}, pooling(PoolEpochs::epoch), {threads});
    std::vector<double> r;
    for (const auto& x : one) r.push_back(0.2 * sd(x));
    expect_counts(own[0], counts_of(one, r));
    EXPECT_TRUE(std::isnan(own[0].r)) << "each epoch has a tolerance of its own";
  }
}

// One short trial has no match at m + 1; many have.
TEST(Pooled, ManyTrialsThatAreTooShortAloneHaveAValue) {
  Trials list;
  for (std::uint64_t e = 0; e < 60; ++e) list.push_back(portable_series(e + 1, 9));
  const auto samples = recording({list});
  const series::EpochView epochs(60, 1, 9, samples);
  const auto alone = grid_each_channel(epochs, Measure::sampen, {{2}, {0.4}}, {});
  EXPECT_FALSE(std::all_of(alone.begin(), alone.end(), [](const Entropy& e) { return std::isfinite(e.value); }));
  const auto pooled = grid_each_channel(epochs, Measure::sampen, {{2}, {0.4}}, pooling(PoolEpochs::recording));
  EXPECT_TRUE(std::isfinite(pooled[0].value));
}

TEST(Pooled, ScalesHaveTheToleranceThatIsAskedFor) {
  const Trials list = trials(3);
  const auto samples = recording({list});
  const series::EpochView epochs(kEpochs, 1, kTimes, samples);
  MultiscaleParameters parameters{.scales = {1, 2, 3}};
  for (const ToleranceOf of : {ToleranceOf::original, ToleranceOf::scale}) {
    for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
      parameters.entropy = pooling(pool);
      parameters.tolerance_of = of;
      const auto curves = multiscale_each_channel(epochs, parameters);
      ASSERT_EQ(curves.size(), 1U);
      for (const ScaleEntropy& at : curves[0].scales) {
        Trials coarse_list;
        for (const auto& x : list) coarse_list.push_back(coarse(x, static_cast<std::size_t>(at.scale)));
        const Trials& unit = of == ToleranceOf::original ? list : coarse_list;
        std::vector<double> r(kEpochs, 0.2 * sd(joined(unit)));
        for (std::size_t e = 0; e < kEpochs && pool == PoolEpochs::epoch; ++e) r[e] = 0.2 * sd(unit[e]);
        expect_counts(at.entropy, counts_of(coarse_list, r));
      }
    }
  }
}

TEST(Pooled, RefinedCompositeScalesAddTheStartsAsWell) {
  const Trials list = trials(4);
  const auto samples = recording({list});
  const series::EpochView epochs(kEpochs, 1, kTimes, samples);
  MultiscaleParameters parameters{
      .method = MultiscaleMethod::rcmse, .scales = {3}, .entropy = pooling(PoolEpochs::recording, 0.3)};
  Counts counts;
  for (std::size_t start = 0; start < 3; ++start) {
    for (const auto& x : list) {
      const auto means = coarse(x, 3, start);
      count(means, means, 0.3 * sd(joined(list)), counts);
    }
  }
  expect_counts(multiscale_each_channel(epochs, parameters)[0].scales[0].entropy, counts);
}

TEST(Pooled, PairsAreNormalisedTogetherOrEpochByEpoch) {
  Trials one = trials(5), other = trials(6);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
    Trials u = one, v = other;
    for (Trials* list : {&u, &v}) {
      const std::vector<double> all = joined(*list);
      for (auto& x : *list) {
        const std::vector<double> own = x;
        const auto& of = pool == PoolEpochs::recording ? all : own;
        for (double& value : x) value = (value - mean(of)) / sd(of);
      }
    }
    Counts counts;
    for (std::size_t e = 0; e < kEpochs; ++e) count(u[e], v[e], 0.2, counts);
    for (const Keep keep : {Keep::epochs, Keep::mean}) {
      const Pairwise found = pairwise(epochs, Measure::cross_sampen, pooling(pool), keep);
      ASSERT_EQ(found.n_epochs, 1U);
      ASSERT_EQ(found.values.size(), 4U);
      EXPECT_EQ(found.matches_m[1], counts.b);
      EXPECT_EQ(found.matches_m1[1], counts.a);
      EXPECT_DOUBLE_EQ(found.values[1], counts.value());
      EXPECT_EQ(found.mean, found.values);
      EXPECT_EQ(found.values[2], found.values[1]);
    }
  }
}

// The value of fuzzy measures is that of the mean membership over the pairs of all epochs.
TEST(Pooled, MembershipsAndChannelsTogether) {
  const Trials one = trials(7), other = trials(8);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  for (const Measure measure : {Measure::fuzzyen, Measure::mvsampen, Measure::mvfuzzyen}) {
    Parameters parameters = pooling(PoolEpochs::epoch, 0.3);
    const auto found = grid_each_channel(epochs, measure, {{2}, {0.3}}, parameters);
    parameters.pool_epochs = PoolEpochs::no;
    const auto single = grid_each_channel(epochs, measure, {{2}, {0.3}}, parameters);
    const std::size_t values = values_of_epoch(measure, 2);
    ASSERT_EQ(found.size(), values);
    double m = 0.0, m1 = 0.0, pairs_m = 0.0, pairs_m1 = 0.0;
    for (std::size_t e = 0; e < kEpochs; ++e) {
      const Entropy& epoch = single[e * values];
      const bool fuzzy = has(measure, kMembership);
      m += fuzzy ? epoch.membership_m : static_cast<double>(epoch.matches_m);
      m1 += fuzzy ? epoch.membership_m1 : static_cast<double>(epoch.matches_m1);
      pairs_m += static_cast<double>(epoch.pairs_m);
      pairs_m1 += static_cast<double>(epoch.pairs_m1);
    }
    EXPECT_NEAR(found[0].value, std::log((m / pairs_m) / (m1 / pairs_m1)), 1e-12) << word(measure);
  }
}

// Sums of membership of the templates of x and y that touch no missing sample, with m = 2: exp(-(d / r)^2) after the
// mean of each template was removed (Xie et al. 2010).
struct Memberships {
  double m = 0.0, m1 = 0.0, pairs = 0.0;
  double value() const { return std::log(m / m1); }
};

double membership(const std::vector<double>& x, const std::vector<double>& y, std::size_t i, std::size_t j,
                  std::size_t length, double r) {
  const auto size = static_cast<std::ptrdiff_t>(length);
  const auto from_x = x.begin() + static_cast<std::ptrdiff_t>(i), from_y = y.begin() + static_cast<std::ptrdiff_t>(j);
  const double mean_x = std::accumulate(from_x, from_x + size, 0.0) / static_cast<double>(length);
  const double mean_y = std::accumulate(from_y, from_y + size, 0.0) / static_cast<double>(length);
  double distance = 0.0;
  for (std::size_t k = 0; k < length; ++k) {
    distance = std::max(distance, std::abs((x[i + k] - mean_x) - (y[j + k] - mean_y)));
  }
  return std::exp(-(distance / r) * (distance / r));
}

void add_memberships(const std::vector<double>& x, const std::vector<double>& y, double r, Memberships& sums) {
  const auto is_whole = [](const std::vector<double>& of, std::size_t at) {
    return !std::isnan(of[at]) && !std::isnan(of[at + 1]) && !std::isnan(of[at + 2]);
  };
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    for (std::size_t j = 0; j + 2 < y.size(); ++j) {
      if (!is_whole(x, i) || !is_whole(y, j)) continue;
      sums.m += membership(x, y, i, j, 2, r);
      sums.m1 += membership(x, y, i, j, 3, r);
      sums.pairs += 1.0;
    }
  }
}

// Mean and SD are those of the samples that are there.
std::vector<double> z_scored(const std::vector<double>& x, const std::vector<double>& of) {
  std::vector<double> there, scores;
  std::copy_if(of.begin(), of.end(), std::back_inserter(there), [](double value) { return !std::isnan(value); });
  for (const double value : x) scores.push_back((value - mean(there)) / sd(there));
  return scores;
}

TEST(Pooled, MembershipsOfPairsOfSeries) {
  for (const bool missing : {false, true}) {
    Trials one = trials(7), other = trials(8);
    if (missing) one[0][12] = one[3][40] = other[3][41] = NAN;
    const auto samples = recording({one, other});
    series::EpochView epochs(kEpochs, 2, kTimes, samples);
    std::vector<std::string> reasons(2 * kEpochs);
    reasons[2 * 2 + 1] = "clipped";
    epochs.reasons = reasons;
    Trials used = other;
    used.erase(used.begin() + 2);
    for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
      Memberships sums;
      for (std::size_t e = 0; e < kEpochs; ++e) {
        if (e == 2) continue;
        const bool own = pool == PoolEpochs::epoch;
        add_memberships(z_scored(one[e], own ? one[e] : joined(one)), z_scored(other[e], own ? other[e] : joined(used)),
                        0.3, sums);
      }
      Parameters parameters = pooling(pool, 0.3);
      parameters.missing = Missing::omit;
      const Pairwise found = pairwise(epochs, Measure::cross_fuzzyen, parameters);
      EXPECT_NEAR(found.membership_m[1], sums.m, 1e-10 * sums.m);
      EXPECT_NEAR(found.membership_m1[1], sums.m1, 1e-10 * sums.m1);
      EXPECT_EQ(static_cast<double>(found.pairs_m1[1]), sums.pairs);
      EXPECT_NEAR(found.values[1], sums.value(), 1e-11);
      EXPECT_EQ(found.valid_epochs[1], kEpochs - 1);
      EXPECT_EQ(found.valid_epochs[0], kEpochs);
    }
  }
}

// The bound is one match among the pairs of each epoch, not among those of different epochs.
TEST(Pooled, TheBoundOfPairsOfSeries) {
  const Trials one = trials(7), other = trials(8);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  Parameters parameters = pooling(PoolEpochs::epoch, 1e-9);
  parameters.undefined = Undefined::bound;
  const Pairwise found = pairwise(epochs, Measure::cross_sampen, parameters);
  EXPECT_EQ(found.matches_m[1], 0U);
  EXPECT_DOUBLE_EQ(found.values[1], std::log(static_cast<double>(kEpochs * (kTimes - 2) * (kTimes - 2))));
}

// Windows over all epochs: the counts of a window are those of a recording that has nothing else.
TEST(Pooled, WindowsOverAllEpochs) {
  const Trials one = trials(5), other = trials(6);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  const PooledWindows windows{25, 10};
  ASSERT_EQ(windows.count(kTimes), 4U);
  for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
    const auto found = grid_each_window(epochs, windows, Measure::sampen, {{2}, {0.3}}, pooling(pool, 0.3));
    ASSERT_EQ(found.size(), 8U);
    MultiscaleParameters scales{.scales = {1, 2}, .entropy = pooling(pool, 0.3)};
    const auto curves = multiscale_each_window(epochs, windows, scales);
    ASSERT_EQ(curves.size(), 8U);
    for (std::size_t k = 0; k < 4; ++k) {
      Trials cut;
      for (const auto& x : other) {
        const auto first = x.begin() + static_cast<std::ptrdiff_t>(10 * k);
        cut.emplace_back(first, first + 25);
      }
      std::vector<double> r(kEpochs, 0.3 * sd(joined(cut)));
      for (std::size_t e = 0; e < kEpochs && pool == PoolEpochs::epoch; ++e) r[e] = 0.3 * sd(cut[e]);
      expect_counts(found[2 * k + 1], counts_of(cut, r));
      expect_counts(curves[2 * k + 1].scales[0].entropy, counts_of(cut, r));
      Trials means;
      for (const auto& x : cut) means.push_back(coarse(x, 2));
      expect_counts(curves[2 * k + 1].scales[1].entropy, counts_of(means, r));
    }
  }
  const auto wrong = [&](const PooledWindows& of, PoolEpochs pool) {
    return error_of([&] { grid_each_window(epochs, of, Measure::sampen, {{2}, {0.3}}, pooling(pool)); }).parameter();
  };
  EXPECT_EQ(wrong({61, 1}, PoolEpochs::epoch), "window");
  EXPECT_EQ(wrong({0, 1}, PoolEpochs::epoch), "window");
  EXPECT_EQ(wrong({25, 0}, PoolEpochs::epoch), "step");
  EXPECT_EQ(wrong({25, 1}, PoolEpochs::no), "pool_epochs");
}

TEST(Pooled, WindowsOfPairsOverAllEpochs) {
  const Trials one = trials(5), other = trials(6);
  const auto samples = recording({one, other});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  const PooledWindows windows{25, 10};
  const auto cut = [](const Trials& list, std::size_t k, std::size_t scale) {
    Trials parts;
    for (const auto& x : list) {
      const auto first = x.begin() + static_cast<std::ptrdiff_t>(10 * k);
      parts.push_back(coarse(std::vector<double>(first, first + 25), scale));
    }
    return parts;
  };
  // Of the samples in the window, before they are coarse-grained.
  const auto scores = [&](const Trials& list, std::size_t k, std::size_t e, bool own, std::size_t scale) {
    const Trials window = cut(list, k, 1);
    return coarse(z_scored(window[e], own ? window[e] : joined(window)), scale);
  };
  for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
    MultiscaleParameters parameters{.measure = Measure::cross_fuzzyen, .scales = {1, 2}, .entropy = pooling(pool, 0.3)};
    const Pairwise found = pairwise_each_window(epochs, windows, parameters.measure, parameters.entropy);
    const auto curves = multiscale_pairwise_each_window(epochs, windows, parameters);
    ASSERT_EQ(found.n_epochs, 4U);
    ASSERT_EQ(found.values.size(), 16U);
    for (std::size_t k = 0; k < 4; ++k) {
      for (const std::size_t scale : {1U, 2U}) {
        Memberships sums;
        for (std::size_t e = 0; e < kEpochs; ++e) {
          const bool own = pool == PoolEpochs::epoch;
          add_memberships(scores(other, k, e, own, scale), scores(one, k, e, own, scale), 0.3, sums);
        }
        const Pairwise& at = curves.scales[scale - 1];
        EXPECT_NEAR(at.values[4 * k + 2], sums.value(), 1e-10);
        EXPECT_EQ(static_cast<double>(at.pairs_m1[4 * k + 2]), sums.pairs);
        if (scale == 1) {
          EXPECT_EQ(found.values[4 * k + 2], at.values[4 * k + 2]);
        }
      }
    }
    EXPECT_DOUBLE_EQ(found.mean[1], (found.values[1] + found.values[5] + found.values[9] + found.values[13]) / 4.0);
    EXPECT_EQ(found.valid_epochs[1], 4U);
    EXPECT_EQ(curves.complexity_index[6], curves.scales[0].values[6] + curves.scales[1].values[6]);
    const auto means = multiscale_pairwise_each_window(epochs, windows, parameters, Keep::mean);
    EXPECT_TRUE(means.scales[1].values.empty());
    EXPECT_EQ(means.scales[1].mean, curves.scales[1].mean);
    EXPECT_EQ(means.complexity_index[1], means.scales[0].mean[1] + means.scales[1].mean[1]);
  }
  const auto wrong = [&](const PooledWindows& of, PoolEpochs pool) {
    return error_of([&] { pairwise_each_window(epochs, of, Measure::cross_sampen, pooling(pool)); }).parameter();
  };
  EXPECT_EQ(wrong({61, 1}, PoolEpochs::epoch), "window");
  EXPECT_EQ(wrong({25, 1}, PoolEpochs::no), "pool_epochs");
}

// Their samples have no part in the SD of all epochs.
TEST(Pooled, EpochsThatCannotBeMeasuredSetNoTolerance) {
  for (const double wrong : {NAN, INFINITY}) {
    Trials one = trials(11), other = trials(12);
    const Trials rest(one.begin() + 1, one.end()), rest_of_other(other.begin() + 1, other.end());
    one[0][7] = wrong;
    const auto samples = recording({one, other}), without = recording({rest, rest_of_other});
    const series::EpochView epochs(kEpochs, 2, kTimes, samples), known(kEpochs - 1, 2, kTimes, without);
    for (const PoolEpochs pool : {PoolEpochs::recording, PoolEpochs::epoch}) {
      for (const Measure measure : {Measure::sampen, Measure::fuzzyen, Measure::mvsampen, Measure::mvfuzzyen}) {
        const Parameters parameters = pooling(pool, 0.3);
        const auto found = grid_each_channel(epochs, measure, {{2}, {0.3}}, parameters);
        const auto expected = grid_each_channel(known, measure, {{2}, {0.3}}, parameters);
        EXPECT_EQ(found[0].value, expected[0].value) << word(measure);
        EXPECT_EQ(found[0].templates_m, expected[0].templates_m) << word(measure);
      }
      const Pairwise pairs = pairwise(epochs, Measure::cross_sampen, pooling(pool));
      EXPECT_EQ(pairs.values[0], pairwise(known, Measure::cross_sampen, pooling(pool)).values[0]);
      EXPECT_EQ(pairs.valid_epochs[0], kEpochs - 1);
      EXPECT_EQ(pairs.valid_epochs[3], kEpochs);
    }
    const series::EpochView first(1, 2, kTimes, series::Samples(samples).first(2 * kTimes));
    const auto none = grid_each_channel(first, Measure::sampen, {{2}, {0.3}}, pooling(PoolEpochs::recording));
    EXPECT_TRUE(std::isnan(none[0].value));
    EXPECT_THAT(none[0].reason, HasSubstr(std::isnan(wrong) ? "1 missing sample" : "inf"));
  }
}

TEST(Pooled, RejectedEpochsAreLeftOut) {
  const Trials list = trials(9);
  const auto samples = recording({list});
  std::vector<std::string> reasons(kEpochs);
  reasons[1] = reasons[3] = "clipped";
  series::EpochView epochs(kEpochs, 1, kTimes, samples);
  epochs.reasons = reasons;
  const Trials kept{list[0], list[2], list[4]};
  const auto found = grid_each_channel(epochs, Measure::sampen, {{2}, {0.2}}, pooling(PoolEpochs::recording));
  expect_counts(found[0], counts_of(kept, std::vector(3, 0.2 * sd(joined(kept)))));
  reasons.assign(kEpochs, "clipped");
  const auto none = grid_each_channel(epochs, Measure::sampen, {{2}, {0.2}}, pooling(PoolEpochs::recording));
  EXPECT_TRUE(std::isnan(none[0].value));
  EXPECT_EQ(none[0].reason, "clipped");
}

TEST(Pooled, WhatCannotBePooledIsNamed) {
  const Trials list = trials(9);
  const auto samples = recording({list, list});
  const series::EpochView epochs(kEpochs, 2, kTimes, samples);
  const Parameters parameters = pooling(PoolEpochs::recording);
  SurrogateSettings settings{.surrogates = 19};
  const auto names_it = refuses("pool_epochs", "recording");
  EXPECT_THAT(error_of([&] { test_each_channel(epochs, Measure::sampen, {}, parameters, {}, Keep::epochs, settings); }),
              names_it);
  EXPECT_THAT(error_of([&] { uncertainty_each_channel(epochs, {}, parameters, {}); }), names_it);
  EXPECT_THAT(error_of([&] { sample_entropy(list[0], parameters); }), names_it);
  EXPECT_THAT(error_of([&] { entropy_grid(Measure::sampen, list[0], {}, {}, parameters); }), names_it);
  MultiscaleParameters curve{.entropy = parameters};
  EXPECT_THAT(error_of([&] { multiscale_entropy(list[0], curve); }), names_it);
  Parameters all = parameters;
  all.templates = match::TemplateRule::all;
  EXPECT_THAT(error_of([&] { pairwise(epochs, Measure::cross_fuzzyen, all); }), refuses("templates", "all"));
}

}  // namespace
}  // namespace biotropy::entropy
