// SPDX-License-Identifier: Apache-2.0
//
// Ordinal patterns of short templates, with the codes of permutation.cpp. A block of templates is cut into eight
// segments, which lie side by side: bit k of a byte is a comparison in segment k, so that a comparison which several
// templates share is a bit of another byte, and vectors need no exchange of their elements. The templates of a pattern
// are an intersection of such bits, which are counted. Where a code of each template is wanted, of 8 or 16 bits, the
// place values of its comparisons are added: under mask registers of such bits, or without them a comparison
// is a byte, byte k of a double. Neighbouring templates share all samples but one, so each next one adds a digit to a
// joint code: an increment of its table counts several templates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "biotropy/aligned.hpp"

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
  std::uint16_t codes;     ///< number of codes, which is also the code of a template that has none
  std::size_t joined = 1;  ///< neighbours with one joint code: 1, or as many as joined_templates() says if tau is 1

  std::size_t reach() const { return static_cast<std::size_t>(m - 1) * tau; }
};

/// Number of values of the digit of the last of m samples.
constexpr std::size_t last_digits(int m, bool has_ties) {
  return static_cast<std::size_t>(has_ties ? 2 * m - 1 : m);
}
/// Number of joint codes of neighbouring templates, each with the code of the one before and a digit.
constexpr std::size_t joint_codes(int m, bool has_ties, std::size_t templates) {
  std::size_t product = 1;
  for (int k = 2; k <= m; ++k) product *= last_digits(k, has_ties);
  for (; templates > 1; --templates) product *= last_digits(m, has_ties);
  return product;
}
/// Neighbouring templates whose joint codes are so few that a table of them stays in the cache of a core.
constexpr std::size_t joined_templates(int m, bool has_ties) {
  constexpr std::size_t kMost = 1000;
  return joint_codes(m, has_ties, 4) <= kMost ? 4 : joint_codes(m, has_ties, 2) <= kMost ? 2 : 1;
}

/// Whether there are codes of m samples in 16 bits, and whether joint codes fit in bytes.
constexpr bool fit_in_words(int m, bool has_ties) {
  return m <= (has_ties ? 6 : 8);
}
constexpr bool fit_in_bytes(int m, bool has_ties, std::size_t joined) {
  return joint_codes(m, has_ties, joined) < 256;
}
/// Whether patterns are so few for this processor that templates of each are counted from bits.
bool fit_in_bits(int m, bool has_ties);

/// Templates of a segment from one of its codes to the next: of joined templates, bytes stand also between those
/// wanted.
template <typename Code>
constexpr std::size_t code_step(std::size_t joined) {
  return sizeof(Code) == 1 ? joined : joined / 2 + joined % 2;
}

/// Codes of the templates from samples[0] on: that of template p of segment k is codes[8 p + k], or if templates are
/// joined that of p and the next ones is codes[8 p / joined * code_step(joined) + k]. Templates that touch a missing
/// sample and repeated ones have none; joined ones must not be missing or repeated. Code is std::uint8_t or
/// std::uint16_t. @param comparisons to work in @param sums of sum_squares(), if wanted
/// @returns false if a sample is not finite that has_missing does not allow.
template <typename Code>
bool write_pattern_codes(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                         bool has_missing, AlignedVector<std::uint8_t>& comparisons, Code* codes,
                         double* sums = nullptr);

/// Adds the number of templates of each code to counts, for patterns that fit in bits. Samples are missing only where
/// `has_missing` says so. @returns false, and adds nothing, if without it a sample is not finite.
bool count_short_patterns(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                          bool has_missing, AlignedVector<std::uint8_t>& comparisons, std::uint32_t* counts);

}  // namespace biotropy::entropy
