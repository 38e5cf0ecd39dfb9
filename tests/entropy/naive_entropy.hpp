// SPDX-License-Identifier: Apache-2.0
//
// Every measure from the equations of its paper, by plain loops over samples that are compared as they are (r
// absolute).
#pragma once

#include <vector>

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

/// Mullayanov et al., equations 1-6.
double naive_apen(const std::vector<double>& x, int m, int tau, double r);

/// Dong et al. 2021, equations 1-8; infinity where A = 0 < B, NaN where B = 0.
double naive_sampen(const std::vector<double>& x, int m, int tau, double r);

/// Martinez-Zarzuela et al. 2013, equations 3-6 and the bias strategies of section 2.1, on series that are normalised
/// already.
double naive_cross_apen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r,
                        Bias bias);

/// Chen et al. 2007 for u and v the same series (self matches left out), Xie et al. 2010 for two, with the membership
/// exp(-(d / r)^n) and templates that lose their mean where `local` is set.
double naive_fuzzyen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r, double n,
                     bool local);

/// Richman and Moorman 2000.
double naive_cross_sampen(const std::vector<double>& u, const std::vector<double>& v, int m, int tau, double r);

}  // namespace biotropy::entropy
