// SPDX-License-Identifier: Apache-2.0
//
// Ordinal patterns of short templates, with the codes of permutation.cpp. A block of templates is cut into eight
// segments, which lie side by side: bit k of a byte is a comparison in segment k, so that a comparison which several
// templates share is a bit of another byte, and vectors need no exchange of their elements. The templates of a pattern
// are an intersection of such bits, which are counted. Where a code of each template is wanted, of 8 or 16 bits, a
// comparison is a byte, byte k of a double.
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

  std::size_t reach() const { return static_cast<std::size_t>(m - 1) * tau; }
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

/// Adds the number of templates of each code to counts, for codes that fit in bytes. Samples are missing only where
/// `has_missing` says so. @returns false, and adds nothing, if without it a sample is not finite.
bool count_short_patterns(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                          bool has_missing, std::vector<std::uint8_t>& comparisons, std::uint64_t* counts);

}  // namespace biotropy::entropy
