// SPDX-License-Identifier: Apache-2.0
//
// Counts the matches of merged templates of up to three codes. First codes of x are taken in increasing order; the
// templates of y whose first code matches form a window that only moves forward. A table over the second code of y and
// the third code of x holds how many templates of the window have that second code and match that third code; a
// template that enters or leaves changes one run of a row. The matches of a template of x at length 3 are then one
// column's sum over the rows that match its second code, and these rows are again a window that moves forward: their
// sum is kept for all columns at once, and each template reads its count off it. Every distinct template is looked at
// three times, however often it occurs, and every change and sum is made by vectors.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "biotropy/match/merged_templates.hpp"
#include "biotropy/match/run_walk.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

constexpr int kLongestCodedTemplate = 3;

struct SweepJob {
  const MergedTemplates* of_x;
  const MergedTemplates* of_y;
  std::span<const PlaceRun> matches_of_x;  ///< for each code of x the codes of y that it matches
  std::span<const PlaceRun> matches_of_y;  ///< for each code of y the codes of x that it matches
  int longest;
  std::uint32_t first_code, last_code;  ///< templates of x whose first code is in [first_code, last_code) are counted
  /// Where the counts of each template go, or null. Length 1: by first code; lengths 2 and 3: by merged position.
  std::array<std::uint32_t*, kLongestCodedTemplate> found;
  const CancelFlag* cancel;
};

/// Matching pairs at the lengths 1, 2, 3 up to the longest.
std::array<std::uint64_t, kLongestCodedTemplate> sweep_lattice(const SweepJob& job);

}  // namespace biotropy::match
