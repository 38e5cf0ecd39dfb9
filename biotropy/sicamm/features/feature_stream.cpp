// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/feature_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"

namespace biotropy::sicamm {

namespace {

[[noreturn]] void refuse_state(std::size_t size) {
  throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of these features", size));
}

}  // namespace

void log_band_powers(const SlidingBands::Window& window, const BandPowerSettings& settings, double sampling_rate,
                     std::span<double> result) {
  // Both sides of the spectrum, over the sum of the squares of a periodic Hann window.
  constexpr double hann_squares = 3.0 / 8.0;
  const double samples = std::round(settings.window * sampling_rate);
  const double scale = 2.0 * settings.resolution / (sampling_rate * samples * hann_squares);
  window.powers(result);
  for (double& power : result) {
    power = power > 0.0 ? std::log(scale * power) : std::numeric_limits<double>::quiet_NaN();
  }
}

SampleWindow::SampleWindow(std::size_t samples, std::size_t channels)
    : samples_(samples), channels_(channels), ring_(2 * samples * channels) {}

void SampleWindow::push(std::span<const double> sample) {
  std::copy_n(sample.begin(), channels_, ring_.begin() + static_cast<std::ptrdiff_t>(next_ * channels_));
  std::copy_n(sample.begin(), channels_, ring_.begin() + static_cast<std::ptrdiff_t>((next_ + samples_) * channels_));
  next_ = (next_ + 1) % samples_;
  count_ = std::min(count_ + 1, samples_);
}

void SampleWindow::append_state(std::vector<double>& state) const {
  state.push_back(static_cast<double>(count_));
  const std::size_t held = count_ * channels_;
  // Before it is full the samples begin the ring.
  const auto first = ring_.begin() + static_cast<std::ptrdiff_t>(full() ? next_ * channels_ : 0);
  state.insert(state.end(), first, first + static_cast<std::ptrdiff_t>(held));
  state.resize(state.size() + samples_ * channels_ - held, 0.0);
}

void SampleWindow::restore(std::span<const double> state) {
  if (state.size() != state_size() || !(state[0] >= 0.0 && state[0] <= static_cast<double>(samples_)) ||
      state[0] != std::floor(state[0])) {
    refuse_state(state.size());
  }
  reset();
  const auto count = static_cast<std::size_t>(state[0]);
  for (std::size_t i = 0; i < count; ++i) push(state.subspan(1 + i * channels_, channels_));
}

FeatureStream::FeatureStream(const FeatureRecipe& recipe, double sampling_rate, std::size_t channels)
    : recipe_(recipe), rate_(sampling_rate), channels_(channels), hop_(1), filtered_(channels) {
  if (channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  validate(recipe, sampling_rate);
  hop_ = hop_samples(recipe, sampling_rate);
  const std::size_t window = window_samples(recipe, sampling_rate);
  if (recipe.filter) filters_.assign(channels, prepare::CausalFilter(filter_sections(recipe, sampling_rate)));
  if (recipe.slow_waves) waves_.emplace(*recipe.slow_waves, sampling_rate, channels);
  if (recipe.band_powers) {
    bands_.emplace(sampling_rate, window, recipe.band_powers->bands, recipe.band_powers->resolution);
    windows_.assign(channels, SlidingBands::Window(*bands_));
  }
  if (recipe.spatial) {
    samples_.emplace(window, channels);
    scratch_.resize(2 * channels);
    packed_.resize(packed_size(channels));
  }
}

std::size_t FeatureStream::size() const {
  return vector_size(recipe_, channels_);
}

std::span<const double> FeatureStream::filtered(std::span<const double> sample) {
  if (filters_.empty()) return sample;
  for (std::size_t c = 0; c < channels_; ++c) filtered_[c] = filters_[c].step(sample[c]);
  return filtered_;
}

// Called for each sample at which the window is full.
bool FeatureStream::is_due() {
  if (until_next_ > 0) {
    --until_next_;
    return false;
  }
  until_next_ = hop_ - 1;
  return true;
}

bool FeatureStream::step_bands(std::span<const double> sample, std::span<double> features) {
  for (std::size_t c = 0; c < channels_; ++c) windows_[c].push(sample[c]);
  if (!windows_[0].full() || !is_due()) return false;
  const std::size_t count = bands_->bands();
  for (std::size_t c = 0; c < channels_; ++c) {
    log_band_powers(windows_[c], *recipe_.band_powers, rate_, features.subspan(c * count, count));
  }
  return true;
}

bool FeatureStream::step_covariances(std::span<const double> sample, std::span<double> features) {
  samples_->push(sample);
  if (!samples_->full() || !is_due()) return false;
  const auto packed = recipe_.map ? std::span(packed_) : features;
  window_covariance(samples_->samples(), channels_, recipe_.spatial->shrinkage, scratch_, packed);
  if (!recipe_.map) return true;
  const std::vector<double> found = spatial_features(*recipe_.map, packed_, {1, nullptr});
  std::copy(found.begin(), found.end(), features.begin());
  return true;
}

bool FeatureStream::step(std::span<const double> sample, std::span<double> features) {
  const auto values = filtered(sample);
  if (bands_) return step_bands(values, features);
  if (samples_) return step_covariances(values, features);
  if (waves_) return waves_->step(values, features) && is_due();
  if (!is_due()) return false;
  std::copy(values.begin(), values.end(), features.begin());
  return true;
}

void FeatureStream::reset() {
  for (prepare::CausalFilter& filter : filters_) filter.reset();
  if (waves_) waves_->reset();
  if (bands_) windows_.assign(channels_, SlidingBands::Window(*bands_));
  if (samples_) samples_->reset();
  until_next_ = 0;
}

std::vector<double> FeatureStream::state() const {
  std::vector<double> state = waves_ ? waves_->state() : std::vector<double>();
  for (const SlidingBands::Window& window : windows_) window.append_state(state);
  if (samples_) samples_->append_state(state);
  for (const prepare::CausalFilter& filter : filters_) filter.append_state(state);
  if (hop_ > 1) state.push_back(static_cast<double>(until_next_));
  return state;
}

void FeatureStream::restore(std::span<const double> state) {
  if (state.size() != this->state().size()) refuse_state(state.size());
  std::size_t at = 0;
  const auto next = [&](std::size_t size) {
    at += size;
    return state.subspan(at - size, size);
  };
  if (waves_) waves_->restore(next(waves_->state().size()));
  for (SlidingBands::Window& window : windows_) window.restore(next(window.state_size()));
  if (samples_) samples_->restore(next(samples_->state_size()));
  for (prepare::CausalFilter& filter : filters_) filter.restore(next(filter.state_size()));
  if (hop_ == 1) return;
  const double until = next(1)[0];
  if (!(until >= 0.0 && until < static_cast<double>(hop_) && until == std::floor(until))) refuse_state(state.size());
  until_next_ = static_cast<std::size_t>(until);
}

}  // namespace biotropy::sicamm
