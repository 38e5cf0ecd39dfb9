// SPDX-License-Identifier: Apache-2.0
//
// Slow-wave indices compared with a transform of every window from its definition, in long double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/slow_wave.hpp"
#include "tests/sicamm/allocations.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kRate = 500.0;
constexpr std::size_t kWindow = 125;

long double naive_power(std::span<const double> window, Band band, double resolution, double rate) {
  const auto n = static_cast<long double>(window.size());
  long double mean = 0.0L, sum = 0.0L;
  for (const double x : window) mean += x / n;
  for (int k = 1; k * resolution < band.high; ++k) {
    if (k * resolution < band.low) continue;
    std::complex<long double> line = 0.0L;
    for (std::size_t i = 0; i < window.size(); ++i) {
      const long double turn = 2.0L * std::numbers::pi_v<long double> * static_cast<long double>(i);
      const long double hann = 0.5L * (1.0L - std::cos(turn / n));
      line += hann * (window[i] - mean) * std::polar(1.0L, -turn * k * resolution / rate);
    }
    sum += std::norm(line);
  }
  return sum;
}

double naive_index(std::span<const double> window, const SlowWaveSettings& settings, double rate) {
  const long double power[3] = {naive_power(window, settings.delta, settings.resolution, rate),
                                naive_power(window, settings.theta, settings.resolution, rate),
                                naive_power(window, settings.alpha, settings.resolution, rate)};
  const long double chosen = power[static_cast<std::size_t>(settings.index)];
  const long double ratio = chosen / (power[0] + power[1] + power[2] - chosen);
  return static_cast<double>(settings.log ? std::log(ratio) : ratio);
}

// Slow waves on an offset.
std::vector<double> eeg(std::size_t n, double offset, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> x;
  double slow = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    slow = 0.99 * slow + normal(engine);
    x.push_back(offset + slow + 2.0 * std::sin(2.0 * std::numbers::pi * 6.0 * static_cast<double>(i) / kRate));
  }
  return x;
}

void expect_naive(const std::vector<double>& x, const SlowWaveSettings& settings, double rate, double allowed) {
  const auto found = slow_waves(x, 1, rate, settings);
  const std::size_t window = window_samples(settings, rate);
  ASSERT_EQ(found.size(), x.size() - window + 1);
  for (std::size_t i = 0; i < found.size(); i += 1 + found.size() / 60) {
    const double expected = naive_index(std::span(x).subspan(i, window), settings, rate);
    EXPECT_NEAR(found[i], expected, allowed * (1.0 + std::abs(expected))) << i;
  }
}

TEST(SlowWaves, AreThoseOfTheDefinition) {
  const auto x = eeg(9000, 0.0, 1);
  for (const char* name : {"dsi", "tsi", "asi"}) {
    for (const bool log : {false, true}) {
      SlowWaveSettings settings{.index = *choice_of<SlowWaveIndex>(name), .log = log};
      expect_naive(x, settings, kRate, 1e-10);
    }
  }
}

TEST(SlowWaves, WithOtherWindowsRatesAndBands) {
  const auto x = eeg(1500, 5.0, 2);
  for (const double rate : {128.0, 250.0, 1000.0 / 3.0}) {
    for (const auto& [seconds, resolution] : {std::pair{0.25, 1.0}, {0.5, 0.5}, {0.5, 0.3}, {2.0, 1.0}, {2.0, 0.3}}) {
      SlowWaveSettings settings{.alpha = {7.5, 14.0}, .window = seconds, .resolution = resolution};
      expect_naive(x, settings, rate, 1e-9);
    }
  }
}

TEST(SlowWaves, StayExactForLongOnALargeOffset) {
  expect_naive(eeg(100000, 3000.0, 3), {}, kRate, 1e-9);
}

TEST(SlowWaves, RecoverFromAnArtefactOnceItHasLeft) {
  auto x = eeg(3000, 0.0, 4);
  for (std::size_t i = 1000; i < 1010; ++i) x[i] = 1e12;
  const auto found = slow_waves(x, 1, kRate);
  for (std::size_t i = 1010; i < found.size(); ++i) {
    const double expected = naive_index(std::span(x).subspan(i, kWindow), {}, kRate);
    ASSERT_NEAR(found[i], expected, 1e-9 * (1.0 + expected)) << i;
  }
}

