// SPDX-License-Identifier: Apache-2.0
//
// Exchanged epochs have few arrangements, which can be listed: p of a mean over epochs is the share of those that reach
// it. A surrogate may be the observed arrangement with its epochs in another order.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/null_distribution_internal.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/random_internal.hpp"
#include "tests/matchers.hpp"

namespace biotropy::entropy {
namespace {

constexpr std::size_t kExchangedTimes = 50;

Parameters of_exchanges() {
  return Parameters{.m = 1, .r = 0.3};
}

// Two channels with the frequency of the epoch, which differs between epochs, and noise.
series::Epochs shared_sines(std::size_t n_epochs) {
  series::Epochs epochs{.n_epochs = n_epochs, .n_channels = 2, .n_times = kExchangedTimes};
  Random random(8);
  for (std::size_t series = 0; series < n_epochs * 2; ++series) {
    const std::size_t epoch = series / 2;
    const double period = 3.3 + 2.5 * static_cast<double>(epoch), start = 6.28 * random.uniform();
    for (std::size_t t = 0; t < kExchangedTimes; ++t) {
      epochs.data.push_back(std::sin(start + 6.28 * static_cast<double>(t) / period) + 0.15 * random.normal());
    }
  }
  return epochs;
}

// Of each way to put the epochs of one channel beside those of the other, the observed one first. Their values are
// added in one order, so that equal ones have equal means.
std::vector<double> means_of_arrangements(const series::Epochs& epochs) {
  std::vector<std::size_t> partner(epochs.n_epochs);
  std::iota(partner.begin(), partner.end(), 0);
  std::vector<double> means;
  do {
    std::vector<double> values;
    for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
      const auto u = epochs.samples(epoch, 0), v = epochs.samples(partner[epoch], 1);
      values.push_back(cross_sample_entropy(u, v, of_exchanges()).value);
    }
    std::sort(values.begin(), values.end());
    means.push_back(std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
  } while (std::next_permutation(partner.begin(), partner.end()));
  return means;
}

SurrogateTest test_of_exchanges(const series::Epochs& epochs, int surrogates) {
  const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_sampen, of_exchanges())};
  return test_pairwise(epochs, Measure::cross_sampen, {{1}, {0.3}}, of_exchanges(), cells, Keep::mean,
                       {surrogates, surrogates::Kind::epochs, 1, 0});
}

TEST(ExchangedEpochs, HaveThePOfAllArrangements) {
  constexpr int kDraws = 3000;
  for (const std::size_t n_epochs : {3, 4, 5}) {
    const series::Epochs epochs = shared_sines(n_epochs);
    const std::vector<double> means = means_of_arrangements(epochs);
    const double centre = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(means.size());
    const auto share_of = [&](const std::function<bool(double)>& reaches) {
      return static_cast<double>(std::count_if(means.begin(), means.end(), reaches)) /
             static_cast<double>(means.size());
    };
    const auto expect_share = [&](double p, const std::function<bool(double)>& reaches) {
      const double exact = share_of(reaches);
      EXPECT_NEAR(p, exact, 4.0 * std::sqrt(exact * (1.0 - exact) / kDraws) + 1.0 / kDraws) << n_epochs;
    };
    const SurrogateTest test = test_of_exchanges(epochs, kDraws);
    expect_share(test.p_lower[1], [&](double mean) { return mean <= means[0]; });
    expect_share(test.p_upper[1], [&](double mean) { return mean >= means[0]; });
    expect_share(test.p_family[1],
                 [&](double mean) { return std::abs(mean - centre) >= std::abs(means[0] - centre) - 1e-12; });
    EXPECT_LT(share_of([&](double mean) { return mean <= means[0]; }), 0.2) << "a sum that matters";
  }
}

// The same series in every epoch of a channel: all arrangements have the same mean.
TEST(ExchangedEpochs, ThatAreEqualChangeNothing) {
  series::Epochs epochs = shared_sines(5);
  for (std::size_t epoch = 1; epoch < 5; ++epoch) {
    const auto second = epochs.data.begin() + static_cast<std::ptrdiff_t>((2 * epoch + 1) * kExchangedTimes);
    std::copy_n(epochs.data.begin() + kExchangedTimes, kExchangedTimes, second);
  }
  const SurrogateTest test = test_of_exchanges(epochs, 99);
  EXPECT_EQ(test.p_lower[1], 1.0);
  EXPECT_EQ(test.p_upper[1], 1.0);
  EXPECT_EQ(test.p_family[1], 1.0);
  EXPECT_EQ(test.sd[1], 0.0);
}

