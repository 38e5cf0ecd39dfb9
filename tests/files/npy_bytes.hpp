// SPDX-License-Identifier: Apache-2.0
//
// The bytes of .npy files, header and numbers written by hand.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::files::test {

/// A file of version 1, 2 or 3 with this dictionary and this content.
inline std::string npy_bytes(const std::string& dictionary, const std::string& content, int version = 1) {
  std::string header = dictionary;
  const std::size_t prefix = version == 1 ? 10 : 12;
  while ((prefix + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (std::size_t k = 0; k < prefix - 8; ++k) bytes += static_cast<char>((header.size() >> (8 * k)) & 0xff);
  return bytes + header + content;
}

/// Numbers one after the other, least significant byte first, or last where `big_endian`.
template <class Number, class Unsigned>
std::string number_bytes(const std::vector<Number>& numbers, bool big_endian) {
  static_assert(sizeof(Number) == sizeof(Unsigned));
  std::string bytes;
  for (const Number number : numbers) {
    const auto bits = std::bit_cast<Unsigned>(number);
    for (std::size_t k = 0; k < sizeof bits; ++k) {
      const std::size_t place = big_endian ? sizeof bits - 1 - k : k;
      bytes += static_cast<char>((static_cast<std::uint64_t>(bits) >> (8 * place)) & 0xff);
    }
  }
  return bytes;
}

inline std::string doubles(const std::vector<double>& numbers) {
  return number_bytes<double, std::uint64_t>(numbers, false);
}

inline std::string dictionary(const std::string& descr, const std::string& shape, bool fortran_order = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran_order ? "True" : "False") + ", 'shape': " + shape +
         ", }";
}

}  // namespace biotropy::files::test
