// SPDX-License-Identifier: Apache-2.0
//
// Parameters with a tolerance in the units of the samples, as in the papers' equations.
#pragma once

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

inline Parameters absolute(int m, int tau, double r) {
  Parameters parameters;
  parameters.m = m;
  parameters.tau = tau;
  parameters.r = r;
  parameters.r_unit = series::RUnit::absolute;
  return parameters;
}

}  // namespace biotropy::entropy