// The first channel is another one in the epochs that the second lacks. Where both are, all epochs are equal, so that a
// mean of surrogates that differs has an epoch in it that the observed mean cannot have.
TEST(ExchangedEpochs, AreInTheObservedMeanToo) {
  series::Epochs epochs = shared_sines(7);
  epochs.reasons.assign(14, "");
  for (const std::size_t epoch : {0, 3, 4}) epochs.reasons[2 * epoch + 1] = "amplitude";
  const auto both = epochs.data.begin() + 2 * kExchangedTimes;
  for (const std::size_t epoch : {2, 5, 6}) {
    std::copy_n(both, 2 * kExchangedTimes,
                epochs.data.begin() + static_cast<std::ptrdiff_t>(2 * epoch * kExchangedTimes));
  }
  const SurrogateTest test = test_of_exchanges(epochs, 39);
  EXPECT_EQ(test.p_lower[1], 1.0);
  EXPECT_EQ(test.p_upper[1], 1.0);
  EXPECT_EQ(test.sd[1], 0.0);
  EXPECT_EQ(test.n_alone, 0U);
}

// Numbers of all tests of a recording of three channels.
std::vector<double> numbers_of_tests(const series::EpochView& epochs, const SurrogateSettings& settings) {
  const Grid grid{{1}, {0.3}};
  MultiscaleParameters scales{.scales = {1, 2}, .entropy = of_exchanges()};
  std::vector<double> numbers;
  const auto add = [&](const SurrogateTest& test) {
    for (const SurrogateNumber& number : kSurrogateNumbers) {
      for (const double value : test.*number.column) numbers.push_back(std::isnan(value) ? -1.0 : value);
    }
  };
  for (const Keep keep : {Keep::epochs, Keep::mean}) {
    const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_sampen, of_exchanges())};
    add(test_pairwise(epochs, Measure::cross_sampen, grid, of_exchanges(), cells, keep, settings));
    const auto together = grid_each_channel(epochs, Measure::mvsampen, grid, of_exchanges());
    add(test_each_channel(epochs, Measure::mvsampen, grid, of_exchanges(), together, keep, settings));
    scales.measure = Measure::cross_sampen;
    const auto matrices = multiscale_pairwise(epochs, scales).scales;
    add(test_multiscale_pairwise(epochs, scales, matrices, keep, settings));
    if (surrogates::needs_pairs(settings.kind)) continue;
    const auto alone = grid_each_channel(epochs, Measure::sampen, grid, of_exchanges());
    add(test_each_channel(epochs, Measure::sampen, grid, of_exchanges(), alone, keep, settings));
    scales.measure = Measure::sampen;
    add(test_multiscale(epochs, scales, multiscale_each_channel(epochs, scales), keep, settings));
  }
  return numbers;
}

// A recording says which series are rejected, an array has missing samples or a constant there.
TEST(ExchangedEpochs, OfAnArrayAreThoseOfARecording) {
  series::Epochs recording = shared_sines(9);
  recording.n_epochs = 6;
  recording.n_channels = 3;
  recording.reasons.assign(18, "");
  for (const std::size_t rejected : {0, 4, 6, 10}) recording.reasons[rejected] = "amplitude";
  series::Epochs array = recording;
  array.reasons.clear();
  for (const std::size_t missing : {0, 10}) array.data[missing * kExchangedTimes + 7] = kNaN;
  for (const std::size_t constant : {4, 6}) {
    std::fill_n(array.data.begin() + static_cast<std::ptrdiff_t>(constant * kExchangedTimes), kExchangedTimes, 3.0);
  }
  for (const surrogates::Kind kind : {surrogates::Kind::epochs, surrogates::Kind::phases}) {
    const std::vector<double> numbers = numbers_of_tests(recording, {19, kind, 1, 0});
    EXPECT_EQ(numbers_of_tests(array, {19, kind, 1, 0}), numbers) << word(kind);
    EXPECT_GT(std::count_if(numbers.begin(), numbers.end(), [](double number) { return number != -1.0; }), 100);
  }
}

