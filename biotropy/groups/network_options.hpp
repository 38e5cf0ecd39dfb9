// SPDX-License-Identifier: Apache-2.0
//
// Options of a network test, as users give them.
#pragma once

#include <optional>
#include <span>

#include "biotropy/groups/network_test.hpp"
#include "biotropy/option.hpp"

namespace biotropy::groups {

struct NetworkOptions {
  std::optional<double> threshold, threshold_p;
  bool threshold_free = false;
  std::optional<EdgeStatistic> statistic;
  Alternative alternative = Alternative::two_sided;
  std::optional<bool> directed;
  ThresholdFree scores;

  /// @throws Error invalid_argument for options of scores without `threshold_free`.
  NetworkSettings settings(const PermutationSettings& permutations) const;
};

std::span<const OptionRow<NetworkOptions>> network_options();
std::span<const OptionRow<PermutationSettings>> permutation_options();

}  // namespace biotropy::groups
