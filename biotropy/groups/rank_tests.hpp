// SPDX-License-Identifier: Apache-2.0
//
// Rank tests of groups at every entry. Kruskal and Wallis (1952) for all groups,
//
//   H = (N - 1) sum_g n_g (mean rank of g - (N + 1) / 2)^2 / sum_i (rank of i - (N + 1) / 2)^2,
//
// which is their formula with the correction for ties. Ranks are doubled and centred, so that all sums are integers and
// H has no cancellation.
//
// Two groups are compared by the same test, as by Martinez-Zarzuela et al. (2013, section 4.2; children with adults and
// adults with elderly, at p < 0.01); for two groups it is the two-sided test of Mann and Whitney (1947) without
// continuity correction: H is the square of its z. If the groups are too small for the chi-squared approximation, an
// exact p is available, from all arrangements of the ranks of the entry, with ties.
//
// An entry is not tested (NaN throughout) if a group has no value or all values are equal.
#pragma once

#include <array>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::groups {

/// One value for each entry.
struct KruskalWallis {
  std::vector<double> h;                ///< corrected for ties
  std::vector<double> p;                ///< P(chi-squared with groups - 1 degrees of freedom >= H)
  std::vector<double> epsilon_squared;  ///< H / (N - 1), from 0 (equal mean ranks) to 1 (Tomczak 2014)
};

/// Smallest p for groups of these sizes without ties: that of groups which do not overlap. With a smaller alpha no
/// effect can be significant.
/// @param sizes at least two, none 0.
double smallest_kruskal_p(const std::vector<std::size_t>& sizes);

/// @throws Error as validate(Values); cancelled.
KruskalWallis kruskal_wallis(const Values& values, const Execution& execution = {});

/// Source of p in a comparison of two groups.
enum class ContrastP {
  chi_squared,  ///< Kruskal-Wallis of the two groups, as in Martinez-Zarzuela et al. 2013
  exact         ///< all arrangements of the ranks; both tails: sums of ranks at least as far from their mean
};

/// smallest_kruskal_p() for two groups.
double smallest_contrast_p(std::size_t first, std::size_t second, ContrastP p);

/// Largest number of subjects in both groups for an exact p.
inline constexpr std::size_t kMostSubjectsExact = 100;

/// One value for each entry.
struct ContrastTest {
  std::vector<double> h;  ///< Kruskal-Wallis of the two groups, corrected for ties
  std::vector<double> u;  ///< Mann-Whitney: pairs of subjects in which the first has the larger value; ties count 1/2
  std::vector<double> p;
  /// Share of the pairs of subjects with a larger value in the second group, minus the share with a smaller one: 1 - 2
  /// U / (n_first n_second), from -1 to 1, positive if values rise from the first group to the second.
  std::vector<double> rank_biserial;
};

/// Compares two groups; subjects of other groups are ignored.
/// @throws Error as validate(Values) and validate(Contrast); unsupported for an exact p of more than kMostSubjectsExact
/// subjects; cancelled.
ContrastTest compare(const Values& values, const Contrast& contrast, ContrastP p = ContrastP::chi_squared,
                     const Execution& execution = {});

}  // namespace biotropy::groups

namespace biotropy {

template <>
inline constexpr auto kWords<groups::ContrastP> =
    std::array{Word{"chi-squared", groups::ContrastP::chi_squared}, Word{"exact", groups::ContrastP::exact}};

}  // namespace biotropy
