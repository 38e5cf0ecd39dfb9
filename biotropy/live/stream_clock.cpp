// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/stream_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::live {

namespace {

constexpr double kMostPositions = 9007199254740992.0;  // 2^53
constexpr std::size_t kNumbers = 4, kNumbersOfUneven = 3;

bool is_stamp(double time) {
  return !std::isnan(time);
}

bool is_whole(double value, double most) {
  return value >= 0.0 && value <= most && value == std::floor(value);
}

}  // namespace

StreamClock::StreamClock(const ClockSettings& settings, const StampWords& words) : settings_(settings), words_(words) {
  const auto& [rate, gap, uneven_stamps, gap_name] = settings_;
  if (rate && !(*rate > 0.0 && std::isfinite(*rate))) {
    throw Error::argument("rate", fmt::format("{}", *rate), "a positive number");
  }
  if (gap && !(*gap > 0.0)) throw Error::argument("gap", fmt::format("{}", *gap), "a positive number of seconds");
  if (rate) stamps_.emplace(*rate);
  gap_ = gap;
  if (gap || !rate) return;
  if (uneven_stamps) uneven_.emplace(*rate);
  gap_ = series::kLongStep / *rate;
}

std::size_t StreamClock::require_samples(std::size_t numbers, std::size_t channels,
                                         std::span<const double> times) const {
  const std::size_t count = numbers / channels;
  const auto refuse = [](const std::string& fault) { throw Error(ErrorCode::invalid_data, fault); };
  if (numbers % channels != 0) refuse(fmt::format("{} numbers are no whole samples of {} channels", numbers, channels));
  if (!times.empty() && times.size() != count) refuse(fmt::format("{} times for {} samples", times.size(), count));
  const auto stamps = static_cast<std::size_t>(std::count_if(times.begin(), times.end(), is_stamp));
  if (stamps > 0 && !gap_) {
    throw Error::argument("gap", "unknown",
                          "a number of seconds, or the sampling rate, as the samples have time stamps");
  }
  const auto infinite = std::find_if(times.begin(), times.end(), [](double time) { return std::isinf(time); });
  if (infinite != times.end()) refuse(fmt::format("sample {}: its time is infinite", infinite - times.begin() + 1));
  if (!settings_.sampling_rate && (any_stamp_ || stamps > 0) && (any_without_ || stamps < count)) {
    throw Error::argument("rate", "unknown", "a number of Hz, as samples with and without time stamps come");
  }
  return count;
}

double StreamClock::time_of(std::uint64_t position) const {
  return stamp_ + static_cast<double>(position - stamped_) / settings_.sampling_rate.value_or(1.0);
}

double StreamClock::last_time() const {
  return any_stamp_ ? time_of(position_ - 1) : std::numeric_limits<double>::quiet_NaN();
}

bool StreamClock::is_gap(double stamp) {
  if (after_mark_ && uneven_) uneven_->restart();
  const bool found =
      uneven_ ? uneven_->follows_gap(stamp) : stamp < last_time() || (gap_ && stamp - last_time() > *gap_);
  return found || after_mark_;
}

StreamClock::Tick StreamClock::next(double stamp) {
  const bool gap = is_gap(stamp);
  // Uneven stamps may overlap; the times of samples do not.
  if (uneven_ && !gap && stamp < last_time()) stamp = last_time();
  if (!after_mark_) check_stamps(stamp - last_time(), gap);
  after_mark_ = false;
  if (is_stamp(stamp)) {
    stamp_ = stamp;
    stamped_ = position_;
    any_stamp_ = true;
  } else {
    any_without_ = true;
  }
  return {time_of(position_++), gap};
}

void StreamClock::mark_gap(std::uint64_t lost) {
  after_mark_ = true;
  position_ += lost;
}

void StreamClock::check_stamps(double spacing, bool gap) {
  if (noticed_ || !stamps_) return;
  stamps_->add(spacing, gap);
  notice_ = stamps_->fault(settings_.gap_name, words_);
  noticed_ = notice_.has_value();
}

std::optional<Notice> StreamClock::take_notice() {
  return std::exchange(notice_, std::nullopt);
}

void StreamClock::reset() {
  *this = StreamClock(settings_, words_);
}

std::vector<double> StreamClock::state() const {
  const double marks = (any_stamp_ ? 1.0 : 0.0) + (any_without_ ? 2.0 : 0.0) + (after_mark_ ? 4.0 : 0.0);
  std::vector<double> numbers = {static_cast<double>(position_), stamp_, static_cast<double>(stamped_), marks};
  if (uneven_) {
    const auto of_stamps = uneven_->state();
    numbers.insert(numbers.end(), of_stamps.begin(), of_stamps.end());
  }
  return numbers;
}

void StreamClock::restore(std::span<const double> state) {
  const std::size_t expected = kNumbers + (uneven_ ? kNumbersOfUneven : 0);
  if (state.size() != expected || !is_whole(state[0], kMostPositions) || !std::isfinite(state[1]) ||
      !is_whole(state[2], std::max(state[0] - 1.0, 0.0)) || !is_whole(state[3], 7.0)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no times of a stream", state.size()));
  }
  if (uneven_) uneven_->restore(state.subspan<kNumbers, kNumbersOfUneven>());
  position_ = static_cast<std::uint64_t>(state[0]);
  stamp_ = state[1];
  stamped_ = static_cast<std::uint64_t>(state[2]);
  const auto marks = static_cast<unsigned>(state[3]);
  any_stamp_ = (marks & 1U) != 0;
  any_without_ = (marks & 2U) != 0;
  after_mark_ = (marks & 4U) != 0;
}

}  // namespace biotropy::live
