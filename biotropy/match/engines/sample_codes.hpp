// SPDX-License-Identifier: Apache-2.0
//
// A series of few distinct values (heartbeats in units of 1/128 s, samples of an analogue-to-digital converter) as
// small integers: the position of each sample's value among the distinct ones. Values are found by a grid where they
// stand on one (value_grid.hpp), else by a hash table (value_table.hpp), which gives up as soon as there are too many:
// a continuous series is given up after a few thousand samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct SampleCodes {
  std::vector<double> values;        ///< distinct values, increasing; missing samples are none of them
  std::vector<std::uint16_t> codes;  ///< for each sample the position of its value; values.size() where it is missing
};

/// The codes of a series, or nothing where it has more than `most` distinct values (`most` below 65,536).
std::optional<SampleCodes> sample_codes(Samples samples, std::size_t most);

/// Whether there are such codes.
bool has_few_values(Samples samples, std::size_t most);

/// About how many distinct values a series has, judged by up to `looked_at` samples from all over it; infinity where
/// they give no hint of a bound.
double estimate_distinct(Samples samples, std::size_t looked_at);

}  // namespace biotropy::match
