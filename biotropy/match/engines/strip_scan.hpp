// SPDX-License-Identifier: Apache-2.0
//
// Inner loop for long series: templates of one strip against the candidates in another one, sixteen or thirty-two ranks
// at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/engines/strips.hpp"

namespace biotropy::match {

/// Templates of x of one strip, by second sample.
struct QueryBlock {
  QueryBlock(const TemplateStrips& of_x, const Strip& strip, std::uint32_t begin, std::uint32_t end);

  std::uint32_t begin, end;  ///< their places
  PlaceRun any, all;         ///< ranks that match any, and that match all of the first samples of the strip
};

/// Counts of a scan: one counter per length 2 ... longest (position L - 2), totals or one per template.
struct ScanCounts {
  std::vector<std::uint64_t> totals;
  std::vector<std::vector<std::uint32_t>> per_template;  ///< [length][template of the block]; empty: totals only
};

/// Counts matches of length 2 and more (up to the samples that are kept) of every template of the block with those of
/// the strip. With `behind_only` the block belongs to the same templates, and only later ones are compared.
/// @param index of the strip, or null; used for templates of up to three samples.
void scan_strip(const TemplateStrips& of_x, const QueryBlock& block, const TemplateStrips& of_y, const Strip& strip,
                const StripIndex* index, bool behind_only, ScanCounts& counts);

}  // namespace biotropy::match
