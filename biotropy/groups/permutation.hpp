// SPDX-License-Identifier: Apache-2.0
//
// Permutation test by subject: if groups do not matter, every way to share out the group labels among the subjects is
// as likely as the one that was observed. The statistic is H of Kruskal-Wallis; subjects keep all their entries
// together, so the largest H over all entries has its distribution too, and with it p-values that hold for the whole
// family of entries (Westfall and Young 1993, single step), whatever the dependence between entries is.
//
// Fast because ranks do not depend on labels: an entry is sorted once, and each arrangement of labels costs one
// addition of a small integer per subject and entry, side by side for many entries.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::groups {

struct PermutationSettings {
  /// Random arrangements to draw. Where all arrangements together are no more than this, all are looked at instead.
  std::uint64_t permutations = 10'000;
  std::uint64_t seed = 1;  ///< the same seed gives the same arrangements on every machine
};

/// @throws Error invalid_argument unless permutations is from 1 to 10,000,000.
void validate(const PermutationSettings& settings);

struct PermutationTest {
  /// For each entry: (1 + b) / (1 + n) with n random arrangements, b of them with an H at least as large; b / n where
  /// all n arrangements were looked at. NaN where the entry is not tested (see rank_tests.hpp).
  std::vector<double> p;
  /// The same with the largest H over all tested entries of each arrangement.
  std::vector<double> familywise_p;
  std::uint64_t arrangements = 0;  ///< n
  bool exact = false;              ///< all arrangements, the observed one among them
};

/// All groups, or the two of a contrast: only their subjects then take part and exchange labels. Where values are
/// missing an arrangement can leave a group without a value at an entry; H is then that of the other groups. Results
/// depend neither on the number of threads nor on the machine.
/// @throws Error as validate(Values), validate(Contrast) and validate(PermutationSettings); cancelled.
PermutationTest permutation_test(const Values& values, const std::optional<Contrast>& contrast = {},
                                 const PermutationSettings& settings = {}, const Execution& execution = {},
                                 const ProgressCallback& progress = {});

}  // namespace biotropy::groups
