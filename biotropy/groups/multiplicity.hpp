// SPDX-License-Identifier: Apache-2.0
//
// What p-values of many entries say together: the share that is below a level, and q-values, the smallest rate of false
// discoveries at which an entry is still among the discoveries. Benjamini and Hochberg (1995) for independent or
// positively dependent entries, Benjamini and Yekutieli (2001) for any dependence. Entries that were not tested (NaN)
// stay NaN and do not count.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace biotropy::groups {

enum class FalseDiscovery { benjamini_hochberg, benjamini_yekutieli };

/// @throws Error invalid_argument for a name other than "bh" and "by".
FalseDiscovery false_discovery(std::string_view name);

/// @throws Error invalid_data for a p below 0 or above 1.
std::vector<double> q_values(std::span<const double> p, FalseDiscovery method);

struct Share {
  std::size_t below = 0;   ///< entries with p < alpha
  std::size_t tested = 0;  ///< entries with a p
  double percent = 0.0;    ///< 100 below / tested; NaN where nothing was tested
};

/// How Martinez-Zarzuela et al. 2013 report a map of p-values ("67.34 % of the 148 x 148 combinations").
/// @throws Error invalid_argument unless 0 < alpha < 1; invalid_data for a p below 0 or above 1.
Share share_below(std::span<const double> p, double alpha);

}  // namespace biotropy::groups
