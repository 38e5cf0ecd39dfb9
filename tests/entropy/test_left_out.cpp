// SPDX-License-Identifier: Apache-2.0
//
// Epochs and channels without a value: the others have theirs as if they were alone, and the reason is told.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/nan.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::entropy {
namespace {

constexpr std::size_t kSamplesOfEpoch = 120;

// [epoch][channel][time]
using Epochs = std::vector<std::vector<std::vector<double>>>;

Epochs random_epochs(std::size_t n_epochs, std::size_t n_channels) {
  Epochs epochs(n_epochs);
  for (std::size_t e = 0; e < n_epochs; ++e) {
    for (std::size_t c = 0; c < n_channels; ++c)
      epochs[e].push_back(portable_series(1 + 17 * e + 1000 * c, kSamplesOfEpoch));
  }
  return epochs;
}

std::vector<double> flat(const Epochs& epochs) {
  std::vector<double> samples;
  for (const auto& epoch : epochs) {
    for (const auto& channel : epoch) samples.insert(samples.end(), channel.begin(), channel.end());
  }
  return samples;
}

series::EpochView view_of(const Epochs& epochs, const std::vector<double>& samples) {
  return {epochs.size(), epochs[0].size(), kSamplesOfEpoch, samples};
}

Parameters pooling(PoolEpochs pool) {
  return Parameters{.m = 1, .pool_epochs = pool};
}

const Grid kOne{{1}, {0.2}};

std::vector<Entropy> pooled_values(const Epochs& epochs, Measure measure, const Parameters& parameters) {
  const std::vector<double> samples = flat(epochs);
  return grid_each_channel(view_of(epochs, samples), measure, kOne, parameters, {1});
}

std::vector<Multiscale> curves(const Epochs& epochs, const MultiscaleParameters& parameters) {
  const std::vector<double> samples = flat(epochs);
  return multiscale_each_channel(view_of(epochs, samples), parameters, {1});
}

MultiscaleParameters two_scales(PoolEpochs pool, Measure measure = Measure::sampen) {
  return MultiscaleParameters{.measure = measure, .scales = {1, 2}, .entropy = pooling(pool)};
}

void expect_same(const Multiscale& found, const Multiscale& expected) {
  ASSERT_EQ(found.scales.size(), expected.scales.size());
  for (std::size_t i = 0; i < found.scales.size(); ++i) {
    EXPECT_EQ(found.scales[i].entropy.matches_m, expected.scales[i].entropy.matches_m);
    EXPECT_EQ(found.scales[i].entropy.matches_m1, expected.scales[i].entropy.matches_m1);
    EXPECT_EQ(found.scales[i].entropy.value, expected.scales[i].entropy.value);
    EXPECT_TRUE(std::isfinite(found.scales[i].entropy.value));
  }
}

void expect_none(const Multiscale& curve, const std::string& reason) {
  ASSERT_EQ(curve.scales.size(), 2U);
  for (const ScaleEntropy& at : curve.scales) {
    EXPECT_TRUE(std::isnan(at.entropy.value));
    EXPECT_THAT(at.entropy.reason, HasSubstr(reason));
  }
  EXPECT_TRUE(std::isnan(curve.complexity_index));
}

TEST(LeftOut, AnEpochWithoutCountsAddsNothingToThePool) {
  const Epochs whole = random_epochs(3, 1);
  Epochs with_gap = whole;
  std::vector<double> missing = portable_series(5, kSamplesOfEpoch);
  missing[7] = kNaN;
  for (const bool first : {true, false}) {
    with_gap.insert(first ? with_gap.begin() : with_gap.end(), {missing});
    const Entropy found = pooled_values(with_gap, Measure::sampen, pooling(PoolEpochs::epoch))[0];
    const Entropy expected = pooled_values(whole, Measure::sampen, pooling(PoolEpochs::epoch))[0];
    EXPECT_EQ(found.matches_m, expected.matches_m);
    EXPECT_EQ(found.value, expected.value);
    EXPECT_EQ(found.reason, "");
  }
}

TEST(LeftOut, APoolOfEpochsWithoutCountsHasTheReasonOfTheFirst) {
  Epochs epochs = random_epochs(3, 1);
  for (auto& epoch : epochs) epoch[0][0] = kNaN;
  Parameters absolute = pooling(PoolEpochs::epoch);
  absolute.r_unit = series::RUnit::absolute;
  const Entropy found = pooled_values(epochs, Measure::sampen, absolute)[0];
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_THAT(found.reason, HasSubstr("missing"));
  EXPECT_EQ(found.matches_m, 0U);
}

TEST(LeftOut, AConstantChannelIsNamedWhereSeveralArePooledTogether) {
  Epochs epochs = random_epochs(2, 3);
  for (auto& epoch : epochs) epoch[1].assign(kSamplesOfEpoch, 4.0);
  const Entropy found = pooled_values(epochs, Measure::mvsampen, pooling(PoolEpochs::recording))[0];
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_THAT(found.reason, AllOf(HasSubstr("channel 2"), HasSubstr("constant")));
}

// Standard scores over all epochs, and a tolerance that is r times the number of channels only if the unit is the total
// variation.
TEST(LeftOut, ChannelsThatArePooledTogetherAreComparedInTheirUnit) {
  const Epochs epochs = random_epochs(3, 2);
  Epochs scores = epochs;
  for (std::size_t c = 0; c < 2; ++c) {
    double sum = 0.0, squares = 0.0;
    for (const auto& epoch : epochs) sum = std::accumulate(epoch[c].begin(), epoch[c].end(), sum);
    const double mean = sum / (3.0 * kSamplesOfEpoch);
    for (const auto& epoch : epochs) {
      for (const double sample : epoch[c]) squares += (sample - mean) * (sample - mean);
    }
    const double sd = std::sqrt(squares / (3.0 * kSamplesOfEpoch - 1.0));
    for (auto& epoch : scores) {
      for (double& sample : epoch[c]) sample = (sample - mean) / sd;
    }
  }
  for (const auto& [unit, times] :
       {std::pair(series::RUnit::sd, 1.0), std::pair(series::RUnit::total_variation, 2.0)}) {
    Parameters pooled = pooling(PoolEpochs::recording), absolute = pooling(PoolEpochs::epoch);
    pooled.r_unit = unit;
    absolute.r_unit = series::RUnit::absolute;
    const std::vector<double> samples = flat(scores);
    const Entropy expected =
        grid_each_channel(view_of(scores, samples), Measure::mvsampen, {{1}, {0.2 * times}}, absolute, {1})[0];
    const Entropy found = pooled_values(epochs, Measure::mvsampen, pooled)[0];
    EXPECT_GT(found.matches_m1, 0U);
    EXPECT_EQ(found.matches_m, expected.matches_m);
    EXPECT_EQ(found.matches_m1, expected.matches_m1);
  }
}

TEST(LeftOut, AConstantChannelHasNoPairsInAPooledMatrix) {
  Epochs epochs = random_epochs(2, 3);
  for (auto& epoch : epochs) epoch[1].assign(kSamplesOfEpoch, 4.0);
  const std::vector<double> samples = flat(epochs);
  series::EpochView view = view_of(epochs, samples);
  const Pairwise found = pairwise(view, Measure::cross_sampen, pooling(PoolEpochs::recording), Keep::epochs, {1});
  ASSERT_EQ(found.values.size(), 9U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const bool usable = i != 1 && j != 1;
      EXPECT_EQ(std::isfinite(found.values[found.entry(0, i, j)]), usable) << i << ' ' << j;
      EXPECT_EQ(found.valid_epochs[found.entry(0, i, j)], usable ? 2U : 0U);
    }
  }
  EXPECT_THAT(found.reason(0, 1, 0), AllOf(HasSubstr("channel: "), HasSubstr("constant")));
  EXPECT_THAT(found.reason(0, 0, 1), HasSubstr("partner: "));

