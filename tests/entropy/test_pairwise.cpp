// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "biotropy/device/devices.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

series::Epochs epochs(std::size_t n_epochs, std::size_t n_channels, std::size_t n_times) {
  return series::Epochs{.n_epochs = n_epochs,
                        .n_channels = n_channels,
                        .n_times = n_times,
                        .data = portable_series(n_times, n_epochs * n_channels * n_times)};
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(Pairwise, EveryEntryIsTheMeasureOfItsPair) {
  const auto e = epochs(3, 4, 120);
  for (const Measure measure : {Measure::cross_apen, Measure::cross_sampen, Measure::cross_fuzzyen}) {
    Parameters p{.m = 1};
    const Pairwise all = pairwise(e, measure, p);
    for (std::size_t epoch = 0; epoch < 3; ++epoch) {
      for (std::size_t x = 0; x < 4; ++x) {
        for (std::size_t y = 0; y < 4; ++y) {
          const Entropy one = compute(measure, e.samples(epoch, x), e.samples(epoch, y), p);
          EXPECT_EQ(all.values[all.entry(epoch, x, y)], one.value);
          EXPECT_EQ(all.matches_m[all.entry(epoch, x, y)], one.matches_m);
          EXPECT_EQ(all.matches_m1[all.entry(epoch, x, y)], one.matches_m1);
          if (has(measure, kMembership)) {
            EXPECT_EQ(all.membership_m[all.entry(epoch, x, y)], one.membership_m);
            EXPECT_EQ(all.membership_m1[all.entry(epoch, x, y)], one.membership_m1);
          }
          EXPECT_EQ(all.templates_m[epoch * 4 + x], one.templates_m);
          EXPECT_EQ(all.templates_m1[epoch * 4 + x], one.templates_m1);
        }
      }
    }
  }
}

// A device returns products of counts instead of counts; missing samples, constant epochs and templates without a match
// are where the two could differ.
TEST(Pairwise, MatricesOfDevicesHaveTheBitsOfTheProcessors) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  for (const bool with_missing : {false, true}) {
    auto e = epochs(3, 4, 120);
    std::fill_n(e.data.begin() + 120, 120, 1.5);
    e.data[7] = 50.0;
    if (with_missing) e.data[500] = e.data[777] = std::nan("");
    for (const Bias bias : {Bias::max, Bias::zero, Bias::skip, Bias::none}) {
      Parameters p{.m = 1, .r = 0.05, .bias = bias, .missing = Missing::omit};
      const Pairwise right = pairwise(e, Measure::cross_apen, p, Keep::epochs, {1, nullptr, "cpu"});
      EXPECT_TRUE(std::isfinite(right.values[right.entry(2, 0, 1)]) || bias == Bias::none);
      for (device::Device* device : device::devices()) {
        Execution execution{.device = device->description().name};
        const Pairwise found = pairwise(e, Measure::cross_apen, p, Keep::epochs, execution);
        EXPECT_TRUE(same_bits(found.values, right.values)) << execution.device << ", bias " << static_cast<int>(bias);
        EXPECT_EQ(found.matches_m, right.matches_m);
        EXPECT_EQ(found.matches_m1, right.matches_m1);
      }
    }
  }
}

TEST(Pairwise, ResultsDoNotDependOnThreadsOrEngines) {
  const auto e = epochs(20, 5, 70);
  for (const Measure measure : {Measure::cross_apen, Measure::cross_sampen, Measure::cross_fuzzyen}) {
    Parameters p;
    const Pairwise reference = pairwise(e, measure, p, Keep::epochs, {1, nullptr});
    for (const int threads : {1, 2, 3}) {
      for (const match::Engine* engine : match::engines()) {
        p.engine = engine->name();
        const Pairwise found = pairwise(e, measure, p, Keep::epochs, {threads, nullptr});
        EXPECT_TRUE(same_bits(found.values, reference.values)) << engine->name() << ", " << threads << " threads";
        EXPECT_TRUE(same_bits(found.mean, reference.mean)) << engine->name() << ", " << threads << " threads";
      }
    }
  }
}

TEST(Pairwise, MeanAloneEqualsTheMeanOfAllEpochs) {
  auto e = epochs(37, 3, 60);
  for (std::size_t i = 0; i < 60; ++i) e.data[(5 * 3 + 1) * 60 + i] = 7.0;  // channel 1 is flat in epoch 5
  const Pairwise all = pairwise(e, Measure::cross_apen, {}), mean = pairwise(e, Measure::cross_apen, {}, Keep::mean);
  EXPECT_TRUE(mean.values.empty());
  EXPECT_TRUE(same_bits(mean.mean, all.mean));
  EXPECT_EQ(mean.valid_epochs, (std::vector<std::uint32_t>{37, 36, 37, 36, 36, 36, 37, 36, 37}));
  double sum = 0.0;
  for (std::size_t epoch = 0; epoch < 37; ++epoch) sum += all.values[all.entry(epoch, 0, 2)];
  EXPECT_EQ(all.mean[2], sum / 37);
}

