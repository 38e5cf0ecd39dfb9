// SPDX-License-Identifier: Apache-2.0
//
// One pair of long series for a device (kernels/windows.c): its templates sorted by their first sample, and everything
// else as ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// The program of a rule.
device::Source windows_source(const Rule& rule);

/// Work items of a group, and candidates of a tile.
constexpr std::uint32_t kWindowGroup = 128;
constexpr std::uint32_t kLongestWindowTemplate = 32;

struct SortedTemplates {
  SortedTemplates(Samples x, Samples y, const Rule& rule);

  std::size_t n_templates() const { return times_x.size(); }
  std::size_t n_candidates() const { return times_y.size(); }
  std::size_t n_groups() const { return stretches.size() / 2; }

  std::vector<std::uint32_t> times_x;         ///< start of each template of x, by its first sample
  std::vector<std::uint32_t> from, to;        ///< the candidates whose first sample matches
  std::vector<std::uint32_t> begins, widths;  ///< the ranks that following samples match, sample after sample
  std::vector<std::uint32_t> times_y;         ///< start of each candidate, by its first sample
  std::vector<std::uint32_t> ranks;           ///< of the following samples of the candidates, sample after sample
  std::vector<std::uint32_t> stretches;       ///< the candidates that each group looks at: first, and behind the last
};

}  // namespace biotropy::match
