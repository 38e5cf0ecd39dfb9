// SPDX-License-Identifier: Apache-2.0
//
// Samples of two series as integers of 16 bits, four times as many of which are compared at once as of doubles. Their
// rounding leaves the few pairs in doubt whose distance is within two steps of the tolerance; these are compared as
// doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "biotropy/aligned.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// None if samples are missing, or if the tolerance is a few steps or as wide as the range, which has 32,766 steps.
class NarrowSamples {
 public:
  /// @param greatest distance that matches.
  NarrowSamples(Samples x, Samples y, double greatest) {
    constexpr double steps = 32766.0, fewest = 64.0, rounding = 1e-6;
    constexpr std::size_t behind = 64;
    if (x.empty() || y.empty() || series::missing_count(x) + series::missing_count(y) > 0) return;
    const auto [low_x, high_x] = std::ranges::minmax(x);
    const auto [low_y, high_y] = std::ranges::minmax(y);
    const double low = std::min(low_x, low_y), per_unit = steps / (std::max(high_x, high_y) - low);
    const double reach = greatest * per_unit;
    if (!std::isfinite(per_unit) || !(reach >= fewest && reach <= steps - 2.0)) return;
    // Two integers differ by less than a step more or less than the samples in steps do.
    sure = static_cast<std::int16_t>(reach - rounding);
    doubt = static_cast<std::uint16_t>(std::ceil(reach + rounding) + 1.0 - sure);
    behind_x_ = x.size() + behind;
    samples_.resize(behind_x_ + y.size() + behind);
    const auto in_steps = [&](double sample) { return static_cast<std::int16_t>((sample - low) * per_unit); };
    std::ranges::transform(x, samples_.data(), in_steps);
    std::ranges::transform(y, samples_.data() + behind_x_, in_steps);
  }

  bool are_there() const { return !samples_.empty(); }
  /// Each has room for 64 integers behind its samples.
  const std::int16_t* x() const { return samples_.data(); }
  const std::int16_t* y() const { return samples_.data() + behind_x_; }

  std::int16_t sure = 0;    ///< integers that differ by less match
  std::uint16_t doubt = 0;  ///< those that differ by sure + doubt or more do not

 private:
  std::size_t behind_x_ = 0;
  AlignedVector<std::int16_t> samples_;
};

}  // namespace biotropy::match
