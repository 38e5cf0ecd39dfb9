// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "biotropy/groups/tile_internal.hpp"

namespace biotropy::groups {

namespace {

/// Adds up the rows of the subjects of a group.
std::uint32_t add_rows(const std::vector<std::int32_t>& rows, std::span<const std::uint16_t> labels, std::size_t group,
                       std::size_t n, std::vector<std::int32_t>& sums) {
  std::uint32_t members = 0;
  sums.assign(n, 0);
  for (std::size_t subject = 0; subject < labels.size(); ++subject) {
    if (labels[subject] != group) continue;
    const std::int32_t* row = rows.data() + subject * Tile::kMostEntries;
    std::int32_t* const sum = sums.data();
    for (std::size_t k = 0; k < n; ++k) sum[k] += row[k];
    ++members;
  }
  return members;
}

}  // namespace

Tile::Tile(std::size_t subjects, std::size_t groups, bool complete)
    : groups_(groups),
      complete_(complete),
      ranks_(subjects * kMostEntries),
      has_value_(complete ? 0 : subjects * kMostEntries) {}

void Tile::add(std::size_t entry, const Ranks& ranks) {
  const std::size_t place = entries_.size();
  for (std::size_t subject = 0; subject < ranks.centred().size(); ++subject) {
    ranks_[subject * kMostEntries + place] = ranks.centred()[subject];
    if (!complete_) has_value_[subject * kMostEntries + place] = ranks.has_value(subject);
  }
  entries_.push_back(entry);
  scale_.push_back(static_cast<double>(ranks.count() - 1) / static_cast<double>(ranks.squares()));
}

void Tile::add_complete_group(std::span<const std::uint16_t> labels, std::size_t group, Work& work) const {
  const std::size_t n = entries_.size();
  const double members = add_rows(ranks_, labels, group, n, work.sums);
  for (std::size_t k = 0; k < n; ++k) {
    const double sum = work.sums[k];
    work.h[k] += sum * sum / members;
  }
}

void Tile::add_group(std::span<const std::uint16_t> labels, std::size_t group, Work& work) const {
  const std::size_t n = entries_.size();
  add_rows(ranks_, labels, group, n, work.sums);
  add_rows(has_value_, labels, group, n, work.counts);
  for (std::size_t k = 0; k < n; ++k) {
    const double sum = work.sums[k];
    work.h[k] += sum * sum / std::max(work.counts[k], 1);
  }
}

void Tile::h(std::span<const std::uint16_t> labels, Work& work) const {
  work.h.assign(entries_.size(), 0.0);
  for (std::size_t group = 0; group < groups_; ++group) {
    complete_ ? add_complete_group(labels, group, work) : add_group(labels, group, work);
  }
  for (std::size_t k = 0; k < entries_.size(); ++k) work.h[k] *= scale_[k];
}

}  // namespace biotropy::groups
