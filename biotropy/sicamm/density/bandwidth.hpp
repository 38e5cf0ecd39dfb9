// SPDX-License-Identifier: Apache-2.0
//
// Bandwidths of kernel densities. Silverman's rule with a robust scale, as in Garcia-Molla et al. (2019),
//
//     h = s (4 / (3 n))^(1/5),  s = median |x - median(x)| / 0.6745,
//
// smooths sharp peaks and edges too much. The other rules maximise the likelihood of points that were left out: one
// point at a time or, if neighbouring samples are correlated (overlapping windows), whole folds of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class BandwidthRule {
  silverman,      ///< Garcia-Molla et al. 2019
  leave_one_out,  ///< for independent samples
  blocked         ///< cross-validated by blocks of neighbouring samples
};

/// Statistic used as the scale of a sample.
enum class ScaleSource {
  mad,    ///< median absolute deviation
  range,  ///< range, if the median absolute deviation is 0 (more than half of the points are equal)
  none    ///< all points are equal: the bandwidth is 1
};

struct Bandwidth {
  double value = 1.0;
  double factor = 1.0;  ///< multiple of Silverman's bandwidth
  ScaleSource scale = ScaleSource::mad;
};

/// Weighted median: half of the weight lies below it; mean of the two middle values if they have equal weight.
/// @throws Error invalid_data for no points.
double median(std::span<const double> points, std::span<const double> weights = {});

/// Silverman's rule. With weights, n is (sum w)^2 / sum w^2.
/// @throws Error invalid_data for no points, or one that is not finite.
Bandwidth silverman_bandwidth(std::span<const double> points, std::span<const double> weights = {});

/// From 1/20 to twice Silverman's. Equal points are left out together, because ties would pull the bandwidth to 0.
Bandwidth leave_one_out_bandwidth(std::span<const double> points, std::span<const double> weights = {});

/// fold[i] is the fold of point i; folds are left out as a whole. Silverman's rule if fewer than two folds have points.
/// @throws Error invalid_data unless there is a fold for every point.
Bandwidth blocked_bandwidth(std::span<const double> points, std::span<const std::uint32_t> fold);

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::BandwidthRule>{
    Word{"blocked", sicamm::BandwidthRule::blocked},
    Word{"leave-one-out", sicamm::BandwidthRule::leave_one_out},
    Word{"silverman", sicamm::BandwidthRule::silverman},
};

}  // namespace biotropy
