// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/generator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/surrogates/fourier_internal.hpp"
#include "tests/matchers.hpp"

namespace biotropy::surrogates {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Autoregressive channels that share half of their noise, with a skewed distribution; equal values occur.
series::Epochs recording(std::size_t n_epochs, std::size_t n_channels, std::size_t n_times) {
  series::Epochs epochs{.n_epochs = n_epochs, .n_channels = n_channels, .n_times = n_times};
  Random random(7);
  std::vector<double> last(n_channels, 0.0);
  epochs.data.resize(n_epochs * n_channels * n_times);
  for (std::size_t epoch = 0; epoch < n_epochs; ++epoch) {
    for (std::size_t t = 0; t < n_times; ++t) {
      const double shared = random.normal();
      for (std::size_t channel = 0; channel < n_channels; ++channel) {
        last[channel] = 0.8 * last[channel] + 0.5 * (shared + random.normal());
        const double value = last[channel] + 0.3 * last[channel] * last[channel];
        epochs.data[(epoch * n_channels + channel) * n_times + t] = std::round(value * 64.0) / 64.0;
      }
    }
  }
  return epochs;
}

std::vector<double> surrogate(const Generator& generator, std::uint32_t number, std::size_t channel, std::size_t n) {
  std::vector<double> samples(n);
  generator.make({number, channel, samples});
  return samples;
}

std::vector<double> original(const series::Epochs& epochs, std::size_t epoch, std::size_t channel) {
  const auto samples = epochs.samples(epoch, channel);
  return {samples.begin(), samples.end()};
}

std::vector<double> sorted(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x;
}

std::vector<Complex> spectrum_of(const std::vector<double>& x) {
  Fourier fourier(x.size());
  Rows numbers(2 * fourier.n_frequencies());
  fourier.forward(x, numbers);
  std::vector<Complex> spectrum;
  for (std::size_t k = 0; k < fourier.n_frequencies(); ++k) spectrum.emplace_back(numbers[2 * k], numbers[2 * k + 1]);
  return spectrum;
}

// Largest relative difference of a complex number of each frequency, in units of the root mean square.
double difference(const std::vector<Complex>& one, const std::vector<Complex>& other) {
  double largest = 0.0, sum = 0.0;
  for (std::size_t k = 1; k < one.size(); ++k) {
    largest = std::max(largest, std::abs(one[k] - other[k]));
    sum += std::norm(one[k]);
  }
  return largest / std::sqrt(sum / static_cast<double>(one.size() - 1));
}

std::vector<Complex> powers(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<Complex> product = spectrum_of(x);
  const std::vector<Complex> other = spectrum_of(y);
  for (std::size_t k = 0; k < product.size(); ++k) product[k] *= std::conj(other[k]);
  return product;
}

// Root mean square of the differences of the amplitudes, in units of that of the amplitudes.
double amplitude_error(const std::vector<double>& x, const std::vector<double>& y) {
  const std::vector<Complex> one = spectrum_of(x), other = spectrum_of(y);
  double wrong = 0.0, all = 0.0;
  for (std::size_t k = 1; k < one.size(); ++k) {
    wrong += std::pow(std::abs(one[k]) - std::abs(other[k]), 2);
    all += std::norm(one[k]);
  }
  return std::sqrt(wrong / all);
}

const std::vector<Kind> kKinds = {Kind::iaaft,   Kind::aaft,  Kind::phases, Kind::joint_phases,
                                  Kind::shuffle, Kind::shift, Kind::epochs};

TEST(Generator, KeepsWhatItsKindSays) {
  for (const std::size_t n : {250U, 251U, 254U, 1024U}) {
    const series::Epochs epochs = recording(4, 2, n);
    const auto x = original(epochs, 1, 0), y = original(epochs, 1, 1);
    for (const Kind kind : kKinds) {
      const Generator generator(epochs, 1, kind, 3);
      for (std::uint32_t number = 0; number < 4; ++number) {
        const auto u = surrogate(generator, number, 0, n), v = surrogate(generator, number, 1, n);
        SCOPED_TRACE(std::string(word(kind)) + " of " + std::to_string(n));
        if (kind == Kind::epochs) continue;  // a test of its own
        EXPECT_NE(u, x);
        const bool values = kind != Kind::phases && kind != Kind::joint_phases;
        EXPECT_EQ(sorted(u) == sorted(x), values);
        const bool exact = kind == Kind::phases || kind == Kind::joint_phases || kind == Kind::shift;
        if (exact) {
          EXPECT_LT(difference(powers(x, x), powers(u, u)), 1e-12);
        }
        if (kind == Kind::iaaft) {
          EXPECT_LT(amplitude_error(x, u), 0.08);
        }
        if (kind == Kind::aaft) {
          EXPECT_LT(amplitude_error(x, u), 0.5);
        }
        if (kind == Kind::shuffle) {
          EXPECT_GT(amplitude_error(x, u), 0.5);
        }
        const bool joint = difference(powers(x, y), powers(u, v)) < 1e-12;
        EXPECT_EQ(joint, kind == Kind::joint_phases);
      }
    }
  }
}

TEST(Generator, ShiftsByARotation) {
  const series::Epochs epochs = recording(1, 1, 64);
  const auto x = original(epochs, 0, 0);
  const Generator generator(epochs, 0, Kind::shift, 1);
  std::vector<std::size_t> starts;
  for (std::uint32_t number = 0; number < 400; ++number) {
    const auto u = surrogate(generator, number, 0, 64);
    std::size_t start = 0;
    for (auto rotated = x; rotated != u && start < 64; ++start)
      std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    ASSERT_LT(start, 64U);
    starts.push_back(start);
  }
  std::sort(starts.begin(), starts.end());
  EXPECT_GT(std::unique(starts.begin(), starts.end()) - starts.begin(), 60);
}

// Epochs of a channel are exchanged by one permutation, another one for each channel, among those with the same
// channels: epochs 2 and 5 lack channel 0, epoch 4 channel 1.
TEST(Generator, ExchangesEpochsWithTheSameChannels) {
  series::Epochs epochs = recording(8, 2, 16);
  epochs.reasons.assign(16, "");
  for (const std::size_t rejected : {4U, 10U, 9U}) epochs.reasons[rejected] = "amplitude";
  EXPECT_EQ(epochs_alike(epochs, 5), (std::vector<std::size_t>{2, 5}));
  bool differs = false, moved = false;
  for (std::uint32_t number = 0; number < 20; ++number) {
    std::vector<std::size_t> taken[2];
    for (std::size_t epoch = 0; epoch < 8; ++epoch) {
      const Generator generator(epochs, epoch, Kind::epochs, 5);
      for (std::size_t channel = 0; channel < 2; ++channel) {
        if (!generator.reasons()[channel].empty()) continue;
        const auto u = surrogate(generator, number, channel, 16);
        for (std::size_t from = 0; from < 8; ++from) {
          if (u != original(epochs, from, channel)) continue;
          taken[channel].push_back(from);
          const auto alike = epochs_alike(epochs, epoch);
          EXPECT_TRUE(std::find(alike.begin(), alike.end(), from) != alike.end()) << epoch << " from " << from;
          moved |= from != epoch && epoch == 2;
        }
      }
    }
    differs |= taken[0] != taken[1];
    std::sort(taken[0].begin(), taken[0].end());
    std::sort(taken[1].begin(), taken[1].end());
    EXPECT_EQ(taken[0], (std::vector<std::size_t>{0, 1, 3, 4, 6, 7}));
    EXPECT_EQ(taken[1], (std::vector<std::size_t>{0, 1, 2, 3, 5, 6, 7}));
  }
  EXPECT_TRUE(differs);
  EXPECT_TRUE(moved);
}

// Work may be divided in any way: by surrogates, epochs and channels.
TEST(Generator, DependsOnSeedNumberEpochAndChannelAlone) {
  const series::Epochs all = recording(3, 3, 100);
  for (const Kind kind : kKinds) {
    SCOPED_TRACE(std::string(word(kind)));
    const Generator generator(all, 1, kind, 11, {.threads = 2}), again(all, 1, kind, 11, {.threads = 1});
    const auto forward = surrogate(generator, 8, 2, 100);
    surrogate(again, 3, 1, 100);
    EXPECT_EQ(surrogate(again, 8, 2, 100), forward);
    if (kind == Kind::epochs) continue;
    EXPECT_NE(surrogate(Generator(all, 1, kind, 12), 8, 2, 100), forward);
    EXPECT_NE(surrogate(generator, 9, 2, 100), forward);
  }
}

// One by one, some at once, and more than are transformed together: short series, and one too long for that.
TEST(Generator, MakesTheSameSurrogatesAtOnce) {
  for (const std::size_t n : {100U, 40000U}) {
    const series::Epochs all = recording(2, 3, n);
    for (const Kind kind : kKinds) {
      SCOPED_TRACE(std::string(word(kind)));
      const Generator generator(all, 1, kind, 11);
      const std::size_t n_wanted = n == 100 ? 21 : 4;
      std::vector<double> samples(n_wanted * n);
      std::vector<Generator::Wanted> wanted;
      for (std::uint32_t i = 0; i < n_wanted; ++i)
        wanted.push_back({i / 3, i % 3, std::span(samples).subspan(i * n, n)});
      generator.make(wanted, {.threads = 2});
      for (const auto& one : wanted) {
        ASSERT_EQ(surrogate(generator, one.number, one.channel, n),
                  (std::vector<double>(one.samples.begin(), one.samples.end())));
      }
    }
  }
}

// The permutations of three samples are equally likely.
TEST(Generator, ShufflesEvenly) {
  series::Epochs epochs = recording(1, 1, 4);
  epochs.data = {1, 2, 3, 4};
  const Generator generator(epochs, 0, Kind::shuffle, 1);
  std::map<std::vector<double>, int> seen;
  for (std::uint32_t number = 0; number < 4800; ++number) ++seen[surrogate(generator, number, 0, 4)];
  ASSERT_EQ(seen.size(), 24U);
  double chi_squared = 0.0;
  for (const auto& [order, times] : seen) chi_squared += std::pow(times - 200.0, 2) / 200.0;
  EXPECT_LT(chi_squared, 49.7);  // p = 0.001 with 23 degrees of freedom
}

TEST(Generator, SaysWhyASeriesHasNone) {
  series::Epochs epochs = recording(1, 5, 50);
  epochs.reasons.assign(5, "");
  epochs.reasons[0] = "amplitude";
  epochs.data[1 * 50 + 7] = epochs.data[1 * 50 + 8] = kNaN;
  epochs.data[2 * 50 + 7] = std::numeric_limits<double>::infinity();
  std::fill_n(epochs.data.begin() + 3 * 50, 50, 2.5);
  for (const Kind kind : {Kind::iaaft, Kind::shuffle, Kind::shift}) {
    const auto reasons = Generator(epochs, 0, kind, 1).reasons();
    EXPECT_EQ(reasons[0], "amplitude");
    EXPECT_EQ(reasons[1], "2 missing samples: surrogates need a series without gaps");
    EXPECT_THAT(reasons[2], HasSubstr("infinite"));
    EXPECT_THAT(reasons[3], HasSubstr("constant"));
    EXPECT_EQ(reasons[4], "");
  }
  for (const double scale : {1e-200, 1e200}) {
    series::Epochs scaled = recording(1, 1, 50);
    for (double& value : scaled.data) value *= scale;
    EXPECT_THAT(Generator(scaled, 0, Kind::iaaft, 1).reasons()[0], HasSubstr("from 1e-130 to 1e+140"));
    EXPECT_EQ(Generator(scaled, 0, Kind::aaft, 1).reasons()[0], "");
  }
  const series::Epochs shorter = recording(1, 1, 3);
  EXPECT_THAT(Generator(shorter, 0, Kind::iaaft, 1).reasons()[0], HasSubstr("3 samples: surrogates need at least 4"));
  EXPECT_THROW(Generator(shorter, 0, Kind::epochs, 1), Error);
}

}  // namespace
}  // namespace biotropy::surrogates
