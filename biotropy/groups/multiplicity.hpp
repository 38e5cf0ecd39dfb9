// SPDX-License-Identifier: Apache-2.0
//
// Multiple testing over many entries: the share of p-values below a level, and q-values, the smallest false discovery
// rate at which an entry is still a discovery. Benjamini and Hochberg (1995) for independent or positively dependent
// entries, Benjamini and Yekutieli (2001) for any dependence. Entries that were not tested (NaN) stay NaN and do not
// count.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::groups {

enum class FalseDiscovery { benjamini_hochberg, benjamini_yekutieli };

/// @throws Error invalid_data for a p below 0 or above 1.
std::vector<double> q_values(std::span<const double> p, FalseDiscovery method);

struct Share {
  std::size_t below = 0;   ///< entries with p < alpha
  std::size_t tested = 0;  ///< entries with a p
  double percent = 0.0;    ///< 100 below / tested; NaN if nothing was tested
};

/// Share as reported by Martinez-Zarzuela et al. 2013 ("67.34 % of the 148 x 148 combinations").
/// @throws Error invalid_argument unless 0 < alpha < 1; invalid_data for a p below 0 or above 1.
Share share_below(std::span<const double> p, double alpha);

}  // namespace biotropy::groups
