// SPDX-License-Identifier: Apache-2.0
//
// Settings of network tests, as entered by users.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/results/results.hpp"
#include "biotropy/groups/network_test.hpp"

namespace biotropy::study {

struct NetworkSettings {
  std::optional<double> threshold, threshold_p;
  bool threshold_free = false;
  std::optional<groups::EdgeStatistic> statistic;
  groups::Alternative alternative = groups::Alternative::two_sided;
  std::vector<std::string> covariates;  ///< columns of the participants: numbers, or categories
  std::string subject_column;           ///< paired recordings: column that names the person; empty: not paired
  std::optional<bool> directed;
  groups::ThresholdFree scores;

  /// @throws Error invalid_argument.
  groups::NetworkSettings test(const groups::PermutationSettings& permutations) const;
};

/// Appends everything that the tests depend on, besides values, participants and permutations.
void record(const NetworkSettings& networks, std::vector<files::Parameter>& list);

}  // namespace biotropy::study
