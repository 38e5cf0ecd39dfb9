// SPDX-License-Identifier: Apache-2.0
//
// Shares of rejections. On data whose distribution a kind keeps, p of at most 0.05 has a probability of 5 %: the number
// of rejections is binomial. On coupled oscillators nearly every test rejects.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/random_internal.hpp"

namespace biotropy::entropy {
namespace {

using surrogates::Kind;

constexpr int kSets = 1000, kSurrogates = 19;
// A binomial number of 1000 with 5 % is outside with a probability of 0.002.
constexpr int kFewest = 30, kMost = 73;

series::Epochs epochs_of(std::size_t n_epochs, std::size_t n_channels, std::size_t n_times) {
  series::Epochs epochs{.n_epochs = n_epochs, .n_channels = n_channels, .n_times = n_times};
  epochs.data.resize(n_epochs * n_channels * n_times);
  return epochs;
}

// Gaussian noise, smoothed around a circle so that the last samples precede the first ones.
void fill_with_smooth_noise(std::span<double> x, Random& random) {
  std::vector<double> noise(x.size());
  for (double& value : noise) value = random.normal();
  for (std::size_t t = 0; t < x.size(); ++t) {
    x[t] = noise[t] + 0.8 * noise[(t + 1) % x.size()] + 0.4 * noise[(t + 2) % x.size()];
  }
}

std::span<double> channel_of(series::Epochs& epochs, std::size_t index) {
  return std::span(epochs.data).subspan(index * epochs.n_times, epochs.n_times);
}

Parameters parameters_of_rates() {
  return Parameters{.m = 1, .r = 0.4};
}

const Grid kGridOfRates{{1}, {0.4}};

struct Rejections {
  int lower = 0, upper = 0, two_sided = 0;
};

// Of the entry (0, 0, 1) of the mean over epochs, or of the only series; with Kind::shift of all channels together.
Rejections rejections(Kind kind, int sets, const std::function<series::Epochs(Random&)>& simulate) {
  Rejections found;
  for (int set = 0; set < sets; ++set) {
    Random random(1000 + set);
    const series::Epochs epochs = simulate(random);
    const SurrogateSettings settings{kSurrogates, kind, set, 0};
    std::size_t entry = 0;
    SurrogateTest test;
    if (epochs.n_channels > 1 && kind != Kind::shift) {
      const std::vector<Pairwise> cells{pairwise(epochs, Measure::cross_apen, parameters_of_rates())};
      test =
          test_pairwise(epochs, Measure::cross_apen, kGridOfRates, parameters_of_rates(), cells, Keep::mean, settings);
      entry = 1;
    } else {
      const Measure measure = epochs.n_channels > 1 ? Measure::mvsampen : Measure::sampen;
      const auto values = grid_each_channel(epochs, measure, kGridOfRates, parameters_of_rates());
      test = test_each_channel(epochs, measure, kGridOfRates, parameters_of_rates(), values, Keep::epochs, settings);
    }
    found.lower += test.p_lower[entry] <= 0.05 ? 1 : 0;
    found.upper += test.p_upper[entry] <= 0.05 ? 1 : 0;
    found.two_sided += test.p[entry] <= 0.1 ? 1 : 0;
  }
  return found;
}

void expect_level(const Rejections& found) {
  for (const int number : {found.lower, found.upper}) {
    EXPECT_GE(number, kFewest);
    EXPECT_LE(number, kMost);
  }
  EXPECT_EQ(found.two_sided, found.lower + found.upper);
}

TEST(SurrogateRates, ShuffleOnIndependentSamples) {
  expect_level(rejections(Kind::shuffle, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 1, 128);
    for (double& value : epochs.data) value = random.exponential();
    return epochs;
  }));
}

TEST(SurrogateRates, PhasesOnGaussianNoiseOfAnySpectrum) {
  expect_level(rejections(Kind::phases, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 1, 128);
    fill_with_smooth_noise(epochs.data, random);
    return epochs;
  }));
}

TEST(SurrogateRates, JointPhasesOnDependentGaussianChannels) {
  expect_level(rejections(Kind::joint_phases, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 2, 128);
    fill_with_smooth_noise(channel_of(epochs, 0), random);
    fill_with_smooth_noise(channel_of(epochs, 1), random);
    for (std::size_t t = 0; t < 128; ++t) epochs.data[128 + t] += epochs.data[(t + 3) % 128];
    return epochs;
  }));
}

