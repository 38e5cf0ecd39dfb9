// SPDX-License-Identifier: Apache-2.0
//
// Words of bit rows, and the layout of rows in the order of time, compiled once per instruction set.
//
// A row in the order of time is Z vectors of E words; position j is bit (j div Z) div E of word (j div Z) mod E of
// vector j mod Z. A shift by one position then renames the vectors, and only the one that wraps around is rotated by a
// word.

#ifndef BIOTROPY_MATCH_ROW_WORDS
#define BIOTROPY_MATCH_ROW_WORDS

namespace biotropy::match {

/// Rows in one block.
constexpr std::size_t kRowBlock = 8;
constexpr std::size_t kBitsPerWord = 64;

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

// 512 bits are the widest word of a row; scalable vectors are capped at it.
using Words = hn::CappedTag<std::uint64_t, 8>;
using WordVector = hn::Vec<Words>;

// Vectors in a row of n bits.
inline std::size_t RowVectors(std::size_t n) {
  const std::size_t bits = hn::Lanes(Words()) * kBitsPerWord;
  return std::max<std::size_t>(1, (n + bits - 1) / bits);
}

// Number of the bit of position j in a row in the order of time.
inline std::size_t PlaceInTime(std::size_t j, std::size_t vectors) {
  const std::size_t lanes = hn::Lanes(Words()), step = j / vectors;
  return ((j % vectors) * lanes + step % lanes) * kBitsPerWord + step / lanes;
}

// Population counts of Z vectors, added lane by lane.
template <typename D, std::size_t Z>
HWY_INLINE hn::Vec<D> CountBits(D d, const hn::Vec<D> (&rows)[Z]) {
#if HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_SCALAR
  auto sum = hn::PopulationCount(rows[0]);
  for (std::size_t z = 1; z < Z; ++z) sum = hn::Add(sum, hn::PopulationCount(rows[z]));
  (void)d;
  return sum;
#else
  // Without a population count instruction, bytes are counted and added first: at most 31 * 8 fits a byte.
  static_assert(Z <= 31);
  const hn::Repartition<std::uint8_t, D> d8;
  auto sum = hn::PopulationCount(hn::BitCast(d8, rows[0]));
  for (std::size_t z = 1; z < Z; ++z) sum = hn::Add(sum, hn::PopulationCount(hn::BitCast(d8, rows[z])));
  (void)d;
  return hn::SumsOf8(sum);
#endif
}

#if HWY_TARGET != HWY_SCALAR

// Adds the even lanes into lane 0, and the odd ones into lane 1.
template <typename D, typename V>
HWY_INLINE hn::Vec<hn::Full128<std::uint64_t>> FoldHalves(D d, V v) {
  if constexpr (hn::MaxLanes(D()) <= 2) {
    (void)d;
    return v;
  } else {
    const hn::Half<D> half;
    return FoldHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// Counts of the rows of a block at one length: four 16-bit counts share a word while lanes are added.
template <typename D>
class BlockCounts {
 public:
  // Rows come from the last to the first.
  HWY_INLINE void Set(std::size_t row, hn::Vec<D> bits) {
    hn::Vec<D>& quad = packed_[row / 4];
    quad = row % 4 == 3 ? bits : hn::Add(hn::ShiftLeft<16>(quad), bits);
  }

  HWY_INLINE void Store(D d, std::uint16_t* counts) const {
    const hn::Full128<std::uint16_t> d16;
    const auto both =
        hn::Add(hn::InterleaveLower(d, packed_[0], packed_[1]), hn::InterleaveUpper(d, packed_[0], packed_[1]));
    hn::StoreU(hn::BitCast(d16, FoldHalves(d, both)), d16, counts);
  }

 private:
  hn::Vec<D> packed_[2];
};

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
