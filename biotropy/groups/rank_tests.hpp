// SPDX-License-Identifier: Apache-2.0
//
// Tests of groups at every entry by ranks. Kruskal and Wallis (1952) for all groups,
//
//   H = (N - 1) sum_g n_g (mean rank of g - (N + 1) / 2)^2 / sum_i (rank of i - (N + 1) / 2)^2,
//
// which is their formula with its correction for ties. Ranks are doubled and centred, so that all sums are integers and
// H has no cancellation.
//
// Two groups are compared by the same test (Martinez-Zarzuela et al. 2013, section 4.2, compare children with adults
// and adults with elderly so, at p < 0.01); for two groups it is the test of Mann and Whitney (1947), two-sided,
// without continuity correction: H is the square of its z. Where the groups are too small for the chi-squared
// approximation, p can be had exactly, from all ways to share the ranks of the entry, ties among them, between the two.
//
// An entry is not tested (NaN throughout) where a group has no value or all values are the same.
#pragma once

#include <string_view>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::groups {

/// One value for each entry.
struct KruskalWallis {
  std::vector<double> h;                ///< corrected for ties
  std::vector<double> p;                ///< P(chi-squared with groups - 1 degrees of freedom >= H)
  std::vector<double> epsilon_squared;  ///< H / (N - 1), from 0 (mean ranks are the same) to 1 (Tomczak 2014)
};

/// The smallest p of groups of these sizes whose values all differ: that of groups which do not overlap. Below an alpha
/// under it nothing can be found. @param sizes at least two, none 0.
double smallest_kruskal_p(const std::vector<std::size_t>& sizes);

/// @throws Error as validate(Values); cancelled.
KruskalWallis kruskal_wallis(const Values& values, const Execution& execution = {});

/// Where p of a comparison of two groups comes from.
enum class ContrastP {
  chi_squared,  ///< Kruskal-Wallis of the two groups, as Martinez-Zarzuela et al. 2013
  exact         ///< all ways to share the ranks; both tails: sums of ranks at least as far from their mean
};

/// @throws Error invalid_argument for a name other than "chi-squared" and "exact".
ContrastP contrast_p(std::string_view name);

/// The same for two groups.
double smallest_contrast_p(std::size_t first, std::size_t second, ContrastP p);

/// Subjects of both groups together up to which p can be exact.
inline constexpr std::size_t kMostSubjectsExact = 100;

/// One value for each entry.
struct ContrastTest {
  std::vector<double> h;  ///< Kruskal-Wallis of the two groups, corrected for ties
  std::vector<double> u;  ///< Mann-Whitney: pairs of subjects in which the first has the larger value; ties count 1/2
  std::vector<double> p;
  /// Share of the pairs of subjects in which the second group's value is larger, less the share in which it is smaller:
  /// 1 - 2 U / (n_first n_second), from -1 to 1, positive where values rise from the first group to the second.
  std::vector<double> rank_biserial;
};

/// Compares two groups; the subjects of others are not looked at.
/// @throws Error as validate(Values) and validate(Contrast); unsupported for an exact p of more than kMostSubjectsExact
/// subjects; cancelled.
ContrastTest compare(const Values& values, const Contrast& contrast, ContrastP p = ContrastP::chi_squared,
                     const Execution& execution = {});

}  // namespace biotropy::groups
