// SPDX-License-Identifier: Apache-2.0
//
// Templates of a long series, arranged so that candidates for a match are contiguous. The range of values is cut into
// strips of at most r / fineness; a template belongs to the strip of its first sample, and a strip is ordered by second
// sample. The candidates of a template in one strip are then a run, found by two pointers that only move forward while
// the templates of another strip are taken in the same order. In strips inside the template's window the whole run
// matches at length 2 without comparison.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

/// Coordinates are read in whole vectors, so this many places after the last template must be readable.
constexpr std::size_t kVectorPadding = 16;

struct Strip {
  std::uint32_t first_rank = 0, last_rank = 0;  ///< ranks of its first samples: [first, last)
  std::uint32_t begin = 0, end = 0;             ///< places of its templates
};

/// Templates of y with at least two samples, by strip and second sample.
class TemplateStrips {
 public:
  /// @param templates number of start positions; those in the set are arranged, and sample k of template i is y[i + k
  /// tau].
  /// @param longest coordinates kept for each template; those beyond the series are RankSpace::kNowhere.
  TemplateStrips(const RankSpace& space, Samples y, double strip_width, std::size_t templates, const TemplateSet& set,
                 int longest, int tau);

  std::span<const Strip> strips() const { return strips_; }
  /// Rank of sample k of each template, by place.
  const std::uint32_t* ranks(int k) const { return ranks_[static_cast<std::size_t>(k)].data(); }
  /// Time position of each template, by place.
  const std::uint32_t* times() const { return times_.data(); }

 private:
  void cut(const RankSpace& space, Samples y, double strip_width);
  void arrange(const RankSpace& space, std::size_t templates, const TemplateSet& set, std::uint32_t tau);

  std::vector<Strip> strips_;
  std::vector<AlignedVector<std::uint32_t>> ranks_;
  std::vector<std::uint32_t> times_;
};

}  // namespace biotropy::match
