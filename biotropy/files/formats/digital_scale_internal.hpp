// SPDX-License-Identifier: Apache-2.0
//
// Physical values of digital ones: the line through the ends of both ranges.
#pragma once

#include <cmath>

namespace biotropy::files {

struct DigitalRange {
  double digital_min = 0.0, digital_max = 1.0;
  double physical_min = 0.0, physical_max = 1.0;
};

// physical = (digital * physical range + base) / digital range: the line through both ends with a single relevant
// rounding. "Minimum plus the rest" would lose the last digits of small values in a wide range.
class DigitalScale {
 public:
  /// Digital values as they are.
  DigitalScale() = default;

  /// @param range of finite numbers whose digital ends differ.
  explicit DigitalScale(const DigitalRange& range)
      : physical_range_(range.physical_max - range.physical_min),
        digital_range_(range.digital_max - range.digital_min) {
    // A difference of products; fma recovers the rounding error of the first.
    const double product = range.physical_max * range.digital_min;
    const double lost = std::fma(range.physical_max, range.digital_min, -product);
    base_ = std::fma(range.physical_min, range.digital_max, -product) - lost;
  }

  double operator()(double digital) const { return std::fma(digital, physical_range_, base_) / digital_range_; }

 private:
  double physical_range_ = 1.0, digital_range_ = 1.0, base_ = 0.0;
};

}  // namespace biotropy::files
