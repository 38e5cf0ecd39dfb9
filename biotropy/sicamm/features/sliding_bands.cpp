// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/sliding_bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

/// Samples within which every X(f) is recomputed; a longer window takes its own length.
constexpr std::size_t kAnewWithin = 4096;
/// Limits the table of phases, 16 bytes each, that spares live streams the sines of a new transform.
constexpr std::size_t kMostPhases = std::size_t{1} << 18;
/// A sample this many times the root mean square of the window leaves too large a rounding error.
constexpr double kMuchLarger = 1e4;
/// Squares of larger values may have an infinite sum, so these count as missing.
constexpr double kLargest = 1e140;

void check(double sampling_rate, std::size_t window, const std::vector<Band>& bands, double resolution) {
  const auto require_positive = [](double value, const char* name) {
    if (!(value > 0.0 && std::isfinite(value))) {
      throw Error::argument(name, fmt::format("{}", value), "a positive number");
    }
  };
  require_positive(sampling_rate, "sampling_rate");
  require_positive(resolution, "resolution");
  constexpr std::size_t least_window = 4;
  if (window < least_window) {
    throw Error::argument("window", fmt::format("{}", window),
                          fmt::format("a length of at least {} samples", least_window));
  }
  if (bands.empty()) throw Error::argument("bands", "none", "at least one band");
  for (const auto& [low, high] : bands) {
    if (!(low >= 0.0 && low < high && high <= 0.5 * sampling_rate)) {
      throw Error::argument("band", fmt::format("{} to {} Hz", low, high),
                            fmt::format("rising, from 0 to half the sampling rate, {} Hz", 0.5 * sampling_rate));
    }
  }
}

/// True if the offset is so far from the samples, relative to their spread, that differences from it have lost their
/// digits. Missing samples are stored as the offset, so the result is false while the window holds any. The first
/// sample almost always decides.
bool is_far(double x, double offset, std::span<const double> samples) {
  const double distance = std::abs(x - offset);
  return distance > 0.0 && std::all_of(samples.begin(), samples.end(),
                                       [&](double one) { return kMuchLarger * std::abs(one - x) < distance; });
}

