// SPDX-License-Identifier: Apache-2.0
//
// Whether the groups of a cohort differ as networks, with covariates and pairs from the table of participants.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "biotropy/groups/network_test.hpp"
#include "biotropy/study/cohort.hpp"

namespace biotropy::study {

struct NetworkComparison {
  std::string name;  ///< "all groups", "first - second"
  groups::NetworkTest test;
};

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