TEST(Pairwise, WhatCannotBeComputedIsNaNWithAReasonAndTheRestIsDone) {
  auto e = epochs(2, 3, 50);
  e.reasons.assign(6, "");
  e.reasons[1] = "peak-to-peak 900 above 150";
  e.data[(3 + 0) * 50 + 4] = NAN;                                        // epoch 1, channel 0
  for (std::size_t i = 0; i < 50; ++i) e.data[(3 + 2) * 50 + i] = -1.5;  // epoch 1, channel 2
  const Pairwise all = pairwise(e, Measure::cross_apen, {});
  EXPECT_TRUE(std::isnan(all.values[all.entry(0, 0, 1)]));
  EXPECT_THAT(all.reason(0, 0, 1), HasSubstr("partner: peak-to-peak 900"));
  EXPECT_THAT(all.reason(0, 1, 1), HasSubstr("channel: peak-to-peak 900"));
  EXPECT_TRUE(std::isfinite(all.values[all.entry(0, 0, 2)]));
  EXPECT_EQ(all.reason(0, 0, 2), "");
  EXPECT_THAT(all.reason(1, 0, 1), HasSubstr("missing"));
  EXPECT_THAT(all.reason(1, 1, 2), HasSubstr("50 samples equal -1.5"));
  EXPECT_TRUE(std::isfinite(all.values[all.entry(1, 1, 1)]));
  EXPECT_EQ(all.valid_epochs, (std::vector<std::uint32_t>{1, 0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_TRUE(std::isnan(all.mean[1]));
}

TEST(Pairwise, WhereNoMembershipIsLeftTheReasonSaysSo) {
  series::Epochs e = epochs(1, 2, 40);
  for (std::size_t i = 0; i < 40; ++i) {
    e.data[i] = static_cast<double>(i * i);
    e.data[40 + i] = 1e6 + static_cast<double>(i * i * i);
  }
  Parameters p{.r = 1e-3, .r_unit = series::RUnit::absolute, .local_mean = LocalMean::kept};
  const Pairwise all = pairwise(e, Measure::cross_fuzzyen, p);
  EXPECT_TRUE(std::isnan(all.values[all.entry(0, 0, 1)]));
  EXPECT_THAT(all.reason(0, 0, 1), HasSubstr("no templates of length m match"));
  EXPECT_EQ(all.reason(0, 0, 0), "");
}

TEST(Pairwise, NoEpochsAndEpochsTooShort) {
  EXPECT_TRUE(std::isnan(pairwise(epochs(0, 3, 50), Measure::cross_apen, {}).mean[0]));
  EXPECT_THAT(pairwise(epochs(1, 2, 2), Measure::cross_apen, {}).reason(0, 0, 1), HasSubstr("at least 3"));
}

TEST(Pairwise, AMeasureOfOneSeriesIsRefused) {
  EXPECT_THROW(pairwise(epochs(1, 2, 50), Measure::sampen, {}), Error);
  EXPECT_THROW(each_channel(epochs(1, 2, 50), Measure::cross_apen, {}), Error);
}

TEST(Pairwise, ProgressEndsAtTheTotalAndCancellingStops) {
  const auto e = epochs(4, 3, 60);
  std::uint64_t last = 0, total = 0;
  pairwise(e, Measure::cross_apen, {}, Keep::epochs, {2, nullptr}, [&](std::uint64_t done, std::uint64_t of) {
    EXPECT_GE(done, last);
    last = done;
    total = of;
  });
  EXPECT_EQ(last, 36U);
  EXPECT_EQ(total, 36U);
  CancelFlag flag;
  flag.cancel();
  EXPECT_THROW(pairwise(e, Measure::cross_apen, {}, Keep::epochs, {2, &flag}), Error);
}

TEST(EachChannel, EqualsTheMeasureAndReportsWhatFails) {
  auto e = epochs(2, 2, 80);
  for (std::size_t i = 0; i < 80; ++i) e.data[80 + i] = 1.0;
  const auto values = each_channel(e, Measure::sampen, {});
  EXPECT_EQ(values[0].value, sample_entropy(e.samples(0, 0)).value);
  EXPECT_EQ(values[3].matches_m, sample_entropy(e.samples(1, 1)).matches_m);
  EXPECT_TRUE(std::isnan(values[1].value));
  EXPECT_EQ(values[1].reason, error_of([&] { sample_entropy(e.samples(0, 1)); }).what());
}

}  // namespace
}  // namespace biotropy::entropy
