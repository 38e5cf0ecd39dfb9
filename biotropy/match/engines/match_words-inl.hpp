// SPDX-License-Identifier: Apache-2.0
//
// Matching samples as bits in words, compiled once per instruction set for the engines of short series (lags.cpp,
// words.cpp).

#ifndef BIOTROPY_MATCH_WORD_SIZES
#define BIOTROPY_MATCH_WORD_SIZES

namespace biotropy::match {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kWidestVector = 8;  // doubles or words

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_WORD_SIZES

#if defined(BIOTROPY_MATCH_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_WORDS_INL
#undef BIOTROPY_MATCH_WORDS_INL
#else
#define BIOTROPY_MATCH_WORDS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kWidestVector>;
using Words = hn::CappedTag<std::uint64_t, kWidestVector>;

// A bit for each of eight pairs, from the one at `place` on: x(place) is a vector, y[place] a sample.
template <typename X>
HWY_INLINE std::uint64_t EightBits(const X& x, const double* y, std::size_t place, hn::Vec<Doubles> most) {
  const Doubles d;
  std::uint64_t bits = 0;
  for (std::size_t lane = 0; lane < kWidestVector; lane += hn::Lanes(d)) {
    const auto distance = hn::Abs(hn::Sub(x(place + lane), hn::LoadU(d, y + place + lane)));
    std::uint8_t of_vector[8];  // the last bytes are written on wider vectors only
    hn::StoreMaskBits(d, hn::Le(distance, most), of_vector);
    bits |= std::uint64_t{of_vector[0]} << lane;
  }
  return bits;
}

// A bit for each of the n pairs of x(place) and y[place], in words whose other bits are those of the samples behind,
// and a word of zeros behind them.
template <typename X>
HWY_INLINE void MatchingWords(const X& x, const double* y, std::size_t n, double greatest, std::uint64_t* words) {
  const auto most = hn::Set(Doubles(), greatest);
  std::size_t first = 0;
  for (; first + kWordBits <= n; first += kWordBits) {
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < kWordBits; bit += kWidestVector) word |= EightBits(x, y, first + bit, most) << bit;
    *words++ = word;
  }
  std::uint64_t word = 0;
  for (std::size_t bit = 0; first + bit < n; bit += kWidestVector) word |= EightBits(x, y, first + bit, most) << bit;
  words[0] = word;
  words[1] = 0;
}

// The words of bits from a place on.
HWY_INLINE hn::Vec<Words> WordsFrom(const std::uint64_t* words, std::size_t place) {
  const Words d;
  const std::uint64_t* const word = words + place / kWordBits;
  const auto shift = static_cast<int>(place % kWordBits);
  if (shift == 0) return hn::LoadU(d, word);
  return hn::Or(hn::ShiftRightSame(hn::LoadU(d, word), shift), hn::ShiftLeftSame(hn::LoadU(d, word + 1), 64 - shift));
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