// Values are kept and the spectrum to a few per cent, which is enough here.
TEST(SurrogateRates, IaaftOnStretchedGaussianNoise) {
  expect_level(rejections(Kind::iaaft, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 1, 128);
    fill_with_smooth_noise(epochs.data, random);
    for (double& value : epochs.data) value = value * std::abs(value);
    return epochs;
  }));
}

// The spectrum of AAFT is flatter than that of the series (Schreiber and Schmitz 1996): what it keeps is a flat one.
TEST(SurrogateRates, AaftOnIndependentSamples) {
  expect_level(rejections(Kind::aaft, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 1, 128);
    for (double& value : epochs.data) value = random.exponential();
    return epochs;
  }));
}

TEST(SurrogateRates, ShiftOnIndependentSmoothChannels) {
  expect_level(rejections(Kind::shift, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(1, 2, 128);
    for (std::size_t channel = 0; channel < 2; ++channel) {
      fill_with_smooth_noise(channel_of(epochs, channel), random);
      for (double& value : channel_of(epochs, channel)) value = std::exp(value);
    }
    return epochs;
  }));
}

TEST(SurrogateRates, EpochsOnIndependentChannelsThatAreNotStationary) {
  expect_level(rejections(Kind::epochs, kSets, [](Random& random) {
    series::Epochs epochs = epochs_of(8, 2, 40);
    for (std::size_t i = 0; i < epochs.data.size(); ++i) {
      const auto t = static_cast<double>(i % 40);
      epochs.data[i] = std::sin(0.3 * t) + (0.2 + 0.02 * t) * random.normal();
    }
    return epochs;
  }));
}

// Rössler's two oscillators with different speeds, one of which drives the other.
series::Epochs oscillators(double coupling, Random& random) {
  constexpr std::size_t n = 256;
  constexpr int kBetween = 10;
  constexpr double kStep = 0.03;
  series::Epochs epochs = epochs_of(1, 2, n);
  std::array<double, 6> s{};
  for (double& value : s) value = random.normal();
  for (std::size_t sample = 0; sample < n + 200; ++sample) {
    for (int step = 0; step < kBetween; ++step) {
      const std::array<double, 6> d = {-1.03 * s[1] - s[2],       1.03 * s[0] + 0.2 * s[1],
                                       0.2 + s[2] * (s[0] - 5.7), -0.97 * s[4] - s[5] + coupling * (s[0] - s[3]),
                                       0.97 * s[3] + 0.2 * s[4],  0.2 + s[5] * (s[3] - 5.7)};
      for (std::size_t i = 0; i < 6; ++i) s[i] += kStep * d[i];
    }
    if (sample < 200) continue;
    epochs.data[sample - 200] = s[0];
    epochs.data[n + sample - 200] = s[3];
  }
  return epochs;
}

TEST(SurrogateRates, CoupledOscillatorsAreFound) {
  for (const Kind kind : {Kind::iaaft, Kind::phases}) {
    const Rejections coupled = rejections(kind, 40, [](Random& random) { return oscillators(0.5, random); });
    EXPECT_GE(coupled.lower + coupled.upper, 32) << word(kind);
  }
}

// Both channels have the frequency of the epoch, which differs between epochs.
TEST(SurrogateRates, AFrequencyThatChannelsShareInEachEpochIsFound) {
  const Rejections shared = rejections(Kind::epochs, 40, [](Random& random) {
    series::Epochs epochs = epochs_of(8, 2, 100);
    for (std::size_t epoch = 0; epoch < 8; ++epoch) {
      const double frequency = 0.1 + random.uniform();
      for (std::size_t channel = 0; channel < 2; ++channel) {
        const double start = 6.28 * random.uniform();
        for (std::size_t t = 0; t < 100; ++t) {
          channel_of(epochs, epoch * 2 + channel)[t] =
              std::sin(start + frequency * static_cast<double>(t)) + 0.1 * random.normal();
        }
      }
    }
    return epochs;
  });
  EXPECT_GE(shared.lower, 36);
}

}  // namespace
}  // namespace biotropy::entropy
