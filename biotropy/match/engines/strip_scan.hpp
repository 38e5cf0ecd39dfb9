// SPDX-License-Identifier: Apache-2.0
//
// Inner loop for long series: templates of one strip against the candidates in another one, sixteen ranks at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/match/engines/strip_index.hpp"

namespace biotropy::match {

/// Templates of x with similar first samples, ordered by second sample: the run of ranks that matches sample k of each
/// is [begins[k], begins[k] + widths[k]).
struct QueryBlock {
  std::size_t size = 0;
  std::uint32_t first_place = 0;  ///< place of its first template, in a self comparison
  std::uint32_t least = RankSpace::kNowhere,
                beyond = 0;  ///< ranks that match any of its first samples: [least, beyond)
  std::vector<std::vector<std::uint32_t>> begins, widths;
};

/// Counts of a scan: one engine per length 2 ... longest (position L - 2), totals or one per template.
struct ScanCounts {
  std::vector<std::uint64_t> totals;
  std::vector<std::vector<std::uint32_t>> per_template;  ///< [length][template of the block]; empty: totals only
};

/// Counts matches of length 2 and more (up to the samples of the block) of every template of the block with those of
/// the strip. With `behind_only` the block belongs to the same templates, and only later ones are compared.
/// @param index of the strip, or null; used for templates of three samples.
void scan_strip(const QueryBlock& block, const TemplateStrips& templates, const Strip& strip, const StripIndex* index,
                bool behind_only, ScanCounts& counts);

}  // namespace biotropy::match
