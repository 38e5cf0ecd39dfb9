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
#include "biotropy/surrogates/iaaft.hpp"
#include "biotropy/surrogates/value_order_internal.hpp"

namespace biotropy::surrogates {

namespace {

using series::Samples;

constexpr std::uint32_t kAllChannels = std::numeric_limits<std::uint32_t>::max(), kAllEpochs = kAllChannels;
constexpr std::size_t kLongestTogether = 32768;  // samples; rows of several longer series leave the cache
constexpr std::size_t kSamplesAtOnce = 32768;    // that a thread makes before it looks whether the work is cancelled
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

// A frequency of the spectrum of one series.
Complex number(const Rows& spectrum, std::size_t k) {
  return {spectrum[2 * k], spectrum[2 * k + 1]};
}

// Each frequency but 0 and the highest of an even number of samples, which are real, gets a random phase added.
void rotate_phases(Rows& spectrum, std::size_t n, Random& random) {
  for (std::size_t k = 1; 2 * k < n; ++k) {
    const Complex rotated = number(spectrum, k) * unit_root(random.below(kPhases), kPhases);
    spectrum[2 * k] = rotated.real();
    spectrum[2 * k + 1] = rotated.imag();
  }
}

double magnitude(Complex number) {
  return std::sqrt(number.real() * number.real() + number.imag() * number.imag());
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

// Why a series has no surrogates of the kinds that change it. Empty: it has them.
std::string why_not(Samples x) {
  const auto n_missing =
      static_cast<std::size_t>(std::count_if(x.begin(), x.end(), [](double v) { return std::isnan(v); }));
  if (x.size() < kFewestSamples) {
    return fmt::format("{}: surrogates need at least {}", counted(x.size(), "sample"), kFewestSamples);
  }
  if (n_missing > 0) {
    return fmt::format("{}: surrogates need a series without gaps", counted(n_missing, "missing sample"));
  }
  if (!std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); })) {
    return "infinite samples: surrogates need finite ones";
  }
  if (std::all_of(x.begin(), x.end(), [&](double v) { return v == x[0]; })) {
    return "constant series: every surrogate would be the series itself";
  }
  return {};
}

std::size_t parts(std::size_t n, std::size_t size) {
  return (n + size - 1) / size;
}

template <typename T>
std::span<const T> part_of(std::span<const T> all, std::size_t part, std::size_t size) {
  return all.subspan(part * size, std::min(size, all.size() - part * size));
}

}  // namespace

// A mean of two channels is over the epochs that have both. If a channel came from an epoch that lacks the other, means
// of surrogates would have epochs in them that the observed mean never has.
std::vector<std::size_t> epochs_alike(const series::EpochView& epochs, std::size_t epoch) {
  const auto lacks = [&](std::size_t of, std::size_t channel) {
    return !epochs.reasons.empty() && !epochs.reasons[of * epochs.n_channels + channel].empty();
  };
  std::vector<std::size_t> alike;
  for (std::size_t other = 0; other < epochs.n_epochs; ++other) {
    std::size_t channel = 0;
    while (channel < epochs.n_channels && lacks(other, channel) == lacks(epoch, channel)) ++channel;
    if (channel == epochs.n_channels) alike.push_back(other);
  }
  return alike;
}

// Parts that all surrogates of a channel share.
struct Generator::Prepared {
  struct Channel {
    std::vector<double> sorted, amplitudes;
    std::vector<std::uint32_t> order;
    Rows spectrum;  // of one series
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
                          fmt::format("another kind, as there is 1 epoch and {} are needed", kFewestEpochs));
  }
  if (kind == Kind::epochs) {
    alike_ = epochs_alike(epochs, epoch);
    place_ = static_cast<std::size_t>(std::ranges::find(alike_, epoch) - alike_.begin());
  }
  prepared_->channels.resize(epochs.n_channels);
  if ((has_spectrum(kind) || kind == Kind::aaft) && epochs.n_times >= kFewestSamples) {
    prepared_->fourier.emplace(epochs.n_times, epochs.n_times <= kLongestTogether ? kMostTogether : 1);
  }
  with_threads(execution, [&] {
    parallel_for(epochs.n_channels, execution.cancel, [&](std::size_t channel) { prepare(channel); });
    if (!has_spectrum(kind)) return;
    std::vector<std::size_t> channels;
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      if (reasons_[channel].empty()) channels.push_back(channel);
    }
    if (channels.empty()) return;
    const std::size_t together = prepared_->fourier->together();
    parallel_for(parts(channels.size(), together), execution.cancel,
                 [&](std::size_t part) { transform(part_of(std::span<const std::size_t>(channels), part, together)); });
  });
}

Generator::~Generator() = default;

void Generator::prepare(std::size_t channel) {
  std::string& reason = reasons_[channel];
  if (!epochs_.reasons.empty()) reason = epochs_.reasons[epoch_ * epochs_.n_channels + channel];
  if (!reason.empty() || kind_ == Kind::epochs) return;
  const Samples x = epochs_.samples(epoch_, channel);
  reason = why_not(x);
  if (reason.empty() && kind_ == Kind::iaaft) reason = wrong_scale(x);
  if (!reason.empty() || !keeps_values(kind_)) return;
  Prepared::Channel& prepared = prepared_->channels[channel];
  ValueOrder order;
  for (const auto& [value, position] : order.of(x)) {
    prepared.sorted.push_back(value);
    prepared.order.push_back(position);
  }
}

