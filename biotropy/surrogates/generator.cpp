// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/surrogates/fourier_internal.hpp"
#include "biotropy/surrogates/unit_root.hpp"
#include "biotropy/surrogates/value_order_internal.hpp"

namespace biotropy::surrogates {

namespace {

using series::Samples;

constexpr std::uint32_t kAllChannels = std::numeric_limits<std::uint32_t>::max(), kAllEpochs = kAllChannels;
constexpr std::uint64_t kPhases = std::uint64_t{1} << 53;  // directions that a random phase can have

bool has_spectrum(Kind kind) {
  return kind == Kind::phases || kind == Kind::joint_phases || kind == Kind::iaaft;
}

bool keeps_values(Kind kind) {
  return kind == Kind::aaft || kind == Kind::iaaft;
}

template <typename T>
void shuffle(std::span<T> list, Random& random) {
  for (std::size_t last = list.size(); last-- > 1;) std::swap(list[last], list[random.below(last + 1)]);
}

// By comparisons of uniform numbers alone (von Neumann 1951): no logarithm, whose last bit differs between machines.
double exponential(Random& random) {
  for (double whole = 0.0;; whole += 1.0) {
    const double first = random.uniform();
    double smallest = first;
    for (bool odd = true;; odd = !odd) {
      const double next = random.uniform();
      if (next >= smallest) {
        if (odd) return whole + first;
        break;
      }
      smallest = next;
    }
  }
}

// The half of a normal variable, and its sign, from two exponential ones (von Neumann 1951).
double normal(Random& random) {
  while (true) {
    const double size = exponential(random), other = exponential(random), excess = size - 1.0;
    if (2.0 * other > excess * excess) return random.sign() * size;
  }
}

// The sorted values in the order of another series. Returns whether that changed any.
bool remap(ValueOrder& order, Samples sorted, Samples like, std::span<double> x) {
  bool changed = false;
  std::size_t rank = 0;
  for (const auto& [_, position] : order.of(like)) {
    changed |= x[position] != sorted[rank];
    x[position] = sorted[rank++];
  }
  return changed;
}

// Each frequency but 0 and the highest of an even number of samples, which are real, gets a random phase added.
void rotate_phases(std::span<Complex> spectrum, std::size_t n, Random& random) {
  for (std::size_t k = 1; 2 * k < n; ++k) spectrum[k] *= unit_root(random.below(kPhases), kPhases);
}

double magnitude(Complex number) {
  return std::sqrt(number.real() * number.real() + number.imag() * number.imag());
}

void iterate(Fourier& fourier, Samples sorted, std::span<const double> amplitudes, std::span<double> x) {
  std::vector<Complex> spectrum(fourier.n_frequencies());
  std::vector<double> with_spectrum(x.size());
  ValueOrder order;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    fourier.forward(x, spectrum);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      const double now = magnitude(spectrum[k]);
      spectrum[k] = now > 0.0 ? spectrum[k] * (amplitudes[k] / now) : Complex(amplitudes[k]);
    }
    fourier.inverse(spectrum, with_spectrum);
    if (!remap(order, sorted, with_spectrum, x)) return;
  }
}

// Squares of amplitudes must not vanish or become infinite. Empty: they do not.
std::string wrong_scale(Samples x) {
  constexpr double kLeast = 1e-130, kMost = 1e140;
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  if (largest >= kLeast && largest <= kMost) return {};
  return fmt::format("samples of up to {:.3g}: surrogates of kind iaaft need a largest one from {} to {}", largest,
                     kLeast, kMost);
}

}  // namespace

// Parts that all surrogates of a channel share.
struct Generator::Prepared {
  struct Channel {
    std::vector<double> sorted, amplitudes;
    std::vector<std::uint32_t> order;
    std::vector<Complex> spectrum;
  };
  std::optional<Fourier> fourier;
  std::vector<Channel> channels;
};

Generator::Generator(const series::EpochView& epochs, std::size_t epoch, Kind kind, std::uint64_t seed,
                     const Execution& execution, std::size_t first_epoch)
    : epochs_(epochs),
      epoch_(epoch),
      number_of_epoch_(first_epoch + epoch),
      kind_(kind),
      seed_(seed),
      reasons_(epochs.n_channels),
      prepared_(std::make_unique<Prepared>()) {
  if (kind == Kind::epochs && epochs.n_epochs < kFewestEpochs) {
    throw Error::argument("surrogate_kind", "epochs",
                          fmt::format("a recording of at least {} epochs (there is 1), or "
                                      "another kind,",
                                      kFewestEpochs));
  }
  prepared_->channels.resize(epochs.n_channels);
  if ((has_spectrum(kind) || kind == Kind::aaft) && epochs.n_times >= kFewestSamples) {
    prepared_->fourier.emplace(epochs.n_times);
  }
  with_threads(execution, [&] {
    parallel_for(epochs.n_channels, execution.cancel, [&](std::size_t channel) { prepare(channel); });
  });
}

