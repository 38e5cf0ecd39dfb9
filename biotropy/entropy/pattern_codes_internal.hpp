// SPDX-License-Identifier: Apache-2.0
//
// Codes of ordinal patterns of short templates, those of permutation.cpp, as integers of 8 or 16 bits. A block of
// templates is cut into eight segments, which lie side by side: byte k of a double is a comparison in segment k. Then a
// comparison that several templates share is a byte at another place, and vectors need no exchange of their elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace biotropy::entropy {

inline constexpr std::size_t kSegments = 8;

/// Neighbouring templates in segments of one length, a multiple of the lanes of all vectors. The last segments overlap.
struct PatternSegments {
  std::size_t templates;  ///< at least kSegments

  std::size_t length() const { return (templates + kSegments * kSegments - 1) / (kSegments * kSegments) * kSegments; }
  std::size_t begin(std::size_t segment) const { return std::min(segment * length(), templates - length()); }
  /// First templates of a segment that the one before also has.
  std::size_t repeated(std::size_t segment) const { return std::min(segment * length() - begin(segment), length()); }
};

struct ShortPatterns {
  int m;
  std::size_t tau;
  bool has_ties;
  std::uint16_t codes;  ///< number of codes, which is also the code of a template that has none
};

/// Whether there are codes of m samples in bytes, or in 16 bits.
constexpr bool fit_in_bytes(int m, bool has_ties) {
  return m <= (has_ties ? 4 : 5);
}
constexpr bool fit_in_words(int m, bool has_ties) {
  return m <= (has_ties ? 6 : 8);
}

/// Codes of the templates from samples[0] on: that of template p of segment k is codes[8 p + k]. Templates that touch a
/// missing sample and repeated ones have none. Code is std::uint8_t or std::uint16_t. @param comparisons to work in
template <typename Code>
void write_pattern_codes(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                         bool has_missing, std::vector<std::uint8_t>& comparisons, Code* codes);

/// Adds the number of codes of each value to counts, for few values.
void count_few_codes(const std::uint8_t* codes, std::size_t size, std::size_t values, std::uint64_t* counts);

}  // namespace biotropy::entropy
