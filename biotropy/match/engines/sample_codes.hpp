// SPDX-License-Identifier: Apache-2.0
//
// Small integers for a series of few distinct values (heartbeats in units of 1/128 s, samples of an analogue-to-digital
// converter): the position of each sample's value among the distinct ones. Values are numbered by a grid if they lie on
// one (ValueGrid), else by a hash table (value_table.hpp) that stops once there are too many: for a continuous
// series after a few thousand samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "biotropy/match/query.hpp"
#include "biotropy/series/samples.hpp"

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

constexpr std::uint16_t kNoNumber = 0xffff;  ///< number of a missing sample

/// Numbers distinct values by the cells of an even grid between the smallest and the largest. Values in constant steps
/// (of a recorder's clock, of an analogue-to-digital converter) each have a cell, found by one multiplication for a
/// vector of samples at once. Two different values in one cell end the attempt.
class ValueGrid {
 public:
  explicit ValueGrid(series::Samples samples);

  /// Writes the number of every sample; false if two values share a cell, or if there is no grid.
  bool number_all(series::Samples samples, std::uint16_t* numbers);

  /// Values by their numbers; NaN for unused numbers.
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
  double least_, scale_;
};

}  // namespace biotropy::match
