// SPDX-License-Identifier: Apache-2.0
//
// Ordinal patterns of short templates, a byte each. The digits are those of permutation.cpp, in bits of their own, so
// vectors compare, shift and add only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace biotropy::entropy {

/// The code of a template that touches a missing sample.
inline constexpr std::uint8_t kMissingPattern = 255;

struct PatternBytes {
  const double* samples;
  std::size_t templates, tau;
  int m;
  bool has_ties, has_missing;
  bool in_order;  ///< otherwise codes of neighbouring templates are exchanged, which is faster
  std::uint8_t* codes;
};

/// Whether the digits of m samples fit in a byte.
constexpr bool fit_in_bytes(int m, bool has_ties) {
  return m <= (has_ties ? 4 : 5);
}

/// The codes that m samples can have, and perhaps others.
std::vector<std::uint8_t> possible_patterns(int m, bool has_ties);

/// Writes the codes of neighbouring templates.
void write_pattern_bytes(const PatternBytes& of);

/// Adds the number of bytes with each of the given values to counts[value].
void count_bytes(const std::vector<std::uint8_t>& values, const std::uint8_t* bytes, std::size_t size,
                 std::uint64_t* counts);

}  // namespace biotropy::entropy