  // The same values without that channel; and where it is left out from the beginning.
  Epochs others = epochs;
  for (auto& epoch : others) epoch.erase(epoch.begin() + 1);
  const std::vector<double> of_others = flat(others);
  const Pairwise expected =
      pairwise(view_of(others, of_others), Measure::cross_sampen, pooling(PoolEpochs::recording), Keep::epochs, {1});
  EXPECT_EQ(found.values[2], expected.values[1]);
  const std::vector<std::string> reasons{"", "too flat", "", "", "too flat", ""};
  view.reasons = reasons;
  const Pairwise rejected = pairwise(view, Measure::cross_sampen, pooling(PoolEpochs::recording), Keep::epochs, {1});
  EXPECT_EQ(rejected.values[2], expected.values[1]);
  EXPECT_EQ(rejected.reason(0, 1, 2), "channel: too flat");
}

TEST(LeftOut, PooledCurvesAreThoseOfTheEpochsThatCanBeMeasured) {
  const Epochs whole = random_epochs(3, 1);
  std::vector<double> missing = portable_series(5, kSamplesOfEpoch);
  missing[7] = kNaN;
  const std::vector<double> constant(kSamplesOfEpoch, 2.0);
  for (const auto& other : {missing, constant}) {
    const MultiscaleParameters parameters = two_scales(PoolEpochs::epoch);
    Epochs epochs = whole;
    epochs.push_back({other});
    epochs.insert(epochs.begin(), {other});
    expect_same(curves(epochs, parameters)[0], curves(whole, parameters)[0]);
  }
  expect_none(curves({{missing}, {constant}}, two_scales(PoolEpochs::epoch))[0], "all 120 samples equal 2");
  expect_none(curves({{constant}, {missing}}, two_scales(PoolEpochs::epoch))[0], "missing");
  expect_none(curves({{constant}, {constant}}, two_scales(PoolEpochs::recording))[0], "all 240 samples equal 2");
  const std::vector<double> samples = flat(whole);
  series::EpochView view = view_of(whole, samples);
  const std::vector<std::string> reasons(3, "too flat");
  view.reasons = reasons;
  expect_none(multiscale_each_channel(view, two_scales(PoolEpochs::epoch), {1})[0], "too flat");
}

