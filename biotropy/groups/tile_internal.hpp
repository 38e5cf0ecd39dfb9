// SPDX-License-Identifier: Apache-2.0
//
// Ranks of some entries side by side, and H of all of them for any arrangement of the labels. The ranks of a subject
// are contiguous, so a group's sums are additions of whole rows, which the compiler vectorises.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/groups/ranks_internal.hpp"

namespace biotropy::groups {

class Tile {
 public:
  /// A row of ranks and its sums fit the first-level cache, all rows of thirty subjects the second.
  static constexpr std::size_t kMostEntries = 512;

  /// Complete: no value is missing in these entries, so a group has the same size at each of them.
  Tile(std::size_t subjects, std::size_t groups, bool complete);

  void add(std::size_t entry, const Ranks& ranks);
  bool full() const { return entries_.size() == kMostEntries; }
  const std::vector<std::size_t>& entries() const { return entries_; }

  /// Memory of h(), kept from one arrangement to the next.
  struct Work {
    std::vector<double> h;
    std::vector<std::int32_t> sums, counts;
  };

  /// Sets work.h to the H of every entry for these labels. A group without a value contributes nothing.
  void h(std::span<const std::uint16_t> labels, Work& work) const;

 private:
  void add_complete_group(std::span<const std::uint16_t> labels, std::size_t group, Work& work) const;
  void add_group(std::span<const std::uint16_t> labels, std::size_t group, Work& work) const;

  std::size_t groups_;
  bool complete_;
  std::vector<std::size_t> entries_;
  std::vector<std::int32_t> ranks_;      // subjects x kMostEntries
  std::vector<std::int32_t> has_value_;  // the same, 0 or 1; empty for complete entries
  std::vector<double> scale_;            // (n - 1) / sum of squares of the ranks
};

}  // namespace biotropy::groups
