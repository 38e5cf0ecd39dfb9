// SPDX-License-Identifier: Apache-2.0
//
// Permutation test by subject: under the null hypothesis every arrangement of the group labels among the subjects is
// equally likely. The statistic is H of Kruskal-Wallis. Subjects keep all their entries together, so the largest H over
// all entries has its own distribution, which gives familywise p-values (Westfall and Young 1993, single step) for any
// dependence between entries.
//
// Ranks do not depend on labels: an entry is sorted once, and each arrangement costs one addition of a small integer
// per subject and entry, for many entries at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::groups {

struct PermutationSettings {
  /// Random arrangements to draw. If there are no more than this in total, all are enumerated instead.
  std::uint64_t permutations = 10'000;
  std::uint64_t seed = 1;  ///< the same seed gives the same arrangements on every machine
};

/// @throws Error invalid_argument unless permutations is from 1 to 10,000,000.
void validate(const PermutationSettings& settings);

struct PermutationTest {
  /// For each entry: (1 + b) / (1 + n) with n random arrangements, b of them with an H at least as large; b / n if all
  /// n arrangements were enumerated. NaN if the entry is not tested (see rank_tests.hpp).
  std::vector<double> p;
  /// The same for the largest H over all tested entries of each arrangement.
  std::vector<double> familywise_p;
  std::uint64_t arrangements = 0;  ///< n
  bool exact = false;              ///< all arrangements were enumerated, including the observed one
};

/// All groups, or the two of a contrast: only their subjects are then included and exchange labels. With missing values
/// an arrangement can leave a group without a value at an entry; H is then that of the other groups. Results do not
/// depend on the number of threads or the machine.
/// @throws Error as validate(Values), validate(Contrast) and validate(PermutationSettings); cancelled.
PermutationTest permutation_test(const Values& values, const std::optional<Contrast>& contrast = {},
                                 const PermutationSettings& settings = {}, const Execution& execution = {},
                                 const ProgressCallback& progress = {});

}  // namespace biotropy::groups
