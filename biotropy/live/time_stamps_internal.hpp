// SPDX-License-Identifier: Apache-2.0
//
// Time stamps of live samples, where some are not known.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "biotropy/error.hpp"

namespace biotropy::live {

/// The time of a sample, or that at which it is due after the one before, so that the next stamp shows a gap all the
/// same.
inline double known_time(double stamp, double before, const std::optional<double>& rate) {
  if (!std::isnan(stamp)) return stamp;
  return rate ? before + 1.0 / *rate : before;
}

/// @throws Error invalid_argument if stamps are given and it is not known which step between them is a gap.
inline void require_gap(const std::optional<double>& gap, std::span<const double> times) {
  if (gap || std::all_of(times.begin(), times.end(), [](double time) { return std::isnan(time); })) return;
  throw Error::argument("gap", "unknown",
                        "a number of seconds, or the sampling rate, as the samples have time stamps,");
}

}  // namespace biotropy::live