TEST(LeftOut, ACurveIsOfOneSeriesOrOfAllChannels) {
  const auto x = portable_series(1, kSamplesOfEpoch), y = portable_series(2, kSamplesOfEpoch);
  const std::vector<Samples> both{x, y};
  const MultiscaleParameters of_one = two_scales(PoolEpochs::no);
  const Error two = error_of([&] { multiscale_entropy(both, of_one); });
  EXPECT_EQ(two.parameter(), "channels");
  EXPECT_EQ(two.value(), "2");
  EXPECT_EQ(two.allowed(), "1");
  const MultiscaleParameters of_all = two_scales(PoolEpochs::no, Measure::mvsampen);
  EXPECT_EQ(error_of([&] { multiscale_entropy(std::span<const Samples>(), of_all); }).allowed(), "at least one");
  EXPECT_EQ(error_of([&] { compute(Measure::mvsampen, std::span<const Samples>(), {}); }).allowed(),
            "at least one channel");
  EXPECT_TRUE(std::isfinite(multiscale_entropy(both, of_all).complexity_index));
}

TEST(LeftOut, WorkThatIsCancelledHasNoReason) {
  const auto x = portable_series(1, kSamplesOfEpoch);
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_EQ(error_of([&] {
              compute_or_reason(Measure::sampen, x, {}, {}, {1, &cancel});
            }).code(),
            ErrorCode::cancelled);
}

TEST(LeftOut, ChannelsWithoutSurrogatesAreNotTested) {
  Epochs epochs = random_epochs(2, 3);
  epochs[1][2].assign(kSamplesOfEpoch, 4.0);
  const std::vector<double> samples = flat(epochs);
  const series::EpochView view = view_of(epochs, samples);
  const Parameters parameters = pooling(PoolEpochs::no);
  const auto observed = grid_each_channel(view, Measure::sampen, kOne, parameters, {1});
  const SurrogateSettings settings{9, surrogates::Kind::shuffle, 1, 0};
  const SurrogateTest test =
      test_each_channel(view, Measure::sampen, kOne, parameters, observed, Keep::epochs, settings, {1});
  EXPECT_EQ(test.n_unusable, 1U);
  EXPECT_EQ(test.unusable_epoch, 1U);
  EXPECT_EQ(test.unusable_channel, 2U);
  EXPECT_THAT(test.reason, HasSubstr("constant"));
  ASSERT_EQ(test.p.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(std::isfinite(test.p[i]), i != 5) << i;

  // Of all channels together there is none in that epoch.
  const auto together = grid_each_channel(view, Measure::mvsampen, kOne, parameters, {1});
  const SurrogateTest of_all =
      test_each_channel(view, Measure::mvsampen, kOne, parameters, together, Keep::epochs, settings, {1});
  ASSERT_EQ(of_all.p.size(), 2U);
  EXPECT_TRUE(std::isfinite(of_all.p[0]));
  EXPECT_TRUE(std::isnan(of_all.p[1]));
}

TEST(LeftOut, PooledEpochsHaveNoTest) {
  EXPECT_NO_THROW(require_no_test({}, pooling(PoolEpochs::epoch)));
  EXPECT_NO_THROW(require_no_test({9}, pooling(PoolEpochs::no)));
  const Error error = error_of([] { require_no_test({9}, pooling(PoolEpochs::epoch)); });
  EXPECT_EQ(error.parameter(), "pool_epochs");
  EXPECT_EQ(error.allowed(), "no for a test against surrogates");
}

TEST(LeftOut, NothingIsMeasuredOfNoEpochs) {
  const series::EpochView none(0, 2, kSamplesOfEpoch, {});
  EXPECT_TRUE(grid_each_channel(none, Measure::sampen, kOne, pooling(PoolEpochs::no)).empty());
  const auto pooled = grid_each_channel(none, Measure::sampen, kOne, pooling(PoolEpochs::epoch));
  ASSERT_EQ(pooled.size(), 2U);
  EXPECT_EQ(pooled[0].reason, "every epoch is left out");
  EXPECT_EQ(epochs_of_values(pooling(PoolEpochs::epoch), 0), 0U);
  EXPECT_EQ(epochs_of_values(pooling(PoolEpochs::epoch), 5), 1U);
  EXPECT_EQ(epochs_of_values(pooling(PoolEpochs::no), 5), 5U);
  const series::EpochView no_channels(3, 0, kSamplesOfEpoch, {});
  for (const Measure measure : {Measure::sampen, Measure::mvsampen}) {
    for (const PoolEpochs pool : {PoolEpochs::no, PoolEpochs::epoch}) {
      EXPECT_TRUE(grid_each_channel(no_channels, measure, kOne, pooling(pool)).empty());
      EXPECT_TRUE(multiscale_each_channel(no_channels, two_scales(pool, measure)).empty());
    }
  }
}

TEST(PooledWindows, ProgressIsOfAllWindows) {
  const Epochs epochs = random_epochs(2, 2);
  const std::vector<double> samples = flat(epochs);
  std::vector<std::uint64_t> done;
  std::uint64_t of = 0;
  const PooledWindows windows{60, 20};
  EXPECT_EQ(windows.count(59), 0U);
  EXPECT_EQ(windows.count(60), 1U);
  EXPECT_EQ(windows.count(kSamplesOfEpoch), 4U);
  grid_each_window(view_of(epochs, samples), windows, Measure::sampen, kOne, pooling(PoolEpochs::epoch), {1},
                   [&](std::uint64_t so_far, std::uint64_t total) {
                     done.push_back(so_far);
                     of = total;
                   });
  ASSERT_FALSE(done.empty());
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), of);
  EXPECT_EQ(of, 4U * 2U) << "windows and channels";
}

