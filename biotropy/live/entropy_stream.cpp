// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/entropy_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/live/time_stamps_internal.hpp"

namespace biotropy::live {

namespace {

constexpr double kGapOfSamples = 1.5;
constexpr StampWords kWindowStamps = {"windows begin anew", "the rate is",
                                      "windows and gaps are those of another rate"};

std::vector<match::Pair> pairs_of(std::size_t channels, entropy::Measure measure) {
  const bool cross = entropy::is_cross(measure);
  if (channels < (cross ? 2U : 1U)) {
    throw Error::argument("channels", std::to_string(channels),
                          cross ? "at least 2 for a cross measure" : "at least 1");
  }
  std::vector<match::Pair> pairs;
  for (std::uint32_t x = 0; x < channels; ++x) {
    for (std::uint32_t y = 0; y < channels; ++y) {
      const bool wanted = !cross ? x == y : entropy::row_of(measure).symmetric ? x < y : x != y;
      if (wanted) pairs.push_back({x, y});
    }
  }
  return pairs;
}

void require_above_zero(const std::optional<double>& value, const char* name) {
  if (value && !(*value > 0.0 && std::isfinite(*value))) {
    throw Error::argument(name, fmt::format("{}", *value), "a positive number");
  }
}

}  // namespace

EntropyStream::EntropyStream(std::size_t channels, const EntropyStreamSettings& settings)
    : channels_(channels), settings_(settings), pairs_(pairs_of(channels, settings.measure)) {
  if (settings.step == 0) throw Error::argument("step", "0", "at least 1 sample");
  require_above_zero(settings.sampling_rate, "rate");
  require_above_zero(settings.gap, "gap");
  if (settings.parameters.pool_epochs != entropy::PoolEpochs::no) {
    throw Error::argument("pool_epochs", std::string(word(settings.parameters.pool_epochs)), "no for windows");
  }
  if (!settings_.gap && settings_.sampling_rate && settings_.uneven_stamps) uneven_.emplace(*settings_.sampling_rate);
  if (!settings_.gap && settings_.sampling_rate) settings_.gap = kGapOfSamples / *settings_.sampling_rate;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    sliding_.emplace_back(settings.measure, settings.window, settings.parameters);
  }
  times_.resize(settings.window);
}

void EntropyStream::push(std::span<const double> samples, std::span<const double> times,
                         std::vector<EntropyWindow>& windows) {
  const std::size_t count = samples.size() / channels_;
  const auto refuse = [](const std::string& fault) { throw Error(ErrorCode::invalid_data, fault); };
  if (samples.size() % channels_ != 0) {
    refuse(fmt::format("{} numbers are no whole samples of {} channels", samples.size(), channels_));
  }
  if (!times.empty() && times.size() != count) refuse(fmt::format("{} times for {} samples", times.size(), count));
  require_gap(settings_.gap, times);
  const auto infinite = std::find_if(times.begin(), times.end(), [](double time) { return std::isinf(time); });
  if (infinite != times.end()) refuse(fmt::format("sample {}: its time is infinite", infinite - times.begin() + 1));
  for (std::size_t i = 0; i < count; ++i) {
    const double time = times.empty() ? std::numeric_limits<double>::quiet_NaN() : times[i];
    push_one(samples.subspan(i * channels_, channels_), time, windows);
  }
}

// False where one of the times is not known.
bool EntropyStream::follows_gap(double time) {
  if (uneven_) return uneven_->follows_gap(time);
  return time < last_time_ || (settings_.gap && time - last_time_ > *settings_.gap);
}

void EntropyStream::restart() {
  for (entropy::SlidingEntropy& one : sliding_) one.clear();
  since_gap_ = 0;
  if (uneven_) uneven_->restart();
}

void EntropyStream::mark_gap(std::uint64_t lost) {
  restart();
  after_mark_ = true;
  position_ += lost;
}

std::optional<std::string> EntropyStream::take_warning() {
  return std::exchange(warning_, std::nullopt);
}

void EntropyStream::check_stamps(double spacing, bool gap) {
  if (warned_ || !settings_.sampling_rate) return;
  stamps_.add(uneven_ && !gap ? std::max(spacing, 0.0) : spacing, gap);
  warning_ = stamps_.fault(*settings_.sampling_rate, settings_.gap_name, kWindowStamps);
  warned_ = warning_.has_value();
}

void EntropyStream::push_one(std::span<const double> sample, double time, std::vector<EntropyWindow>& windows) {
  const bool gap = follows_gap(time);
  if (!after_mark_) check_stamps(time - last_time_, gap);
  after_mark_ = false;
  if (gap) restart();
  const double stamp = std::isnan(time) ? static_cast<double>(position_) / settings_.sampling_rate.value_or(1.0) : time;
  last_time_ = known_time(time, last_time_, settings_.sampling_rate);
  times_[since_gap_ % times_.size()] = stamp;
  ++position_;
  ++since_gap_;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const std::array<double, 2> both{sample[pairs_[i].x], sample[pairs_[i].y]};
    sliding_[i].push(std::span(both).first(sliding_[i].series()));
  }
  if (since_gap_ < settings_.window || (since_gap_ - settings_.window) % settings_.step != 0) return;
  EntropyWindow& window = windows.emplace_back();
  window.onset = times_[since_gap_ % times_.size()];
  for (entropy::SlidingEntropy& one : sliding_) window.values.push_back(one.value());
}

}  // namespace biotropy::live
