// SPDX-License-Identifier: Apache-2.0
//
// Numbers distinct values by the cells of an even grid between the smallest and the largest. Values in constant steps
// (of a recorder's clock, of an analogue-to-digital converter) each have a cell, found by one multiplication for a
// vector of samples at once. Two different values in one cell end the attempt.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::match {

constexpr std::uint16_t kNoNumber = 0xffff;  ///< number of a missing sample

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