TEST(SlidingEntropy, IsOfOneSeriesOrOfTwo) {
  EXPECT_THAT(error_of([] { SlidingEntropy(Measure::mvsampen, 100, {}); }), refuses("measure", "mvsampen"));
  SlidingEntropy one(Measure::apen, 100, {}), other(Measure::sampen, 50, {});
  EXPECT_EQ(one.measure(), Measure::apen);
  one = std::move(other);
  EXPECT_EQ(one.measure(), Measure::sampen);
  EXPECT_EQ(one.window(), 50U);
}

TEST(SlidingEpochs, AreTakenWhereEpochsOverlap) {
  series::Epochs epochs{.n_epochs = 200, .n_channels = 2, .n_times = 100, .step = 1};
  epochs.reasons.resize(400);
  epochs.data = portable_series(3, 2 * epochs.n_shared());
  const std::vector<Entropy> found = grid_each_channel(epochs, Measure::sampen, {{1, 2}, {0.2}}, {}, {1});
  ASSERT_EQ(found.size(), 800U);
  EXPECT_EQ(found.front().engine, "sliding");
  for (std::size_t i = 0; i < 400; i += 57) {
    const std::vector<Entropy> expected =
        entropy_grid(Measure::sampen, epochs.samples(i / 2, i % 2), {}, {{1, 2}, {0.2}}, {}, {1});
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(found[2 * i + k].value), std::bit_cast<std::uint64_t>(expected[k].value));
    }
  }
}

// Several channels together are counted and summed on the processor alone.
TEST(Multivariate, DevicesDoNotCount) {
  const auto x = portable_series(1, kSamplesOfEpoch), y = portable_series(2, kSamplesOfEpoch);
  const std::vector<Samples> both{x, y};
  Notices notices;
  Execution device{1, nullptr, "cuda:9"};
  device.notify = [&](const Notice& notice) { notices.push_back(notice); };
  EXPECT_EQ(error_of([&] { multivariate_sample_entropy(both, {}, device); }).code(), ErrorCode::no_engine);
  EXPECT_TRUE(notices.empty());
  const double expected = multivariate_fuzzy_entropy(both, {}, {1, nullptr, "cpu"}).value;
  EXPECT_EQ(multivariate_fuzzy_entropy(both, {}, device).value, expected);
  EXPECT_THAT(notices, ElementsAre(coded("device_unused")));
  device.notify = nullptr;
  EXPECT_EQ(multivariate_fuzzy_entropy(both, {}, device).value, expected);
}

}  // namespace
}  // namespace biotropy::entropy
