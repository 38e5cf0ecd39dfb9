// SPDX-License-Identifier: Apache-2.0
//
// Counts the matches of templates of up to three codes. First codes of x are taken in increasing order; the templates
// of y whose first code matches form a window that only moves forward. A table holds the number of templates in the
// window for each second and third code; a template that enters or leaves changes one cell. The matches of a template
// of x are the sum over a rectangle: the rows that match its second code and the columns that match its third. If many
// templates share a first code, moving sums over the rows are made first, and each template sums the columns of one
// row. No sorting is needed.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "biotropy/match/engines/coded_templates.hpp"
#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

constexpr int kLongestCodedTemplate = 3;

struct SweepJob {
  const CodedTemplates* of_x;
  const CodedTemplates* of_y;
  /// For each code of x, the last of which is none(), the matching codes of y.
  std::span<const PlaceRun> matches_of_x;
  int longest;
  std::uint32_t first_code, last_code;  ///< templates of x whose first code is in [first_code, last_code) are counted
  /// Output counts of each template, or null. Length 1: by first code; lengths 2 and 3: by place.
  std::array<std::uint32_t*, kLongestCodedTemplate> found;
  const CancelFlag* cancel;
};

/// Matching pairs at the lengths 1, 2, 3 up to the longest.
std::array<std::uint64_t, kLongestCodedTemplate> sweep_lattice(const SweepJob& job);

}  // namespace biotropy::match