Generator::~Generator() = default;

void Generator::prepare(std::size_t channel) {
  std::string& reason = reasons_[channel];
  if (!epochs_.reasons.empty()) reason = epochs_.reasons[epoch_ * epochs_.n_channels + channel];
  if (!reason.empty() || kind_ == Kind::epochs) return;
  const Samples x = epochs_.samples(epoch_, channel);
  const auto n_missing =
      static_cast<std::size_t>(std::count_if(x.begin(), x.end(), [](double v) { return std::isnan(v); }));
  if (x.size() < kFewestSamples) {
    reason = fmt::format("{}: surrogates need at least {}", counted(x.size(), "sample"), kFewestSamples);
  } else if (n_missing > 0) {
    reason = fmt::format("{}: surrogates need a series without gaps", counted(n_missing, "missing sample"));
  } else if (!std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); })) {
    reason = "infinite samples: surrogates need finite ones";
  } else if (std::all_of(x.begin(), x.end(), [&](double v) { return v == x[0]; })) {
    reason = "constant series: every surrogate would be the series itself";
  }
  if (reason.empty() && kind_ == Kind::iaaft) reason = wrong_scale(x);
  if (!reason.empty()) return;
  Prepared::Channel& prepared = prepared_->channels[channel];
  if (keeps_values(kind_)) {
    ValueOrder order;
    for (const auto& [value, position] : order.of(x)) {
      prepared.sorted.push_back(value);
      prepared.order.push_back(position);
    }
  }
  if (!has_spectrum(kind_)) return;
  Fourier fourier = *prepared_->fourier;
  prepared.spectrum.resize(fourier.n_frequencies());
  fourier.forward(x, prepared.spectrum);
  for (const Complex& number : prepared.spectrum) prepared.amplitudes.push_back(magnitude(number));
}

// The same permutation for all epochs that have the channel, so that none is used twice.
void Generator::exchange(std::uint32_t number, std::size_t channel, std::span<double> samples) const {
  std::vector<std::size_t> used;
  std::size_t position = 0;
  for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) {
    if (epoch == epoch_) position = used.size();
    const bool rejected = !epochs_.reasons.empty() && !epochs_.reasons[epoch * epochs_.n_channels + channel].empty();
    if (!rejected) used.push_back(epoch);
  }
  Random random(seed_, {number, kAllEpochs, static_cast<std::uint32_t>(channel)});
  shuffle(std::span(used), random);
  const Samples other = epochs_.samples(used[position], channel);
  std::copy(other.begin(), other.end(), samples.begin());
}

void Generator::make(std::uint32_t number, std::size_t channel, std::span<double> samples) const {
  if (kind_ == Kind::epochs) return exchange(number, channel, samples);
  const Samples x = epochs_.samples(epoch_, channel);
  const std::uint32_t of_channel = kind_ == Kind::joint_phases ? kAllChannels : static_cast<std::uint32_t>(channel);
  Random random(seed_, {number, static_cast<std::uint32_t>(number_of_epoch_), of_channel});
  if (kind_ == Kind::shift) {
    const auto start = static_cast<std::ptrdiff_t>(random.below(x.size()));
    std::rotate_copy(x.begin(), x.begin() + start, x.end(), samples.begin());
    return;
  }
  if (kind_ == Kind::shuffle || kind_ == Kind::iaaft) {
    std::copy(x.begin(), x.end(), samples.begin());
    shuffle(samples, random);
    if (kind_ == Kind::shuffle) return;
  }
  const Prepared::Channel& prepared = prepared_->channels[channel];
  Fourier fourier = *prepared_->fourier;
  if (kind_ == Kind::iaaft) return iterate(fourier, prepared.sorted, prepared.amplitudes, samples);
  std::vector<Complex> spectrum = prepared.spectrum;
  ValueOrder order;
  if (kind_ == Kind::aaft) {
    std::vector<double> normals(x.size());
    for (double& value : normals) value = normal(random);
    std::size_t rank = 0;
    for (const auto& [value, _] : order.of(normals)) samples[prepared.order[rank++]] = value;
    spectrum.resize(fourier.n_frequencies());
    fourier.forward(samples, spectrum);
  }
  rotate_phases(spectrum, x.size(), random);
  fourier.inverse(spectrum, samples);
  if (kind_ != Kind::aaft) return;
  const std::vector<double> rotated(samples.begin(), samples.end());
  remap(order, prepared.sorted, rotated, samples);
}

}  // namespace biotropy::surrogates
