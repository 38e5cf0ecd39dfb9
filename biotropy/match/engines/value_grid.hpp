// SPDX-License-Identifier: Apache-2.0
//
// Numbers distinct values by the cells of an even grid between the least and the greatest one. Values in steps of a
// constant (of a recorder's clock, of an analogue-to-digital converter) have a cell each, which a product finds, for a
// vector of samples at once; a value that is not the one that its cell has seen first ends the attempt.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::match {

constexpr std::uint16_t kNoNumber = 0xffff;  ///< of a missing sample

class ValueGrid {
 public:
  explicit ValueGrid(series::Samples samples);

  /// Writes the number of every sample; false where two values share a cell, or where there is no such grid.
  bool number_all(series::Samples samples, std::uint16_t* numbers);

  /// The values by their numbers; NaN where a number has none.
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
  double least_, scale_;
};

}  // namespace biotropy::match
