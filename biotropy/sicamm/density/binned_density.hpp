// SPDX-License-Identifier: Apache-2.0
//
// Many values of one kernel density, fast: the sum over points becomes a sum over bins half a bandwidth wide. With D
// the distance of x from the middle of a bin and u that of a point (both in bandwidths),
//
//     exp(-(D - u)^2 / 2) = exp(-D^2 / 2) sum_p D^p (u^p / p!) exp(-u^2 / 2),
//
// so a bin stores its moments sum_i w_i u_i^p exp(-u_i^2 / 2) / p!, and a value needs about fifty bins for any number
// of points. Far from all points, the relevant points are summed directly.
#pragma once

#include <vector>

#include "biotropy/sicamm/density/kernel_density.hpp"

namespace biotropy::sicamm {

class BinnedDensity {
 public:
  /// Bins cover values between the borders; beyond them every value is summed from points.
  BinnedDensity(KernelDensity density, double low, double high);

  /// ln f(x) within a few units of the last place.
  double log_density(double x) const;

 private:
  KernelDensity density_;
  double first_edge_ = 0.0, bins_per_unit_ = 0.0;
  std::size_t bins_ = 0, stride_ = 0;
  std::vector<double> middles_, moments_;  // moments_[p * stride_ + bin]
};

}  // namespace biotropy::sicamm
