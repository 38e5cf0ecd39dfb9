// SPDX-License-Identifier: Apache-2.0
//
// Cleaning of the intervals between beats that are marked in the rows of a table.
#pragma once

#include <span>

#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {

/// clean_rr() for times of beats in seconds, given as numbers of rows, `rate` of which are a second. Rows are
/// subtracted before the division, so that intervals are exact multiples of a row.
/// @throws Error as clean_rr.
RrSeries clean_beats_in_rows(series::Samples rows, double rate, std::span<const std::size_t> gap_starts,
                             const RrCleaning& cleaning);

}  // namespace biotropy::heartbeats
