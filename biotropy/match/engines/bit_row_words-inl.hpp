// SPDX-License-Identifier: Apache-2.0
//
// The layout of a bit row in vectors (see bit_rows.hpp), compiled once per instruction set.

#ifndef BIOTROPY_MATCH_ROW_WORDS
#define BIOTROPY_MATCH_ROW_WORDS

namespace biotropy::match {

/// Rows in one block.
constexpr std::size_t kRowBlock = 8;
constexpr std::size_t kBitsPerWord = 64;
/// Rows of 1, 2, 4 and 8 vectors have loops of their own.
constexpr std::size_t kMostUnrolledVectors = 8;
/// Bits of the number of rows, fewer than 2^16.
constexpr std::size_t kColumnPlanes = 16;

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_ROW_WORDS

#if defined(BIOTROPY_MATCH_BIT_ROW_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_BIT_ROW_WORDS_INL
#undef BIOTROPY_MATCH_BIT_ROW_WORDS_INL
#else
#define BIOTROPY_MATCH_BIT_ROW_WORDS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 512 bits are the widest row word; scalable vectors are capped at it.
using Words = hn::CappedTag<std::uint64_t, 8>;
using WordVector = hn::Vec<Words>;

// Vectors in a row of n bits.
inline std::size_t RowVectors(std::size_t n) {
  const std::size_t bits = hn::Lanes(Words()) * kBitsPerWord;
  const std::size_t vectors = std::max<std::size_t>(1, (n + bits - 1) / bits);
  return vectors <= kMostUnrolledVectors ? std::bit_ceil(vectors) : vectors;
}

std::size_t RowWords(std::size_t n) {
  return RowVectors(n) * hn::Lanes(Words());
}

// Positions that a row has room for.
std::size_t RowPositions(std::size_t n) {
  return RowWords(n) * kBitsPerWord;
}

// Location of the bit of position j in a row.
struct BitPlace {
  BitPlace(std::size_t j, std::size_t vectors) {
    const std::size_t lanes = hn::Lanes(Words()), step = j / vectors;
    word = (j % vectors) * lanes + step % lanes;
    bit = std::uint64_t{1} << (step / lanes);
  }
  std::size_t word;
  std::uint64_t bit;
};

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
