// SPDX-License-Identifier: Apache-2.0
//
// Comparison of the groups of a cohort at every entry (Martinez-Zarzuela et al. 2013, section 4.2), and of the means of
// each channel over its partners. Groups without a usable subject are left out, and windows that not every subject has
// are not tested: who has them would differ from window to window.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/groups/network_test.hpp"
#include "biotropy/groups/nodes.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/groups/values.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/study/cohort.hpp"

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

/// Whether groups differ as networks, with covariates and pairs from the table of participants.
struct NetworkComparison {
  std::string name;  ///< "all groups", "first - second"
  groups::NetworkTest test;
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

/// @throws Error invalid_argument for a covariate with numbers in some lines and words in others.
void require_covariates(const Description& description, const std::vector<files::Participant>& participants);

/// Compares pairs of groups, and all groups if they are more than two and the settings suit them. A comparison that is
/// not possible becomes a notice.
/// @param contrasts pairs of indices into Cohort::groups.
/// @throws Error invalid_argument, cancelled.
std::vector<NetworkComparison> compare_networks(const Cohort& cohort, const Description& description,
                                                const std::vector<std::pair<int, int>>& contrasts,
                                                const Execution& execution, Notices& notices);

}  // namespace biotropy::study
