// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/uneven_stamps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::live {

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
