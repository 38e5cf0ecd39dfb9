// SPDX-License-Identifier: Apache-2.0
//
// Measures from the equations of their papers, by plain loops over the samples as they are (r absolute).
#pragma once

#include <vector>

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

/// Parameters with a tolerance in the units of the samples, as in the equations.
inline Parameters absolute(int m, int tau, double r) {
  Parameters parameters;
  parameters.m = m;
  parameters.tau = tau;
  parameters.r = r;
  parameters.r_unit = series::RUnit::absolute;
  return parameters;
}

/// Mullayanov et al., equations 1-6.
double naive_apen(const std::vector<double>& x, int m, int tau, double r);

/// Dong et al. 2021, equations 1-8; infinity where A = 0 < B, NaN where B = 0.
double naive_sampen(const std::vector<double>& x, int m, int tau, double r);

/// Martinez-Zarzuela et al. 2013, equations 3-6 and the bias strategies of section 2.1, on normalised series.
double naive_cross_apen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r,
                        Bias bias);

/// Chen et al. 2007 for u and v the same series (self-matches excluded), Xie et al. 2010 for two, with the membership
/// exp(-(d / r)^n); `local` removes the mean of each template.
double naive_fuzzyen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r, double n,
                     bool local);

/// Richman and Moorman 2000.
double naive_cross_sampen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r);

}  // namespace biotropy::entropy
