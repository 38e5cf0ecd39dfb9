// SPDX-License-Identifier: Apache-2.0
//
// Samples of two series as integers of 16 bits, four times as many of which are compared at once as of doubles. Their
// rounding leaves the few pairs in doubt whose distance is within two steps of the tolerance; these are compared as
// doubles.
#pragma once

#include <algorithm>
#include <array>
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
    const double reach = clear_of_ties(x, y, scale, greatest) * scale.steps_per_unit;
    // Two integers differ by less than a step more or less than the samples in steps do.
    sure = static_cast<std::int16_t>(reach - rounding);
    doubt = static_cast<std::uint16_t>(std::ceil(reach + rounding) + 1.0 - sure);
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
    double low = INFINITY, steps_per_unit = 0.0;
    bool is_there = false;

    bool is_reach(double distance) const {
      constexpr double fewest = 64.0;
      return distance * steps_per_unit >= fewest && distance * steps_per_unit <= kSteps - 2.0;
    }

    Scale(Samples x, Samples y, double greatest) {
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
      is_there = std::isfinite(steps_per_unit) && is_reach(greatest);
    }

    static constexpr std::size_t kAtOnce = 4;
  };

  // A distance with as many matches that no two samples have, where they are on a lattice, as those of a converter are:
  // many pairs may be as far apart as the tolerance, which would all be in doubt. Otherwise `greatest`.
  static double clear_of_ties(Samples x, Samples y, const Scale& scale, double greatest) {
    constexpr double fewest_steps = 8.0, most_off = 1e-6, near_a_tie = 1e-4;
    std::array<double, 32> few;
    const std::size_t n = std::min(few.size(), y.size());
    std::copy_n(y.begin(), n, few.begin());
    std::sort(few.begin(), few.begin() + static_cast<std::ptrdiff_t>(n));
    double step = INFINITY;
    for (std::size_t i = 1; i < n; ++i) {
      if (few[i] > few[i - 1]) step = std::min(step, few[i] - few[i - 1]);
    }
    if (!(step * scale.steps_per_unit >= fewest_steps && step * scale.steps_per_unit < kSteps)) return greatest;
    // Differences of integers have no rounding, so that a tie is one for all pairs.
    bool is_exact = distance_to_whole(step) == 0.0;
    for (const Samples samples : {y, are_same(x, y) ? Samples() : x}) {
      for (const double sample : samples) {
        const double off = distance_to_whole((sample - scale.low) / step);
        if (!(off <= most_off)) return greatest;
        is_exact &= off == 0.0 && distance_to_whole(sample) == 0.0;
      }
    }
    const double steps = (is_exact ? std::floor(greatest) : greatest) / step;
    if (!is_exact && distance_to_whole(steps) < near_a_tie) return greatest;
    const double clear = (std::floor(steps) + 0.5) * step;
    return scale.is_reach(clear) ? clear : greatest;
  }

  static double distance_to_whole(double number) {
    constexpr double round = 6755399441055744.0;  // 1.5 * 2^52, to which a number below 2^51 is added without decimals
    return std::abs(number - ((number + round) - round));
  }

  std::size_t behind_x_ = 0;
  AlignedVector<std::int16_t> samples_;
};

}  // namespace biotropy::match
