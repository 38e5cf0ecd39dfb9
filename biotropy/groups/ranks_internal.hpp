// SPDX-License-Identifier: Apache-2.0
//
// Ranks of one entry over the subjects that take part, doubled and centred: a value of rank k among n, ties averaged,
// has 2 k - (n + 1), an integer. They sum to 0; the sum over a group, squared and divided by the group's size, is what
// Kruskal-Wallis adds up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/groups/values.hpp"

namespace biotropy::groups {

/// Subjects that take part, and their groups numbered anew.
struct Participants {
  std::vector<std::size_t> subjects;
  std::vector<std::uint16_t> group;  ///< of each of `subjects`, 0 to groups - 1
  std::size_t groups = 0;
};

/// All subjects, or those of a contrast: then group 0 is the first and group 1 the second.
Participants participants(const Values& values, const std::optional<Contrast>& contrast = {});

/// Ranks the values of one entry after the other, with the same memory.
class Ranks {
 public:
  Ranks(const Values& values, const Participants& participants) : values_(values), participants_(participants) {}

  void rank(std::size_t entry);

  /// Of each participant, 0 where it has no value.
  const std::vector<std::int32_t>& centred() const { return centred_; }
  bool has_value(std::size_t participant) const { return has_value_[participant]; }
  std::size_t count() const { return order_.size(); }  ///< participants with a value
  std::int64_t squares() const { return squares_; }    ///< sum of the squares of the ranks; 0: all values are the same
  bool tied() const { return tied_; }

  /// Sums of the ranks, and numbers of values, of each group.
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
