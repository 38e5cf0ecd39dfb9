// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "biotropy/groups/ranks_internal.hpp"

namespace biotropy::groups {

namespace {

// Means of the same values differ in their last bits where they were added in another order.
constexpr double kRounding = 1e-12;

/// @param least not above value.
bool is_tied(double least, double value) {
  return value == least || value <= least + kRounding * std::abs(least);
}

}  // namespace

Participants participants(const Values& values, const std::optional<Contrast>& contrast) {
  Participants found;
  found.groups = contrast ? 2 : static_cast<std::size_t>(values.groups);
  for (std::size_t subject = 0; subject < values.group_of.size(); ++subject) {
    const int group = values.group_of[subject];
    if (contrast && group != contrast->first && group != contrast->second) continue;
    found.subjects.push_back(subject);
    found.group.push_back(static_cast<std::uint16_t>(contrast ? (group == contrast->second) : group));
  }
  return found;
}

void Ranks::rank(std::size_t entry) {
  const std::size_t n_participants = participants_.subjects.size();
  of_entry_.resize(n_participants);
  has_value_.assign(n_participants, true);
  centred_.assign(n_participants, 0);
  order_.clear();
  for (std::size_t participant = 0; participant < n_participants; ++participant) {
    of_entry_[participant] = values_.values[participants_.subjects[participant] * values_.entries + entry];
    has_value_[participant] = !std::isnan(of_entry_[participant]);
    if (has_value_[participant]) order_.push_back(static_cast<std::uint32_t>(participant));
  }
  std::sort(order_.begin(), order_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return of_entry_[a] < of_entry_[b]; });

  const std::size_t n = order_.size();
  squares_ = 0;
  tied_ = false;
  for (std::size_t begin = 0, end; begin < n; begin = end) {
    end = begin + 1;
    while (end < n && is_tied(of_entry_[order_[begin]], of_entry_[order_[end]])) ++end;
    // The ranks begin + 1 to end share their mean, (begin + 1 + end) / 2.
    const auto centred = static_cast<std::int32_t>(begin + end) - static_cast<std::int32_t>(n);
    for (std::size_t place = begin; place < end; ++place) centred_[order_[place]] = centred;
    squares_ += static_cast<std::int64_t>(end - begin) * centred * centred;
    tied_ = tied_ || end - begin > 1;
  }
}

void Ranks::add_up(std::vector<std::int64_t>& sums, std::vector<std::uint32_t>& counts) const {
  sums.assign(participants_.groups, 0);
  counts.assign(participants_.groups, 0);
  for (const std::uint32_t participant : order_) {
    sums[participants_.group[participant]] += centred_[participant];
    ++counts[participants_.group[participant]];
  }
}

}  // namespace biotropy::groups
