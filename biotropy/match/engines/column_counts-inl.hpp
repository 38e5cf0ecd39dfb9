// SPDX-License-Identifier: Apache-2.0
//
// Sums of bit rows column by column: of all rows that were added, how many have the bit of a position. Compiled once
// per instruction set, for bit_rows-inl.hpp.
//
// The counts are kept in binary, one bit plane for every power of two, so that a vector adds one bit to all of its
// positions at once. A plane takes two rows of its weight in one full adder and passes their carry on, so that a row
// costs about one full adder a vector, whatever the counts (Harley and Seal's counting of bits, upright).

#ifndef BIOTROPY_MATCH_COLUMN_PLANES
#define BIOTROPY_MATCH_COLUMN_PLANES

namespace biotropy::match {

/// Bits of the number of rows, fewer than 2^16.
constexpr std::size_t kColumnPlanes = 16;

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_COLUMN_PLANES

#if defined(BIOTROPY_MATCH_COLUMN_COUNTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_COLUMN_COUNTS_INL
#undef BIOTROPY_MATCH_COLUMN_COUNTS_INL
#else
#define BIOTROPY_MATCH_COLUMN_COUNTS_INL
#endif

#include "biotropy/match/engines/bit_row_words-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

// Words of memory that rows of Z vectors need: for every plane itself and a row that waits for a second one of its
// weight.
inline std::size_t ColumnWords(std::size_t vectors) {
  return kColumnPlanes * 2 * vectors * hn::Lanes(Words());
}

// Adds two bits to every bit of `sum` and returns the carry: the majority in one instruction, which has no name in
// Highway.
HWY_INLINE WordVector FullAdd(WordVector& sum, WordVector a, WordVector b) {
  constexpr int majority = 0b11101000;
  const WordVector carry{_mm512_ternarylogic_epi64(sum.raw, a.raw, b.raw, majority)};
  sum = hn::Xor3(sum, a, b);
  return carry;
}

// Rows of Z vectors. The planes of weights 1, 2 and 4 are registers; the others are in memory, as each is used less
// often than the one before.
template <std::size_t Z>
class ColumnCounts {
 public:
  // Forgets all rows. `memory` holds ColumnWords(Z) words.
  void Start(Words d, std::uint64_t* memory, std::size_t rows) {
    memory_ = memory;
    planes_ = static_cast<std::size_t>(std::bit_width(rows));
    blocks_ = 0;
    for (std::size_t z = 0; z < Z; ++z) {
      for (std::size_t p = 0; p < kInRegisters; ++p) plane_[p][z] = hn::Zero(d);
      for (std::size_t p = kInRegisters; p < planes_; ++p) hn::Store(hn::Zero(d), d, Plane(d, p, z));
    }
  }

  // Adds the row, which is number `row_in_block` of the rows added to a block: a constant once the loop is unrolled.
  HWY_INLINE void Add(Words d, const WordVector (&row)[Z], std::size_t row_in_block) {
    WordVector carry[Z];
    for (std::size_t z = 0; z < Z; ++z) carry[z] = row[z];
#pragma GCC unroll 3
    for (std::size_t p = 0; p < kInRegisters; ++p) {
      const bool second = (row_in_block >> p & 1U) != 0;
      for (std::size_t z = 0; z < Z; ++z) {
        if (second)
          carry[z] = FullAdd(plane_[p][z], waiting_[p][z], carry[z]);
        else
          waiting_[p][z] = carry[z];
      }
      if (!second) return;
    }
    AddBlock(d, carry);
  }

  // Stores the counts of all positions, 16 bits each, in the order of time.
  void Store(Words d, std::uint16_t* counts) {
    Finish(d);
    for (std::size_t bit = 0; bit < kBitsPerCount; ++bit) {
      WordVector four[Z];  // the counts of four positions in each word: `bit` and 16, 32 and 48 bits further
      for (std::size_t z = 0; z < Z; ++z) {
        four[z] = hn::Zero(d);
        for (std::size_t p = planes_; p-- > 0;) {
          const auto plane = hn::ShiftRightSame(hn::Load(d, Plane(d, p, z)), static_cast<int>(bit));
          four[z] = hn::OrAnd(hn::Add(four[z], four[z]), plane, hn::Set(d, 0x0001000100010001U));
        }
      }
      for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        StorePositions(d, four, quarter, counts + (bit + kBitsPerCount * quarter) * hn::Lanes(d) * Z);
      }
    }
  }

 private:
  static constexpr std::size_t kInRegisters = 3;  // weights within a block of rows
  static constexpr std::size_t kBitsPerCount = 16;
  static_assert(kRowBlock == std::size_t{1} << kInRegisters);

  std::uint64_t* Plane(Words d, std::size_t p, std::size_t z) const {
    return memory_ + (2 * p * Z + z) * hn::Lanes(d);
  }
  std::uint64_t* Waiting(Words d, std::size_t p, std::size_t z) const {
    return Plane(d, p, z) + Z * hn::Lanes(d);
  }

  // Adds the carry of a whole block.
  HWY_INLINE void AddBlock(Words d, WordVector (&carry)[Z]) {
    std::size_t p = kInRegisters;
    for (std::size_t block = blocks_++; (block & 1U) != 0; block >>= 1, ++p) {
      for (std::size_t z = 0; z < Z; ++z) {
        auto plane = hn::Load(d, Plane(d, p, z));
        carry[z] = FullAdd(plane, hn::Load(d, Waiting(d, p, z)), carry[z]);
        hn::Store(plane, d, Plane(d, p, z));
      }
    }
    for (std::size_t z = 0; z < Z; ++z) hn::Store(carry[z], d, Waiting(d, p, z));
  }

  // Adds the rows that still wait, and puts all planes into memory.
  void Finish(Words d) {
    for (std::size_t z = 0; z < Z; ++z) {
      for (std::size_t p = 0; p < kInRegisters; ++p) hn::Store(plane_[p][z], d, Plane(d, p, z));
      auto carry = hn::Zero(d);
      for (std::size_t p = kInRegisters; p < planes_; ++p) {
        const bool waits = (blocks_ >> (p - kInRegisters) & 1U) != 0;
        auto plane = hn::Load(d, Plane(d, p, z));
        carry = FullAdd(plane, waits ? hn::Load(d, Waiting(d, p, z)) : hn::Zero(d), carry);
        hn::Store(plane, d, Plane(d, p, z));
      }
    }
  }

  // Stores the 16 bits of one quarter of every word, vector after vector for each lane.
  static HWY_INLINE void StorePositions(Words d, const WordVector (&four)[Z], std::size_t quarter,
                                        std::uint16_t* counts) {
    static_assert(Z <= 2);
    auto word = hn::Zero(d);
    for (std::size_t z = 0; z < Z; ++z) {
      const auto count =
          hn::And(hn::ShiftRightSame(four[z], static_cast<int>(kBitsPerCount * quarter)), hn::Set(d, 0xffffU));
      word = hn::Or(word, hn::ShiftLeftSame(count, static_cast<int>(kBitsPerCount * z)));
    }
    using Narrow = std::conditional_t<Z == 1, std::uint16_t, std::uint32_t>;
    const hn::Rebind<Narrow, Words> narrow;
    hn::StoreU(hn::TruncateTo(narrow, word), narrow, reinterpret_cast<Narrow*>(counts));
  }

  WordVector plane_[kInRegisters][Z], waiting_[kInRegisters][Z];
  std::uint64_t* memory_;
  std::size_t planes_, blocks_;
};

#endif  // AVX-512

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
