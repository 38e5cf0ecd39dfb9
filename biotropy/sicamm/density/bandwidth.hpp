// SPDX-License-Identifier: Apache-2.0
//
// How wide the kernels of a density are. Silverman's rule with a robust scale is that of Garcia-Molla et al. 2019,
//
//     h = s (4 / (3 n))^(1/5),  s = median |x - median(x)| / 0.6745,
//
// and smooths sharp peaks and edges too much. The others choose h so that points that were left out are likely: each
// point alone, or, where neighbouring samples resemble each other (overlapping windows), whole folds of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace biotropy::sicamm {

enum class BandwidthRule {
  silverman,      ///< Garcia-Molla et al. 2019
  leave_one_out,  ///< for samples that do not depend on each other
  blocked         ///< cross-validated by blocks of neighbouring samples
};

/// What the scale of a sample was taken from.
enum class ScaleSource {
  mad,    ///< median absolute deviation
  range,  ///< that is 0 (more than half of the points are equal): the range instead
  none    ///< all points are equal: the bandwidth is 1
};

struct Bandwidth {
  double value = 1.0;
  double factor = 1.0;  ///< of Silverman's
  ScaleSource scale = ScaleSource::mad;
};

/// The value below which half of the weight lies; of two middle ones of equal weight, their mean.
/// @throws Error invalid_data for no points.
double median(std::span<const double> points, std::span<const double> weights = {});

/// Silverman's rule. With weights, n is (sum w)^2 / sum w^2.
/// @throws Error invalid_data for no points, or one that is not finite.
Bandwidth silverman_bandwidth(std::span<const double> points, std::span<const double> weights = {});

/// From 1/20 of Silverman's to twice that. Equal points are left out together, or ties would draw it to 0.
Bandwidth leave_one_out_bandwidth(std::span<const double> points, std::span<const double> weights = {});

/// fold[i] is the fold of point i; a fold is left out as a whole. Silverman's where fewer than two have points.
/// @throws Error invalid_data unless there is a fold for every point.
Bandwidth blocked_bandwidth(std::span<const double> points, std::span<const std::uint32_t> fold);

}  // namespace biotropy::sicamm
