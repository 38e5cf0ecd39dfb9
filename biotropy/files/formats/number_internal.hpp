// SPDX-License-Identifier: Apache-2.0
//
// Numbers as binary formats store them, in either byte order.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace biotropy::files {

template <class Unsigned>
Unsigned bits_at(const std::byte* bytes, bool big_endian) {
  Unsigned value = 0;
  for (std::size_t k = 0; k < sizeof(Unsigned); ++k) {
    const std::size_t place = big_endian ? sizeof(Unsigned) - 1 - k : k;
    value = static_cast<Unsigned>(value | (std::to_integer<Unsigned>(bytes[k]) << (8 * place)));
  }
  return value;
}

template <class Number, class Unsigned>
double number_at(const std::byte* bytes, bool big_endian) {
  return static_cast<double>(std::bit_cast<Number>(bits_at<Unsigned>(bytes, big_endian)));
}

// Physical values of digital ones: the line through the ends of both ranges.

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