// The spectra of as many channels as are transformed together.
void Generator::transform(std::span<const std::size_t> channels) {
  Fourier fourier = *prepared_->fourier;
  const std::size_t together = fourier.together();
  Rows x(together * epochs_.n_times), spectra(2 * together * fourier.n_frequencies());
  for (std::size_t place = 0; place < channels.size(); ++place) {
    set_column(x, together, place, epochs_.samples(epoch_, channels[place]));
  }
  fourier.forward(x, spectra);
  for (std::size_t place = 0; place < channels.size(); ++place) {
    Prepared::Channel& prepared = prepared_->channels[channels[place]];
    prepared.spectrum.resize(2 * fourier.n_frequencies());
    get_column(spectra, together, place, prepared.spectrum);
    for (std::size_t k = 0; k < fourier.n_frequencies(); ++k) {
      prepared.amplitudes.push_back(magnitude(number(prepared.spectrum, k)));
    }
  }
}

Random Generator::random_of(const Wanted& wanted) const {
  if (kind_ == Kind::epochs) return {seed_, {wanted.number, kAllEpochs, static_cast<std::uint32_t>(wanted.channel)}};
  const std::uint32_t channel = kind_ == Kind::joint_phases ? kAllChannels : static_cast<std::uint32_t>(wanted.channel);
  return {seed_, {wanted.number, static_cast<std::uint32_t>(number_of_epoch_), channel}};
}

void Generator::make(std::span<const Wanted> wanted, const Execution& execution) const {
  const std::size_t size = at_once();
  with_threads(execution, [&] {
    parallel_for(parts(wanted.size(), size), execution.cancel,
                 [&](std::size_t part) { make_some(part_of(wanted, part, size)); });
  });
}

std::size_t Generator::at_once() const {
  const std::size_t together = prepared_->fourier ? prepared_->fourier->together() : 1;
  return together * std::max<std::size_t>(kSamplesAtOnce / std::max<std::size_t>(together * epochs_.n_times, 1), 1);
}

void Generator::make_some(std::span<const Wanted> wanted) const {
  if (kind_ == Kind::iaaft) return iterate(wanted);
  if (!prepared_->fourier) {
    for (const Wanted& one : wanted) rearrange(one);
    return;
  }
  Fourier fourier = *prepared_->fourier;
  for (std::size_t part = 0; part < parts(wanted.size(), fourier.together()); ++part) {
    rotate(fourier, part_of(wanted, part, fourier.together()));
  }
}

// The kinds without a spectrum.
void Generator::rearrange(const Wanted& wanted) const {
  Random random = random_of(wanted);
  if (kind_ == Kind::epochs) return exchange(wanted, random);
  const Samples x = epochs_.samples(epoch_, wanted.channel);
  if (kind_ == Kind::shift) {
    const auto start = static_cast<std::ptrdiff_t>(random.below(x.size()));
    std::rotate_copy(x.begin(), x.begin() + start, x.end(), wanted.samples.begin());
    return;
  }
  std::copy(x.begin(), x.end(), wanted.samples.begin());
  shuffle(wanted.samples, random);
}

// The same permutation for all epochs that are alike, so that none is used twice.
void Generator::exchange(const Wanted& wanted, Random& random) const {
  std::vector<std::size_t> exchanged = alike_;
  shuffle(std::span(exchanged), random);
  const Samples other = epochs_.samples(exchanged[place_], wanted.channel);
  std::copy(other.begin(), other.end(), wanted.samples.begin());
}

void Generator::iterate(std::span<const Wanted> wanted) const {
  std::vector<IaaftSeries> series;
  for (const Wanted& one : wanted) {
    Random random = random_of(one);
    const Samples x = epochs_.samples(epoch_, one.channel);
    std::copy(x.begin(), x.end(), one.samples.begin());
    shuffle(one.samples, random);
    const Prepared::Channel& prepared = prepared_->channels[one.channel];
    series.push_back({prepared.sorted, prepared.amplitudes, one.samples});
  }
  Fourier fourier = *prepared_->fourier;
  surrogates::iterate(fourier, series);
}

// Normal variables in the order of the channel.
void Generator::make_normal(const Wanted& wanted, Random& random) const {
  std::vector<double> normals(wanted.samples.size());
  for (double& value : normals) value = normal(random);
  ValueOrder order;
  std::size_t rank = 0;
  for (const auto& [value, _] : order.of(normals)) {
    wanted.samples[prepared_->channels[wanted.channel].order[rank++]] = value;
  }
}

// Random phases, of the channels or for aaft of normal variables, for as many series as are transformed together.
void Generator::rotate(Fourier& fourier, std::span<const Wanted> wanted) const {
  const std::size_t together = fourier.together();
  Rows x(together * fourier.size()), spectra(2 * together * fourier.n_frequencies());
  std::vector<Random> randoms;
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    randoms.push_back(random_of(wanted[place]));
    if (kind_ != Kind::aaft) continue;
    make_normal(wanted[place], randoms.back());
    set_column(x, together, place, wanted[place].samples);
  }
  if (kind_ == Kind::aaft) fourier.forward(x, spectra);
  Rows spectrum(2 * fourier.n_frequencies());
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    if (kind_ == Kind::aaft) {
      get_column(spectra, together, place, spectrum);
    } else {
      spectrum = prepared_->channels[wanted[place].channel].spectrum;
    }
    rotate_phases(spectrum, fourier.size(), randoms[place]);
    set_column(spectra, together, place, spectrum);
  }
  fourier.inverse(spectra, x);
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    get_column(x, together, place, wanted[place].samples);
    if (kind_ == Kind::aaft) take_values(wanted[place]);
  }
}

// The values of the channel in the order of the samples.
void Generator::take_values(const Wanted& wanted) const {
  ValueOrder order;
  std::size_t rank = 0;
  for (const auto& [_, position] : order.of(wanted.samples)) {
    wanted.samples[position] = prepared_->channels[wanted.channel].sorted[rank++];
  }
}

}  // namespace biotropy::surrogates
