// SPDX-License-Identifier: Apache-2.0
//
// Ranks of one entry over the included subjects, doubled and centred: a value of rank k among n, ties averaged, becomes
// 2 k - (n + 1), an integer. They sum to 0; Kruskal-Wallis adds up the squared sum of each group divided by the group's
// size.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/groups/values.hpp"

namespace biotropy::groups {

/// Included subjects, with their groups renumbered.
struct Participants {
  std::vector<std::size_t> subjects;
  std::vector<std::uint16_t> group;  ///< group of each of `subjects`, 0 to groups - 1
  std::size_t groups = 0;
};

/// All subjects, or those of a contrast: then group 0 is the first and group 1 the second.
Participants participants(const Values& values, const std::optional<Contrast>& contrast = {});

/// Ranks one entry after the other, reusing memory.
class Ranks {
 public:
  Ranks(const Values& values, const Participants& participants) : values_(values), participants_(participants) {}

  void rank(std::size_t entry);

  /// Centred rank of each participant, 0 if it has no value.
  const std::vector<std::int32_t>& centred() const { return centred_; }
  bool has_value(std::size_t participant) const { return has_value_[participant]; }
  std::size_t count() const { return order_.size(); }  ///< participants with a value
  std::int64_t squares() const { return squares_; }    ///< sum of the squares of the ranks; 0: all values are equal
  bool tied() const { return tied_; }

  /// Sum of the ranks, and number of values, of each group.
  void add_up(std::vector<std::int64_t>& sums, std::vector<std::uint32_t>& counts) const;

 private:
  const Values& values_;
  const Participants& participants_;
  std::vector<double> of_entry_;
  std::vector<std::uint32_t> order_;
  std::vector<std::int32_t> centred_;
  std::vector<bool> has_value_;
  std::int64_t squares_ = 0;
  bool tied_ = false;
};

}  // namespace biotropy::groups
