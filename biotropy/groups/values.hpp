// SPDX-License-Identifier: Apache-2.0
//
// Input of group comparisons: one value for every subject and entry. An entry is anything measured in every subject: an
// ordered pair of channels, a channel, a channel at a scale.
//
// A missing value (NaN) excludes its subject from that entry only; summarise() gives the remaining number in each
// group. Infinite values, which SampEn can have, are included: tests and medians use ranks, and an infinite value is
// above (below) all finite ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/threads.hpp"

namespace biotropy::groups {

/// A view: the data must outlive it.
struct Values {
  std::span<const double> values;   ///< subjects x entries, the entries of a subject together; NaN: missing
  std::size_t entries = 0;          ///< entries of a subject
  std::span<const int> group_of{};  ///< group of each subject, 0 to groups - 1
  int groups = 0;                   ///< each with at least one subject; tests need 2
};

/// Most subjects of a comparison: sums of ranks then fit 32 bits.
inline constexpr std::size_t kMostSubjects = 65'535;

/// @throws Error invalid_argument for a group number outside 0 to groups - 1, fewer groups than needed, a group without
/// subjects, no entries, or more than kMostSubjects subjects; invalid_data unless there are subjects x entries values.
void validate(const Values& values, int least_groups = 2);

/// Two groups to compare, in this order.
struct Contrast {
  int first = 0;
  int second = 1;
};

/// @throws Error invalid_argument unless both are groups of the values, and different.
void validate(const Contrast& contrast, const Values& values);

// Summary of each group at each entry: number of subjects with a value, their mean, median and SD (figure 7 of
// Martinez-Zarzuela et al. 2013 shows the means).

/// All groups x entries, at group * entries + entry. Missing values are left out.
struct Summary {
  std::vector<std::uint32_t> count;  ///< subjects with a value
  std::vector<double> mean;          ///< NaN if count is 0, or if both infinities occur
  std::vector<double> median;        ///< mean of the middle two if count is even; NaN if count is 0
  std::vector<double> sd;            ///< with n - 1; NaN if count is below 2 or a value is infinite
};

/// @throws Error as validate(Values); cancelled.
Summary summarise(const Values& values, const Execution& execution = {});

}  // namespace biotropy::groups
