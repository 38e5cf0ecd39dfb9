// SPDX-License-Identifier: Apache-2.0
//
// Many values of one kernel density, fast: the sum over points becomes a sum over bins up to half a bandwidth wide.
// With D the distance of x from the middle of a bin and u that of a point (both in bandwidths),
//
//     exp(-(D - u)^2 / 2) = exp(-D^2 / 2) sum_p D^p (u^p / p!) exp(-u^2 / 2),
//
// so a bin stores its moments sum_i w_i u_i^p exp(-u_i^2 / 2) / p!, and a value needs about fifty bins for any number
// of points. Bins stand only where points are, so an outlier costs one bin. Far from all points, the relevant points
// are summed directly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/sicamm/density/kernel_density.hpp"

namespace biotropy::sicamm {

class BinnedDensity {
 public:
  /// At |u| <= 1/4 and |D| <= 6, the range of the nearest bin, the first omitted term is below 2e-17 of the sum.
  static constexpr std::size_t kMoments = 22;
  /// Partial sums, which make the result the same on every instruction set and device.
  static constexpr std::size_t kGroup = 8;

  explicit BinnedDensity(KernelDensity density);

  /// ln f(x) within a few units of the last place: KernelDensity::log_density.
  double log_density(double x) const;

  const KernelDensity& density() const { return density_; }

  /// Middles of the bins in increasing order, then kGroup empty bins.
  std::span<const double> middles() const { return middles_; }
  /// [p * middles().size() + bin]
  std::span<const double> moments() const { return moments_; }
  /// Farther than this from every middle, points are summed.
  double near_enough() const;
  /// Bins are summed whose middles are nearer than that of the nearest bin and this together. All kernels of the others
  /// are below e^-40 of the nearest one.
  double reach() const { return reach_; }

 private:
  KernelDensity density_;
  double reach_ = 0.0;
  std::vector<double> middles_, moments_;
};

}  // namespace biotropy::sicamm
