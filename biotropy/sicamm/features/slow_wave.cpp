// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/slow_wave.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

SlidingBands bands_of(const SlowWaveSettings& settings, double sampling_rate) {
  return {sampling_rate,
          window_samples(settings, sampling_rate),
          {settings.delta, settings.theta, settings.alpha},
          settings.resolution};
}

double index_of(const SlidingBands::Window& window, const SlowWaveSettings& settings) {
  std::array<double, 3> power{};
  window.powers(power);
  const auto which = static_cast<std::size_t>(settings.index);
  const double chosen = power[which], others = power[(which + 1) % 3] + power[(which + 2) % 3];
  if (!(others > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return settings.log ? std::log(chosen / others) : chosen / others;
}

}  // namespace

std::size_t window_samples(const SlowWaveSettings& settings, double sampling_rate) {
  if (!(sampling_rate > 0.0 && std::isfinite(sampling_rate))) {
    throw Error::argument("sampling_rate", fmt::format("{}", sampling_rate), "a positive number");
  }
  constexpr double most_samples = 1e8;
  const double samples = std::round(settings.window * sampling_rate);
  if (!(settings.window > 0.0 && samples <= most_samples)) {
    throw Error::argument("window", fmt::format("{} s", settings.window),
                          fmt::format("a positive number of seconds, at most {} samples", most_samples));
  }
  return static_cast<std::size_t>(samples);
}

SlowWaves::SlowWaves(const SlowWaveSettings& settings, double sampling_rate, std::size_t channels)
    : settings_(settings), bands_(bands_of(settings, sampling_rate)) {
  if (channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  windows_.assign(channels, SlidingBands::Window(bands_));
}

bool SlowWaves::step(std::span<const double> sample, std::span<double> features) {
  for (std::size_t c = 0; c < windows_.size(); ++c) {
    windows_[c].push(sample[c]);
    if (windows_[c].full()) features[c] = index_of(windows_[c], settings_);
  }
  return windows_[0].full();
}

void SlowWaves::reset() {
  windows_.assign(windows_.size(), SlidingBands::Window(bands_));
}

std::vector<double> SlowWaves::state() const {
  std::vector<double> state;
  state.reserve(windows_.size() * windows_[0].state_size());
  for (const SlidingBands::Window& window : windows_) window.append_state(state);
  return state;
}

void SlowWaves::restore(std::span<const double> state) {
  const std::size_t size = windows_[0].state_size();
  if (state.size() != windows_.size() * size) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers that are no state of {} windows", state.size(), windows_.size()));
  }
  for (std::size_t c = 0; c < windows_.size(); ++c) windows_[c].restore(state.subspan(c * size, size));
}

std::vector<double> slow_waves(std::span<const double> samples, std::size_t channels, double sampling_rate,
                               const SlowWaveSettings& settings, const Execution& execution) {
  if (channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  const SlidingBands bands = bands_of(settings, sampling_rate);
  if (samples.size() % channels != 0) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers are no samples of {} channels", samples.size(), channels));
  }
  const std::size_t n = samples.size() / channels, before = bands.window() - 1;
  if (n <= before) return {};
  std::vector<double> result((n - before) * channels);
  with_threads(execution, [&] {
    parallel_for(channels, execution.cancel, [&](std::size_t c) {
      SlidingBands::Window window(bands);
      for (std::size_t i = 0; i < n; ++i) {
        window.push(samples[i * channels + c]);
        if (i >= before) result[(i - before) * channels + c] = index_of(window, settings);
      }
    });
  });
  return result;
}

}  // namespace biotropy::sicamm