// A constant has a value where r is absolute, so that means contain it, but no surrogates of its own.
TEST(ExchangedEpochs, AConstantWithAValueLeavesOutItsMean) {
  series::Epochs epochs = shared_sines(4);
  std::fill_n(epochs.data.begin(), kExchangedTimes, 3.0);
  Parameters absolute = of_exchanges();
  absolute.r_unit = series::RUnit::absolute;
  const Grid grid{{1}, {0.3}};
  const auto values = grid_each_channel(epochs, Measure::sampen, grid, absolute);
  ASSERT_EQ(values[0].value, 0.0);
  const SurrogateTest test = test_each_channel(epochs, Measure::sampen, grid, absolute, values, Keep::mean,
                                               {9, surrogates::Kind::phases, 1, 0});
  EXPECT_TRUE(std::isnan(test.p[0]));
  EXPECT_TRUE(std::isfinite(test.p[1]));
  EXPECT_EQ(test.n_unusable, 1U);
}

TEST(ExchangedEpochs, AreWarnedOfWhereNoOtherHasTheSameChannels) {
  series::Epochs epochs = shared_sines(9);
  epochs.n_epochs = 6;
  epochs.n_channels = 3;
  epochs.reasons.assign(18, "");
  for (const std::size_t rejected : {0, 4}) epochs.reasons[rejected] = "amplitude";
  const auto text = [&] {
    for (const Notice& one : notices_of(test_of_exchanges(epochs, 9), epochs)) {
      if (one.code == "epochs_not_exchanged") return one.text;
    }
    return std::string();
  };
  EXPECT_EQ(text(), "");  // 2 of 6
  epochs.reasons[8] = "amplitude";
  EXPECT_THAT(text(), StartsWith("3 of 6"));
  epochs.reasons[9] = epochs.reasons[10] = "amplitude";  // a channel alone has no pairs
  EXPECT_THAT(text(), StartsWith("3 of 5"));
}

// Two epochs have two arrangements, which are equally far from their mean where both were drawn equally often.
TEST(ExchangedEpochs, OfTwoArrangementsNeitherIsFurtherOut) {
  for (const double other : {0.7, 1.1, 1.3}) {
    NullDistribution distribution(std::vector<double>{0.3}, 3, 0);
    for (const double value : {other, 0.3, other}) distribution.add(std::vector<double>{value});
    SurrogateTest test;
    for (const SurrogateNumber& number : kSurrogateNumbers) (test.*number.column).resize(1);
    distribution.write(test, 0);
    EXPECT_EQ(test.p_family[0], 1.0) << other;
  }
}

// Equal epochs with a gap in their middle: every surrogate is the recording.
TEST(ExchangedEpochs, KeepTheirGapsAtEveryScale) {
  series::Epochs epochs{.n_epochs = 4, .n_channels = 2, .n_times = 121};
  Random random(5);
  for (std::size_t t = 0; t < 2 * epochs.n_times; ++t) {
    epochs.data.push_back(t % epochs.n_times == 60 ? kNaN : std::round(random.normal() / 0.1) * 0.1);
  }
  for (int doubled = 0; doubled < 2; ++doubled) {
    const std::vector<double> before = epochs.data;
    epochs.data.insert(epochs.data.end(), before.begin(), before.end());
  }
  epochs.gaps.assign(epochs.n_epochs * epochs.n_times, 0);
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) epochs.gaps[epoch * epochs.n_times + 60] = 1;
  MultiscaleParameters parameters{.measure = Measure::cross_sampen, .scales = {1, 2}, .entropy = of_exchanges()};
  parameters.entropy.tau = 2;
  parameters.entropy.missing = Missing::omit;
  const MultiscalePairwise found = multiscale_pairwise(epochs, parameters);
  const SurrogateTest test =
      test_multiscale_pairwise(epochs, parameters, found.scales, Keep::epochs, {9, surrogates::Kind::epochs, 1, 0});
  for (std::size_t scale = 0; scale < 2; ++scale) {
    constexpr std::size_t pair = 1;  // the first channel against the second one, in the first epoch
    EXPECT_DOUBLE_EQ(test.mean[pair * 2 + scale], found.scales[scale].values[pair]) << scale;
    EXPECT_EQ(test.p[pair * 2 + scale], 1.0) << scale;
  }
}

}  // namespace
}  // namespace biotropy::entropy
