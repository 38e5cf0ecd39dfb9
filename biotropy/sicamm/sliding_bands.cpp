// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/sliding_bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kRefreshAfter = 4096;
/// So that a new transform, which live streams wait for, takes no sines: 16 bytes each.
constexpr std::size_t kMostPhases = std::size_t{1} << 18;
/// A sample this many times the root mean square of the window leaves too much of its rounding behind.
constexpr double kMuchLarger = 1e4;

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
    throw Error::argument("window", fmt::format("{}", window), fmt::format("at least {} samples", least_window));
  }
  if (bands.empty()) throw Error::argument("bands", "none", "at least one band");
  for (const auto& [low, high] : bands) {
    if (!(low >= 0.0 && low < high && high <= 0.5 * sampling_rate)) {
      throw Error::argument("band", fmt::format("{} to {} Hz", low, high),
                            fmt::format("rising, from 0 to half the sampling rate, {} Hz", 0.5 * sampling_rate));
    }
  }
}

std::complex<double> turned(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

SlidingBands::SlidingBands(double sampling_rate, std::size_t window, std::vector<Band> bands, double resolution)
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

SlidingBands::Window::Window(const SlidingBands& bands)
    : shared_(&bands),
      held_(bands.window_),
      real_(bands.frequencies_.size()),
      imaginary_(bands.frequencies_.size()),
      missing_until_(0) {}

void SlidingBands::Window::push(double x) {
  const bool finite = std::isfinite(x);
  // The first number is as good as any for an offset, which the removal of the mean makes up for.
  if (count_ == 0 && finite) offset_ = x;
  ++count_;
  equal_ = finite && count_ > 1 && x == last_ ? equal_ + 1 : 1;
  last_ = x;
  if (!finite) missing_until_ = count_ + held_.size();
  const double entering = finite ? x - offset_ : 0.0, leaving = held_[next_];
  held_[next_] = entering;
  next_ = next_ + 1 == held_.size() ? 0 : next_ + 1;
  const SlidingBands& shared = *shared_;
  for (std::size_t k = 0; k < real_.size(); ++k) {
    const double re = real_[k] - leaving, im = imaginary_[k];
    real_[k] = re * shared.turn_real_[k] - im * shared.turn_imaginary_[k] + entering * shared.enter_real_[k];
    imaginary_[k] = re * shared.turn_imaginary_[k] + im * shared.turn_real_[k] + entering * shared.enter_imaginary_[k];
  }
  squares_ += entering * entering - leaving * leaving;
  largest_ = std::max(largest_, std::abs(entering));
  const double mean_square = std::max(0.0, squares_) / static_cast<double>(held_.size());
  if (++since_refresh_ >= kRefreshAfter || largest_ * largest_ > kMuchLarger * kMuchLarger * mean_square) refresh();
}

void SlidingBands::Window::refresh() {
  since_refresh_ = 0;
  largest_ = 0.0;
  squares_ = 0.0;
  std::fill(real_.begin(), real_.end(), 0.0);
  std::fill(imaginary_.begin(), imaginary_.end(), 0.0);
  const auto& phases = shared_->phases_;
  for (std::size_t n = 0; n < held_.size(); ++n) {
    const double x = held_[next_ + n < held_.size() ? next_ + n : next_ + n - held_.size()];
    largest_ = std::max(largest_, std::abs(x));
    squares_ += x * x;
    if (x == 0.0) continue;
    for (std::size_t k = 0; k < real_.size(); ++k) {
      const std::complex<double> phase = phases.empty() ? shared_->phase(n, k) : phases[n * real_.size() + k];
      real_[k] += x * phase.real();
      imaginary_[k] += x * phase.imag();
    }
  }
}

void SlidingBands::Window::powers(std::span<double> result) const {
  if (!full() || count_ < missing_until_) {
    std::fill(result.begin(), result.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (equal_ >= held_.size()) {
    std::fill(result.begin(), result.end(), 0.0);
    return;
  }
  const double mean = real_[0] / static_cast<double>(held_.size());
  const auto at = [&](std::size_t k) { return std::complex<double>(real_[k], imaginary_[k]); };
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

constexpr std::size_t kCounters = 5, kSums = 4;
constexpr double kMostSamples = 9007199254740992.0;  // 2^53

}  // namespace

std::size_t SlidingBands::Window::state_size() const {
  return kCounters + kSums + held_.size() + 2 * real_.size();
}

void SlidingBands::Window::append_state(std::vector<double>& state) const {
  for (const std::size_t counter : {next_, count_, since_refresh_, missing_until_, equal_}) {
    state.push_back(static_cast<double>(counter));
  }
  state.insert(state.end(), {offset_, last_, largest_, squares_});
  for (const auto* values : {&held_, &real_, &imaginary_}) state.insert(state.end(), values->begin(), values->end());
}

void SlidingBands::Window::restore(std::span<const double> state) {
  const auto is_count = [](double x) { return x >= 0.0 && x <= kMostSamples && x == std::floor(x); };
  const bool whole = state.size() == state_size() && std::all_of(state.begin(), state.begin() + kCounters, is_count);
  // The last sample, the only one that may be no number, stands second after the counters.
  const auto is_number = [&](const double& x) { return std::isfinite(x) || &x == &state[kCounters + 1]; };
  if (!whole || !std::all_of(state.begin(), state.end(), is_number) ||
      !(state[0] < static_cast<double>(held_.size()) && state[2] <= kRefreshAfter)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of a window", state.size()));
  }
  for (std::size_t i = 0; auto* counter : {&next_, &count_, &since_refresh_, &missing_until_, &equal_}) {
    *counter = static_cast<std::size_t>(state[i++]);
  }
  std::size_t at = kCounters;
  for (auto* sum : {&offset_, &last_, &largest_, &squares_}) *sum = state[at++];
  for (auto* values : {&held_, &real_, &imaginary_}) {
    std::copy_n(state.begin() + static_cast<std::ptrdiff_t>(at), values->size(), values->begin());
    at += values->size();
  }
}

}  // namespace biotropy::sicamm
