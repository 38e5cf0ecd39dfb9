// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/stamps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::live {

namespace {

constexpr double kOtherRate = 0.1;
constexpr std::size_t kRareGaps = 20;    // one spacing in so many
constexpr std::size_t kLongestWait = 5;  // spacings, of which the first is the gap, in which it may be made up for
constexpr std::size_t kMostMadeUp = 1;   // one may be a clock that was set

bool is_near(double measured, double rate) {
  return std::abs(measured / rate - 1.0) < kOtherRate;
}

}  // namespace

void StampRate::add(double spacing, bool gap) {
  if (known()) {
    const MadeUp so_far = made_up_;
    *this = StampRate(rate_);
    made_up_ = so_far;
  }
  look_for_made_up(spacing, gap);
  if (!std::isfinite(spacing)) return;
  if (spacing < 0.0) {
    ++backwards_;
    return;
  }
  ++spacings_;
  (gap ? gap_seconds_ : seconds_) += spacing;
  if (!gap) return;
  ++gaps_;
  const Span now = {spacings_, seconds_ + gap_seconds_};
  if (gaps_ == 1) to_first_gap_ = now;
  to_last_gap_ = now;
}

void StampRate::look_for_made_up(double spacing, bool gap) {
  Span& since = made_up_.since;
  const bool waits = since.spacings > 0 && since.spacings < kLongestWait;
  if (!std::isfinite(spacing) || (!gap && !waits)) {
    since = {};
  } else if (gap && !waits) {
    since = spacing > 0.0 ? Span{1, spacing} : Span{};  // what runs backwards has nothing to make up for
  } else {
    since = {since.spacings + 1, since.seconds + spacing};
    if (since.seconds * rate_ > static_cast<double>(since.spacings) + series::kMostOffLine) return;
    ++made_up_.gaps;
    since = {};
  }
}

// From gap to gap, which are whole packets where stamps come in packets.
double StampRate::with_gaps() const {
  if (gaps_ < 2) return static_cast<double>(spacings_) / (seconds_ + gap_seconds_);
  return static_cast<double>(to_last_gap_.spacings - to_first_gap_.spacings) /
         (to_last_gap_.seconds - to_first_gap_.seconds);
}

std::optional<Notice> StampRate::fault(std::string_view gap_name, const StampWords& words) const {
  if (!known()) return std::nullopt;
  if (kRareGaps * backwards_ > kEnough) {
    return warning("time_goes_back", fmt::format("time stamps run backwards at {} of {} spacings; {} at each",
                                                 backwards_, kEnough, words.at_a_gap));
  }
  if (seconds_ + gap_seconds_ == 0.0) {
    return warning("stamps_repeated", fmt::format("{} spacings of time stamps are 0", spacings_));
  }
  const bool standing = seconds_ == 0.0 && gaps_ < spacings_, fits = is_near(with_gaps(), rate_);
  if ((standing && (fits || gaps_ < 2)) || (fits && kRareGaps * gaps_ > spacings_)) {
    return warning(
        "stamps_uneven",
        fmt::format("time stamps are uneven, or {} is too short: {} of {} spacings are beyond it; {} at each", gap_name,
                    gaps_, spacings_, words.at_a_gap));
  }
  const bool all = standing || 2 * gaps_ > spacings_;
  const double measured = all ? with_gaps() : static_cast<double>(spacings_ - gaps_) / seconds_;
  if (!is_near(measured, rate_)) {
    return warning("rates_differ", fmt::format("time stamps come {:.4g} a second, and {} {:.6g} Hz: {}", measured,
                                               words.rate_is, rate_, words.at_another_rate));
  }
  if (made_up_.gaps <= kMostMadeUp) return std::nullopt;
  return warning(
      "stamps_uneven",
      fmt::format("time stamps are uneven, or {} is too short: {} spacings beyond it were made up for by the next "
                  "ones; {} at each",
                  gap_name, made_up_.gaps, words.at_a_gap));
}

namespace {

constexpr double kFirstUneven = 0.05;  // seconds, before anything is known
constexpr double kMostUneven = 0.25;   // a second without samples is always a gap
constexpr double kDecaySeconds = 5.0;  // in which it falls to a third
constexpr double kForgetShare = 0.1;   // of a period and stamp: a rate that is a little higher does not add up

}  // namespace

UnevenStamps::UnevenStamps(double rate)
    : period_(1.0 / rate), decay_(std::exp(-period_ / kDecaySeconds)), uneven_(kFirstUneven) {}

bool UnevenStamps::follows_gap(double stamp) {
  const double late = stamp - last_ - period_;
  last_ = std::isnan(stamp) ? last_ + period_ : stamp;  // when it was due, so that the next stamp shows a gap
  if (std::isnan(late)) return false;
  const bool gap = std::abs(late) > series::kMostOffLine * period_ + 2.0 * uneven_;
  caught_up_ = std::clamp(caught_up_ - late - kForgetShare * period_, 0.0, kMostUneven);
  // A clock that is set back has caught up with nothing.
  if (gap && late < 0.0) caught_up_ = 0.0;
  uneven_ = std::max(uneven_ * decay_, caught_up_);
  return gap;
}

void UnevenStamps::restore(std::span<const double, 3> state) {
  for (const double seconds : {state[1], state[2]}) {
    if (seconds >= 0.0 && seconds <= kMostUneven) continue;
    throw Error(ErrorCode::invalid_data, fmt::format("{} s, by which stamps are uneven", seconds));
  }
  last_ = state[0];
  caught_up_ = state[1];
  uneven_ = state[2];
}

}  // namespace biotropy::live