// The first samples set the offset of all others.
TEST(SlowWaves, RecoverFromArtefactsAtTheStart) {
  const double nan = std::nan("");
  for (const auto& start : std::vector<std::vector<double>>{{1e12},
                                                            {-3e38},
                                                            {1e140},
                                                            {1e10, 1e14},
                                                            std::vector<double>(200, 1e9),
                                                            {1e20, nan},
                                                            {1e12, 1e11, 1e10, 1e9}}) {
    for (const double offset : {0.0, 3000.0}) {
      auto x = eeg(700, offset, 13);
      std::copy(start.begin(), start.end(), x.begin());
      SlowWaves waves({}, kRate, 1), resumed({}, kRate, 1);
      double feature = 0.0, again = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        // Before, at and after the sample with which the offset changes.
        if (i % 62 == 1) resumed.restore(waves.state());
        const bool full = waves.step({&x[i], 1}, {&feature, 1});
        ASSERT_EQ(resumed.step({&x[i], 1}, {&again, 1}) && full, full);
        const std::size_t left = start.size() + kWindow - 1;  // the first window without any of them
        if (i < left || (i > left + 10 && i % 9 != 0)) continue;
        const double expected = naive_index(std::span(x).subspan(i + 1 - kWindow, kWindow), {}, kRate);
        ASSERT_NEAR(feature, expected, 1e-9 * (1.0 + expected)) << start[0] << ", " << i;
        ASSERT_EQ(feature, again) << i;
      }
    }
  }
}

// Any error in the sums, such as rounding, is gone after each has been recomputed.
TEST(SlidingBands, AreSummedAnewWithinASpan) {
  for (const std::size_t window : {100U, 700U, 5000U}) {
    const SlidingBands bands(kRate, window, {{0.5, 4.0}, {4.0, 8.0}, {8.0, 13.0}});
    EXPECT_LE(bands.rebuilt_within(), std::max<std::size_t>(2 * window, 4096) + window);
    const auto x = eeg(3 * window + bands.rebuilt_within(), 0.0, 11);
    SlidingBands::Window right(bands), wrong(bands);
    std::size_t i = 0;
    for (; i < 2 * window + window / 3; ++i) right.push(x[i]);
    std::vector<double> state;
    right.append_state(state);
    constexpr std::size_t first_sum = 11;
    for (std::size_t at = first_sum; at + window < state.size(); ++at) state[at] += 0.01 * static_cast<double>(at % 7);
    wrong.restore(state);
    std::array<double, 3> expected{}, found{};
    const auto apart = [&] {
      right.powers(expected);
      wrong.powers(found);
      double most = 0.0;
      for (std::size_t band = 0; band < 3; ++band) most = std::max(most, std::abs(found[band] / expected[band] - 1.0));
      return most;
    };
    EXPECT_GT(apart(), 1e-9);
    for (const std::size_t end = i + bands.rebuilt_within(); i < end; ++i) {
      right.push(x[i]);
      wrong.push(x[i]);
    }
    EXPECT_EQ(apart(), 0.0) << window;
  }
}

TEST(SlowWaves, TakeNumbersWhoseSquaresAreInfiniteForMissing) {
  auto x = eeg(1000, 0.0, 12);
  x[400] = 1e200;
  const auto found = slow_waves(x, 1, kRate);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(std::isnan(found[i]), i <= 400 && i + kWindow > 400) << i;
  SlowWaves waves({}, kRate, 1), resumed({}, kRate, 1);
  double feature = 0.0;
  for (std::size_t i = 0; i < 450; ++i) waves.step({&x[i], 1}, {&feature, 1});
  resumed.restore(waves.state());
}

TEST(SlowWaves, OfASineAreLargeInItsBand) {
  const auto sine = [](double frequency) {
    std::vector<double> x;
    for (int i = 0; i < 2000; ++i) x.push_back(std::sin(2.0 * std::numbers::pi * frequency * i / kRate));
    return x;
  };
  SlowWaveSettings settings{.window = 2.0};
  const auto index = [&](double frequency, const char* name) {
    settings.index = *choice_of<SlowWaveIndex>(name);
    return slow_waves(sine(frequency), 1, kRate, settings)[0];
  };
  EXPECT_GT(index(2.0, "dsi"), 100.0);
  EXPECT_GT(index(6.0, "tsi"), 100.0);
  EXPECT_GT(index(10.0, "asi"), 100.0);
  EXPECT_LT(index(6.0, "asi"), 0.01);
}

TEST(SlowWaves, BeginOnceTheWindowIsFull) {
  const auto x = eeg(300, 0.0, 5);
  SlowWaves waves({}, kRate, 1);
  EXPECT_EQ(waves.window(), kWindow);
  double feature = -1.0;
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(waves.step({&x[i], 1}, {&feature, 1}), i + 1 >= kWindow) << i;
  waves.reset();
  EXPECT_FALSE(waves.step({&x[0], 1}, {&feature, 1}));
  EXPECT_TRUE(slow_waves(std::span(x).first(124), 1, kRate).empty());
  EXPECT_EQ(slow_waves(std::span(x).first(125), 1, kRate).size(), 1U);
}

