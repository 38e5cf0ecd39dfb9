// SPDX-License-Identifier: Apache-2.0
//
// Numbers as binary formats store them, in either byte order.
#pragma once

#include <bit>
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

}  // namespace biotropy::files
