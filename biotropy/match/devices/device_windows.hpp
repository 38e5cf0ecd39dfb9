// SPDX-License-Identifier: Apache-2.0
//
// One pair of long series for a device (kernels/windows.c): templates sorted by first sample, and all samples as ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Kernel source for a rule.
device::Source windows_source(const Rule& rule);

/// Work items of a group, and candidates of a tile.
constexpr std::uint32_t kWindowGroup = 128;
constexpr std::uint32_t kLongestWindowTemplate = 32;
constexpr std::size_t kStretchFields = 4;

struct SortedTemplates {
  SortedTemplates(Samples x, Samples y, const Rule& rule);

  std::size_t n_templates() const { return times_x.size(); }
  std::size_t n_candidates() const { return times_y.size(); }
  std::size_t n_groups() const { return stretches.size() / kStretchFields; }

  std::vector<std::uint32_t> times_x;         ///< start of each template of x, ordered by first sample
  std::vector<std::uint32_t> from, to;        ///< the candidates whose first sample matches
  std::vector<std::uint32_t> begins, widths;  ///< the ranks that following samples match, sample after sample
  std::vector<std::uint32_t> times_y;         ///< start of each candidate, ordered by first sample
  std::vector<std::uint32_t> ranks;           ///< following samples of the candidates, sample after sample
  std::vector<std::uint32_t> candidates_at;   ///< candidate that starts at each time, if times exclude any; or kNowhere
  std::vector<std::uint32_t> stretches;  ///< candidates of each group, and those in all of its windows (see kernel)
  /// Where totals of one series suffice, windows hold only candidates of higher place: matches count twice, and those
  /// of a template with itself, at each length, are added.
  std::uint32_t times_counted = 1;
  std::vector<std::uint64_t> matches_with_itself;

 private:
  void keep_upper_half(const Rule& rule);
  void find_stretches();
};

}  // namespace biotropy::match