TEST(SlowWaves, OfAStreamHaveTheBitsOfTheRecording) {
  std::vector<double> x;
  const auto first = eeg(6000, 10.0, 6), second = eeg(6000, -4.0, 7);
  for (std::size_t i = 0; i < 6000; ++i) x.insert(x.end(), {first[i], second[i]});
  x[2 * 700] = std::nan("");
  const auto batch = slow_waves(x, 2, kRate, {}, {2, nullptr});
  SlowWaves waves({}, kRate, 2);
  std::vector<double> features(2), found;
  const std::size_t before = allocations();
  found.reserve(batch.size());
  for (std::size_t i = 0; i < 6000; ++i) {
    if (waves.step(std::span(x).subspan(2 * i, 2), features))
      found.insert(found.end(), features.begin(), features.end());
  }
  EXPECT_EQ(allocations(), before + 1) << "only what the test itself keeps";
  ASSERT_EQ(found.size(), batch.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(found[i] == batch[i] || (std::isnan(found[i]) && std::isnan(batch[i]))) << i;
  }
}

TEST(SlowWaves, AreMissingWhileTheWindowHasAGap) {
  auto x = eeg(2000, 100.0, 8);
  x[0] = std::nan("");
  x[700] = std::numeric_limits<double>::infinity();
  const auto found = slow_waves(x, 1, kRate);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool missing = i == 0 || (i <= 700 && i + kWindow > 700);
    EXPECT_EQ(std::isnan(found[i]), missing) << i;
  }
  EXPECT_NEAR(found[1000], naive_index(std::span(x).subspan(1000, kWindow), {}, kRate), 1e-9);
}

TEST(SlowWaves, AreMissingWhereNothingVaries) {
  auto x = eeg(2000, 0.0, 9);
  std::fill(x.begin() + 500, x.begin() + 1000, 17.25);
  const auto found = slow_waves(x, 1, kRate);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(std::isnan(found[i]), i >= 500 && i + kWindow <= 1000) << i;
  }
  for (const double feature : slow_waves(std::vector<double>(300, 0.0), 1, kRate)) EXPECT_TRUE(std::isnan(feature));
}

TEST(SlowWaves, RefuseWhatIsOutOfRange) {
  const auto x = eeg(300, 0.0, 10);
  const auto refused = [&](auto change) {
    SlowWaveSettings settings;
    change(settings);
    EXPECT_THROW(slow_waves(x, 1, kRate, settings), Error);
  };
  const double nan = std::nan("");
  for (const double bad : {0.0, -1.0, nan, 1e9, 0.004}) refused([&](auto& s) { s.window = bad; });
  for (const double bad : {0.0, -1.0, nan}) refused([&](auto& s) { s.resolution = bad; });
  refused([](auto& s) { s.resolution = 20.0; });  // no line in any band
  for (const Band bad : {Band{4.0, 4.0}, Band{5.0, 4.0}, Band{-1.0, 4.0}, Band{4.0, 251.0}, Band{nan, 4.0}}) {
    refused([&](auto& s) { s.theta = bad; });
  }
  EXPECT_THROW(slow_waves(x, 0, kRate), Error);
  EXPECT_THROW(slow_waves(x, 7, kRate), Error);
  EXPECT_THROW(slow_waves(x, 1, 0.0), Error);
  EXPECT_THROW(slow_waves(x, 1, nan), Error);
  EXPECT_THROW(slow_waves(x, 1, 20.0), Error) << "alpha ends above half the sampling rate";
}

TEST(SlowWaves, ContinueFromTheirState) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> features(2), resumed_features(2);
  for (const std::size_t stop : {0U, 60U, 5000U}) {
    SlowWaves whole({}, 500.0, 2), resumed({}, 500.0, 2);
    for (std::size_t i = 0; i < 9000; ++i) {
      if (i == stop) resumed.restore(whole.state());
      const double t = static_cast<double>(i);
      const std::array<double, 2> sample = {std::sin(0.1 * t) + std::sin(0.037 * t * t), i % 3001 == 0 ? nan : t};
      const bool full = whole.step(sample, features);
      if (i < stop) continue;
      ASSERT_EQ(resumed.step(sample, resumed_features), full);
      if (!full) continue;
      for (std::size_t c = 0; c < 2; ++c) {
        ASSERT_TRUE(features[c] == resumed_features[c] || (std::isnan(features[c]) && std::isnan(resumed_features[c])));
      }
    }
  }
}

TEST(SlowWaves, RefuseWhatIsNoState) {
  SlowWaves waves({}, 500.0, 2);
  auto state = waves.state();
  EXPECT_THROW(waves.restore(std::span(state).first(state.size() - 1)), Error);
  for (const auto& [place, value] :
       {std::pair<std::size_t, double>{0, 1e6}, {0, -1.0}, {1, 0.5}, {2, 1e9}, {5, INFINITY}}) {
    auto wrong = state;
    wrong[place] = value;
    EXPECT_THROW(waves.restore(wrong), Error) << place;
  }
  waves.restore(state);
}

}  // namespace
}  // namespace biotropy::sicamm
