// SPDX-License-Identifier: Apache-2.0
//
// Small integers for a series of few distinct values (heartbeats in units of 1/128 s, samples of an analogue-to-digital
// converter): the position of each sample's value among the distinct ones. Values are numbered by a grid if they lie on
// one (value_grid.hpp), else by a hash table (value_table.hpp) that stops once there are too many: for a continuous
// series after a few thousand samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct SampleCodes {
  std::vector<double> values;        ///< distinct values, increasing, without missing samples
  std::vector<std::uint16_t> codes;  ///< position of each sample's value; values.size() if it is missing
};

/// Codes of a series, or nothing if it has more than `most` distinct values (`most` below 65,536).
std::optional<SampleCodes> sample_codes(Samples samples, std::size_t most);

/// True if sample_codes() would return codes.
bool has_few_values(Samples samples, std::size_t most);

/// Estimated number of distinct values, from up to `looked_at` samples spread over the series; infinity if they give no
/// bound.
double estimate_distinct(Samples samples, std::size_t looked_at);

}  // namespace biotropy::match
