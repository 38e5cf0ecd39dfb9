// SPDX-License-Identifier: Apache-2.0
//
// Settings of network tests in a study.
#pragma once

#include <string>
#include <vector>

#include "biotropy/groups/network_options.hpp"

namespace biotropy::study {

struct NetworkSettings : groups::NetworkOptions {
  std::vector<std::string> covariates;  ///< columns of the participants: numbers, or categories
  std::string subject_column;           ///< paired recordings: column that names the person; empty: not paired

  /// @throws Error invalid_argument.
  groups::NetworkSettings test(const groups::PermutationSettings& permutations) const;
};

}  // namespace biotropy::study
