// SPDX-License-Identifier: Apache-2.0
//
// Both directions of a pair in one pass over rows in the order of time, compiled once per instruction set for
// bit_rows-inl.hpp.
//
// With M_1(i) the positions of y whose sample matches sample i of x, and shift() a move by one position,
//
//     M_L(i) = M_1(i) and shift(M_{L-1}(i + 1))
//
// holds the positions where templates of length L match. The matches of (y, x) are the transpose of those of (x, y):
// the counts of the other direction are the sums of the same rows by column (column_counts-inl.hpp).

#if defined(BIOTROPY_MATCH_TWO_WAY_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_TWO_WAY_ROWS_INL
#undef BIOTROPY_MATCH_TWO_WAY_ROWS_INL
#else
#define BIOTROPY_MATCH_TWO_WAY_ROWS_INL
#endif

#include "biotropy/match/engines/column_counts-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

// A pass with columns costs less than two passes over windows for templates of three samples, with AVX-512, where a
// full adder is two instructions and 32 registers hold the planes, and up to 1024 samples, whose rows are short.
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

bool CountsBothWays(const Rule& rule, std::size_t n) {
  constexpr std::size_t most_vectors = 2;
  return rule.lengths == std::vector{2, 3} && rule.tau == 1 && rule.per_template &&
         rule.templates == TemplateRule::all && RowVectors(n) <= most_vectors;
}

// Shift by one position of the vector that wraps around: bits move from word to word, and those of the last word enter
// the first, one bit lower.
HWY_INLINE WordVector WrapAround(Words d, WordVector v) {
  alignas(64) static constexpr std::uint64_t next[8] = {1, 2, 3, 4, 5, 6, 7, 0}, shifts[8] = {0, 0, 0, 0, 0, 0, 0, 1};
  return hn::Shr(hn::TableLookupLanes(v, hn::SetTableIndices(d, next)), hn::Load(d, shifts));
}

// Rows of Z vectors at the lengths 2 and 3.
template <std::size_t Z>
class TwoWayRows {
 public:
  static void Count(const RowJob& job) {
    const Words d;
    TwoWayRows rows;
    for (std::size_t level = 0; level < 2; ++level) {
      for (WordVector& vector : rows.state_[level]) vector = hn::Zero(d);
      rows.columns_[level].Start(d, job.planes + level * ColumnWords(Z), job.rows);
    }
    for (std::size_t block = job.rows; block > 0; block -= kRowBlock) {
      const std::size_t first = block - kRowBlock, next = first - std::min(first, kRowBlock);
      BlockCounts<Words> counts[2];
#pragma GCC unroll 8
      for (std::size_t done = 0; done < kRowBlock; ++done) {
        const std::size_t row = kRowBlock - 1 - done;
        // The rows are at random places: those of the next block come from the second-level cache meanwhile.
        for (std::size_t z = 0; z < Z; ++z) hwy::Prefetch(RowWords(job, next + row) + z * hn::Lanes(d));
        rows.AddRow(d, RowWords(job, first + row), row, counts);
      }
      for (std::size_t level = 0; level < 2; ++level) {
        counts[level].Store(d, job.counts + level * job.rows + first);
      }
    }
    for (std::size_t level = 0; level < 2; ++level) {
      rows.columns_[level].Store(d, job.column_counts + level * job.row_bytes * 8);
    }
  }

 private:
  static HWY_INLINE const std::uint64_t* RowWords(const RowJob& job, std::size_t i) {
    return reinterpret_cast<const std::uint64_t*>(job.tables + row_of(job.runs[i]) * Z * kCacheLine);
  }

  // Length 3 first, as each length needs the old state of the next shorter one.
  HWY_INLINE void AddRow(Words d, const std::uint64_t* words, std::size_t row, BlockCounts<Words> (&counts)[2]) {
    WordVector single[Z];
    for (std::size_t z = 0; z < Z; ++z) single[z] = hn::Load(d, words + z * hn::Lanes(d));
#pragma GCC unroll 2
    for (std::size_t length = 3; length >= 2; --length) {
      const std::size_t level = length - 2;
      WordVector matched[Z];
      for (std::size_t z = 0; z < Z; ++z) {
        const WordVector next = z + 1 < Z ? state_[level][z + 1] : WrapAround(d, state_[level][0]);
        matched[z] = hn::And(single[z], next);
      }
      for (std::size_t z = 0; z < Z && level == 0; ++z) state_[1][z] = matched[z];
      counts[level].Set(row, CountBits(d, matched));
      columns_[level].Add(d, matched, kRowBlock - 1 - row);
    }
    for (std::size_t z = 0; z < Z; ++z) state_[0][z] = single[z];
  }

  WordVector state_[2][Z];  // M_1 and M_2 of the row before
  ColumnCounts<Z> columns_[2];
};

// Words of memory for the columns.
std::size_t PlaneWords(std::size_t n_y) {
  return 2 * ColumnWords(RowVectors(n_y));
}

void CountTwoWays(const RowJob& job) {
  if (job.row_bytes == kCacheLine)
    TwoWayRows<1>::Count(job);
  else
    TwoWayRows<2>::Count(job);
}

#else

bool CountsBothWays(const Rule&, std::size_t) {
  return false;
}

std::size_t PlaneWords(std::size_t) {
  return 0;
}

void CountTwoWays(const RowJob&) {}

#endif  // AVX-512

// Numbers of the bits of all positions in a row in the order of time.
void FillPlacesInTime(std::span<std::uint16_t> places) {
  for (std::size_t j = 0; j < places.size(); ++j) {
    places[j] = static_cast<std::uint16_t>(PlaceInTime(j, RowVectors(places.size())));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
