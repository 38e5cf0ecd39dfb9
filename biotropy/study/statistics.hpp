// SPDX-License-Identifier: Apache-2.0
//
// Comparison of the groups of a cohort at every entry (Martinez-Zarzuela et al. 2013, section 4.2), and of the means of
// each channel over its partners. Groups without a usable subject are left out, and windows that not every subject has
// are not tested: who has them would differ from window to window.
#pragma once

#include <string>
#include <vector>

#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/groups/nodes.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/groups/values.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/study/cohort.hpp"
#include "biotropy/study/networks.hpp"

namespace biotropy::study {

/// One number for each entry; NaN throughout without a test.
struct TestOfGroups {
  std::vector<double> h, p, effect;  ///< effect: epsilon squared, or the rank-biserial correlation of a contrast
  std::vector<double> u;             ///< of a contrast: U of Mann and Whitney
  std::vector<double> q_bh, q_by;
  std::vector<double> permutation_p, familywise_p;
  groups::Share p_below, q_below;  ///< entries with p, and with q_bh, below alpha
  std::uint64_t arrangements = 0;
  bool exact = false;        ///< all arrangements of the labels were enumerated
  double smallest_p = kNaN;  ///< smallest p for groups of these sizes, without ties
};

struct ContrastOfGroups : TestOfGroups {
  int first = 0, second = 1;  ///< indices into Cohort::groups
};

/// Means of each channel over its partners, and tests of their group differences. Empty for a measure of one series.
struct NodeStatistics {
  std::vector<double> out, in;            ///< subjects x (channel[, scale][, window])
  std::vector<double> out_mean, in_mean;  ///< groups x the same
  std::vector<double> out_p, in_p;        ///< of each: Kruskal-Wallis
};

struct Statistics {
  std::vector<double> count, mean, median, sd;  ///< groups x entries
  TestOfGroups all;
  std::vector<ContrastOfGroups> contrasts;
  NodeStatistics nodes;
  std::vector<NetworkComparison> networks;
  Notices notices;  ///< of the recordings, and of effects that could not be tested or found
};

/// @throws Error invalid_argument; cancelled.
Statistics compare(const Cohort& cohort, const Description& description, const Execution& execution,
                   const ProgressCallback& progress = {});

}  // namespace biotropy::study
