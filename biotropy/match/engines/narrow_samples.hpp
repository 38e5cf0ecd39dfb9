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

/// None if samples are missing, or if the tolerance is a few steps or as wide as the range.
class NarrowSamples {
 public:
  static constexpr std::int16_t kSteps = 32766;  ///< of the range: integers are from 0 to this one

  static bool are_same(Samples x, Samples y) { return x.data() == y.data() && x.size() == y.size(); }

  static bool are_possible(Samples x, Samples y, double greatest) { return Scale(x, y, greatest).is_there; }

  /// Behind the samples: further from each of them than any tolerance, as long as differences saturate.
  static constexpr std::int16_t kNone = INT16_MIN;

  /// @param greatest distance that matches.
  /// @param behind each series there is room for so many integers.
  NarrowSamples(Samples x, Samples y, double greatest, std::size_t behind = 64) {
    constexpr double rounding = 1e-6;
    const Scale scale(x, y, greatest);
    if (!scale.is_there) return;
    // Two integers differ by less than a step more or less than the samples in steps do.
    sure = static_cast<std::int16_t>(scale.reach - rounding);
    doubt = static_cast<std::uint16_t>(std::ceil(scale.reach + rounding) + 1.0 - sure);
    behind_x_ = are_same(x, y) ? 0 : x.size() + behind;
    samples_.resize(behind_x_ + y.size() + behind, kNone);
    const auto in_steps = [&](double sample) {
      return static_cast<std::int16_t>((sample - scale.low) * scale.steps_per_unit);
    };
    std::ranges::transform(y, samples_.data() + behind_x_, in_steps);
    if (behind_x_ > 0) std::ranges::transform(x, samples_.data(), in_steps);
  }

  bool are_there() const { return !samples_.empty(); }
  const std::int16_t* x() const { return samples_.data(); }
  const std::int16_t* y() const { return samples_.data() + behind_x_; }

  std::int16_t sure = 0;    ///< integers that differ by less match
  std::uint16_t doubt = 0;  ///< those that differ by sure + doubt or more do not

 private:
  struct Scale {
    double low = INFINITY, steps_per_unit = 0.0, reach = 0.0;
    bool is_there = false;

    Scale(Samples x, Samples y, double greatest) {
      constexpr double fewest = 64.0;
      double high = -INFINITY;
      bool missing = x.empty() || y.empty();
      for (const Samples samples : {are_same(x, y) ? Samples() : x, y}) {
        if (missing |= series::missing_count(samples) > 0; missing) return;
        // Several at once, as a comparison waits for the one before.
        double lows[kAtOnce] = {INFINITY, INFINITY, INFINITY, INFINITY};
        double negative_highs[kAtOnce] = {INFINITY, INFINITY, INFINITY, INFINITY};
        const auto put = [&](std::size_t lane, double sample) {
          lows[lane] = sample < lows[lane] ? sample : lows[lane];
          negative_highs[lane] = -sample < negative_highs[lane] ? -sample : negative_highs[lane];
        };
        std::size_t i = 0;
        for (; i + kAtOnce <= samples.size(); i += kAtOnce) {
          for (std::size_t lane = 0; lane < kAtOnce; ++lane) put(lane, samples[i + lane]);
        }
        for (; i < samples.size(); ++i) put(0, samples[i]);
        for (std::size_t lane = 0; lane < kAtOnce; ++lane) {
          low = std::min(low, lows[lane]);
          high = std::max(high, -negative_highs[lane]);
        }
      }
      steps_per_unit = kSteps / (high - low);
      reach = greatest * steps_per_unit;
      is_there = std::isfinite(steps_per_unit) && reach >= fewest && reach <= kSteps - 2.0;
    }

    static constexpr std::size_t kAtOnce = 4;
  };

  std::size_t behind_x_ = 0;
  AlignedVector<std::int16_t> samples_;
};

}  // namespace biotropy::match