std::complex<double> turned(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

SlidingBands::SlidingBands(double sampling_rate, std::size_t window, const std::vector<Band>& bands, double resolution)
    : sampling_rate_(sampling_rate), window_(window) {
  check(sampling_rate, window, bands, resolution);
  const double spacing = sampling_rate / static_cast<double>(window);
  position_of(0.0);
  for (const auto& [low, high] : bands) {
    const std::size_t begin = lines_.size();
    for (double k = std::max(1.0, std::ceil(low / resolution)); k * resolution < high; k += 1.0) {
      const double f = k * resolution, below = f - spacing;
      std::complex<double> of_mean = 0.0;
      for (std::size_t n = 0; n < window; ++n) {
        const double phase = 2.0 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(window);
        of_mean += 0.5 * (1.0 - std::cos(phase)) * turned(-phase * f / spacing);
      }
      lines_.push_back({position_of(f), position_of(std::abs(below)), position_of(f + spacing), below < 0.0, of_mean});
    }
    if (lines_.size() == begin) {
      throw Error::argument("band", fmt::format("{} to {} Hz", low, high),
                            fmt::format("a band with a multiple of the resolution, {} Hz, above 0", resolution));
    }
    bands_.push_back({begin, lines_.size()});
  }
  const std::size_t windows = std::max<std::size_t>(1, kAnewWithin / window);
  group_size_ = (frequencies_.size() + windows - 1) / windows;
  if (window > kMostPhases / frequencies_.size()) return;
  for (std::size_t n = 0; n < window; ++n) {
    for (std::size_t k = 0; k < frequencies_.size(); ++k) phases_.push_back(phase(n, k));
  }
}

std::complex<double> SlidingBands::phase(std::size_t n, std::size_t k) const {
  return turned(-2.0 * std::numbers::pi * frequencies_[k] / sampling_rate_ * static_cast<double>(n));
}

std::size_t SlidingBands::position_of(double frequency) {
  const double nearly_equal = 1e-9 * sampling_rate_;
  const auto found = std::find_if(frequencies_.begin(), frequencies_.end(),
                                  [&](double one) { return std::abs(one - frequency) < nearly_equal; });
  if (found != frequencies_.end()) return static_cast<std::size_t>(found - frequencies_.begin());
  frequencies_.push_back(frequency);
  const double w = 2.0 * std::numbers::pi * frequency / sampling_rate_;
  const std::complex<double> turn = turned(w), enter = turned(-w * static_cast<double>(window_ - 1));
  turn_real_.push_back(turn.real());
  turn_imaginary_.push_back(turn.imag());
  enter_real_.push_back(enter.real());
  enter_imaginary_.push_back(enter.imag());
  return frequencies_.size() - 1;
}

void SlidingBands::move(Group which, double leaving, double entering, double* real, double* imaginary) const {
  const double *const turn_real = &turn_real_[which.first], *const turn_imaginary = &turn_imaginary_[which.first];
  const double *const enter_real = &enter_real_[which.first], *const enter_imaginary = &enter_imaginary_[which.first];
  for (std::size_t k = 0; k < which.count; ++k) {
    const double re = real[k] - leaving, im = imaginary[k];
    real[k] = re * turn_real[k] - im * turn_imaginary[k] + entering * enter_real[k];
    imaginary[k] = re * turn_imaginary[k] + im * turn_real[k] + entering * enter_imaginary[k];
  }
}

SlidingBands::Window::Window(const SlidingBands& bands)
    : shared_(&bands), numbers_(2 * (bands.frequencies_.size() + bands.group_size_) + bands.window_) {}

void SlidingBands::Window::push(double x) {
  const SlidingBands& shared = *shared_;
  const bool finite = std::abs(x) <= kLargest;
  // The first number serves as offset until is_far(); removing the mean corrects for it.
  if (count_ == 0) {
    if (finite) offset_ = x;
    std::fill_n(held(), shared.window_, offset_);
  }
  ++count_;
  equal_ = finite && count_ > 1 && x == last_ ? equal_ + 1 : 1;
  last_ = x;
  if (!finite) missing_until_ = count_ + shared.window_;
  const double entering = finite ? x - offset_ : 0.0;
  const double leaving = std::exchange(held()[next_], finite ? x : offset_) - offset_;
  shared.move({0, shared.frequencies_.size()}, leaving, entering, real(), imaginary());
  squares_ += entering * entering - leaving * leaving;
  largest_ = std::max(largest_, std::abs(entering));
  shared.move(shared.group(group_), 0.0, entering, new_real(), new_imaginary());
  new_squares_ += entering * entering;
  new_largest_ = std::max(new_largest_, std::abs(entering));
  if (++next_ == shared.window_) end_ring();
  const bool far = finite && is_far(x, offset_, {held(), shared.window_});
  if (far) offset_ = x;
  const double mean_square = std::max(0.0, squares_) / static_cast<double>(shared.window_);
  if (far || largest_ * largest_ > kMuchLarger * kMuchLarger * mean_square) refresh();
}

// Called when the ring has been filled once more.
void SlidingBands::Window::end_ring() {
  next_ = 0;
  const auto [first, count] = shared_->group(group_);
  std::copy_n(new_real(), count, real() + first);
  std::copy_n(new_imaginary(), count, imaginary() + first);
  std::fill(new_real(), held(), 0.0);
  squares_ = std::exchange(new_squares_, 0.0);
  if (++group_ < shared_->groups()) return;
  group_ = 0;
  largest_ = std::exchange(new_largest_, 0.0);
}

void SlidingBands::Window::refresh() {
  const std::size_t window = shared_->window_, frequencies = shared_->frequencies_.size();
  const auto& phases = shared_->phases_;
  largest_ = 0.0;
  squares_ = 0.0;
  std::fill_n(real(), 2 * frequencies, 0.0);
  for (std::size_t n = 0; n < window; ++n) {
    const double x = held()[next_ + n < window ? next_ + n : next_ + n - window] - offset_;
    largest_ = std::max(largest_, std::abs(x));
    squares_ += x * x;
    if (x == 0.0) continue;
    for (std::size_t k = 0; k < frequencies; ++k) {
      const std::complex<double> phase = phases.empty() ? shared_->phase(n, k) : phases[n * frequencies + k];
      real()[k] += x * phase.real();
      imaginary()[k] += x * phase.imag();
    }
  }
  new_largest_ = largest_;
  std::fill(new_real(), held(), 0.0);
  new_squares_ = 0.0;
  for (std::size_t n = 0; n < next_; ++n) {
    const double entered = held()[n] - offset_;
    shared_->move(shared_->group(group_), 0.0, entered, new_real(), new_imaginary());
    new_squares_ += entered * entered;
  }
}

void SlidingBands::Window::powers(std::span<double> result) const {
  if (!full() || count_ < missing_until_) {
    std::fill(result.begin(), result.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (equal_ >= shared_->window_) {
    std::fill(result.begin(), result.end(), 0.0);
    return;
  }
  const double *const re = numbers_.data(), *const im = re + shared_->frequencies_.size();
  const double mean = re[0] / static_cast<double>(shared_->window_);
  const auto at = [&](std::size_t k) { return std::complex<double>(re[k], im[k]); };
  for (std::size_t band = 0; band < shared_->bands_.size(); ++band) {
    double sum = 0.0;
    for (std::size_t i = shared_->bands_[band].begin; i < shared_->bands_[band].end; ++i) {
      const Line& line = shared_->lines_[i];
      const std::complex<double> below = line.below_is_negative ? std::conj(at(line.below)) : at(line.below);
      sum += std::norm(0.5 * at(line.at) - 0.25 * (below + at(line.above)) - mean * line.of_mean);
    }
    result[band] = sum;
  }
}

namespace {

constexpr std::size_t kCounters = 5, kSums = 6;
constexpr double kMostSamples = 9007199254740992.0;  // 2^53

}  // namespace

std::size_t SlidingBands::Window::state_size() const {
  return kCounters + kSums + numbers_.size();
}

void SlidingBands::Window::append_state(std::vector<double>& state) const {
  for (const std::size_t counter : {next_, count_, group_, missing_until_, equal_}) {
    state.push_back(static_cast<double>(counter));
  }
  state.insert(state.end(), {offset_, last_, largest_, new_largest_, squares_, new_squares_});
  state.insert(state.end(), numbers_.begin(), numbers_.end());
}

void SlidingBands::Window::restore(std::span<const double> state) {
  const auto is_count = [](double x) { return x >= 0.0 && x <= kMostSamples && x == std::floor(x); };
  const bool whole = state.size() == state_size() && std::all_of(state.begin(), state.begin() + kCounters, is_count);
  // After the counters, the last sample is the second number, the only one that may be NaN or infinite.
  const auto is_number = [&](const double& x) { return std::isfinite(x) || &x == &state[kCounters + 1]; };
  if (!whole || !std::all_of(state.begin(), state.end(), is_number) ||
      !(state[0] < static_cast<double>(shared_->window_) && state[2] < static_cast<double>(shared_->groups()))) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of a window", state.size()));
  }
  for (std::size_t i = 0; auto* counter : {&next_, &count_, &group_, &missing_until_, &equal_}) {
    *counter = static_cast<std::size_t>(state[i++]);
  }
  std::size_t at = kCounters;
  for (auto* sum : {&offset_, &last_, &largest_, &new_largest_, &squares_, &new_squares_}) *sum = state[at++];
  std::copy(state.begin() + static_cast<std::ptrdiff_t>(at), state.end(), numbers_.begin());
}

}  // namespace biotropy::sicamm
