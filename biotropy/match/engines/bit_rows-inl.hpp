// SPDX-License-Identifier: Apache-2.0
//
// The vector part of bit_rows.cpp, compiled once per instruction set.

#ifndef BIOTROPY_MATCH_ROW_JOB
#define BIOTROPY_MATCH_ROW_JOB

namespace biotropy::match {

constexpr std::size_t kLineBits = 8 * kCacheLine;
constexpr std::size_t kMostWindowBytes = 2 * kCacheLine;  // read at once, from any byte of a row on

struct RowJob {
  const std::uint8_t* tables;
  std::size_t row_bytes, table_bytes;
  std::span<const Run> runs;  // of `rows` samples and the reach of the last
  std::size_t rows;           // whole blocks
  std::size_t templates;      // rows that belong to the totals
  const Rule* rule;
  bool wants_counts;
  std::uint16_t* counts;  // `rows` for each length of the rule
  // For both directions at once: memory of ColumnCounts, and the counts of the positions of y.
  std::uint64_t* planes;
  std::uint16_t* column_counts;
};

constexpr std::uint16_t kNoTemplate = 0xffff;

/// Vectors of the first t bits of a vector of that many bytes, for t from 0 to all of them.
const std::uint8_t* first_bits(std::size_t vector_bytes);

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_ROW_JOB

#if defined(BIOTROPY_MATCH_BIT_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_BIT_ROWS_INL
#undef BIOTROPY_MATCH_BIT_ROWS_INL
#else
#define BIOTROPY_MATCH_BIT_ROWS_INL
#endif

#include "biotropy/match/engines/bit_row_words-inl.hpp"
#include "biotropy/match/engines/partner_runs-inl.hpp"
#include "biotropy/match/engines/two_way_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

// Every row is the one before, and the bit of the template that enters or leaves. Positions of no template are
// kNoTemplate.
void BuildTable(std::span<const std::uint16_t> positions, std::size_t row_bytes, std::uint8_t* table) {
  const hn::CappedTag<std::uint8_t, kCacheLine> d;
  std::fill_n(table, row_bytes, 0);
  for (const std::size_t position : positions) {
    std::uint8_t* next = table + row_bytes;
    for (std::size_t byte = 0; byte < row_bytes; byte += hn::Lanes(d)) {
      hn::Store(hn::Load(d, table + byte), d, next + byte);
    }
    table = next;
    if (position != kNoTemplate) table[position / 8] ^= static_cast<std::uint8_t>(1U << position % 8);
  }
}

#if HWY_TARGET != HWY_SCALAR  // without vectors CountAnyRows counts every query

// Rows at the lengths 2 to Levels + 1, whose windows fit so many bytes, from that of their first bit on: counts per
// row, or only totals. Addresses are computed by vectors for a stretch of rows and then read one by one; for a shorter
// stretch the compiler would take them out of the vectors, which is slower.
template <typename D, std::size_t WindowBytes, std::size_t Levels, bool PerRow>
class WindowRows {
 public:
  explicit WindowRows(const RowJob& job)
      : job_(job), first_bits_(first_bits(kBytes)), tau_(static_cast<std::size_t>(job.rule->tau)) {}

  // Counts the rows [first, last), whole blocks.
  void Count(std::size_t first, std::size_t last, std::uint16_t* const* counts, std::uint64_t* totals) {
    const D d;
    V total[Levels];
    for (V& sum : total) sum = hn::Zero(d);
    for (std::size_t block = first; block < last; block += kRowBlock) {
      if ((block - first) % kStretch == 0) FindOffsets(block, std::min(kStretch, last - block));
      const std::size_t first_row = (block - first) % kStretch;
      BlockCounts<D> of_block[Levels];
#pragma GCC unroll 8
      for (std::size_t done = 0; done < kRowBlock; ++done) {
        const std::size_t row = kRowBlock - 1 - done;
        V found[Levels];
        CountRow(d, first_row + row, found);
        for (std::size_t level = 0; level < Levels; ++level) {
          if (PerRow)
            of_block[level].Set(row, found[level]);
          else
            total[level] = hn::Add(total[level], found[level]);
        }
      }
      for (std::size_t level = 0; level < Levels && PerRow; ++level) {
        of_block[level].Store(d, counts[level] + block);
      }
    }
    for (std::size_t level = 0; level < Levels && !PerRow; ++level) {
      totals[level] += hn::GetLane(hn::SumOfLanes(d, total[level]));
    }
  }

 private:
  using V = hn::Vec<D>;
  static constexpr std::size_t kStretch = 8 * kRowBlock;
  using Offsets = std::uint32_t[kStretch];
  static constexpr std::size_t kBytes = hn::MaxLanes(D()) * sizeof(std::uint64_t), kBits = 8 * kBytes;
  static constexpr std::size_t kVectors = WindowBytes / kBytes;

  // The samples of a template that have tables: the first and, as the second is the window's, the third.
  static constexpr std::size_t Sample(std::size_t level) {
    return 2 * level;
  }

  HWY_INLINE void FindOffsets(std::size_t first, std::size_t rows) {
    const hn::CappedTag<std::uint32_t, kRowBlock> d;
    const auto row_bytes = hn::Set(d, static_cast<std::uint32_t>(job_.row_bytes)), low_half = hn::Set(d, 0xffffU);
    const auto vector_bytes = hn::Set(d, std::uint32_t{kBytes});
    for (std::size_t row = 0; row < rows; row += hn::Lanes(d)) {
      const Run* runs = job_.runs.data() + first + row;
      const auto window = hn::LoadU(d, runs + tau_), begin = hn::And(window, low_half);
      const auto byte = hn::ShiftRight<3>(begin), before = hn::And(begin, hn::Set(d, 7U));
      const auto bits = hn::Add(hn::Sub(hn::ShiftRight<16>(window), begin), before);
      hn::Store(hn::Mul(before, vector_bytes), d, before_ + row);
      for (std::size_t z = 0; z < kVectors; ++z) {
        const auto before_z = hn::Set(d, static_cast<std::uint32_t>(z * kBits)),
                   most = hn::Set(d, std::uint32_t{kBits});
        const auto here = kVectors == 1 ? bits : hn::Min(hn::Sub(hn::Max(bits, before_z), before_z), most);
        hn::Store(hn::Mul(here, vector_bytes), d, inside_[z] + row);
      }
      for (std::size_t level = 0; level < Levels; ++level) {
        const auto run = hn::LoadU(d, runs + Sample(level) * tau_);
        const auto row_number = hn::Add(hn::ShiftRight<16>(run), hn::And(run, low_half));
        const auto part = hn::Add(byte, hn::Mul(row_number, row_bytes));
        const auto table = hn::Set(d, static_cast<std::uint32_t>(level * job_.table_bytes));
        hn::Store(hn::Add(table, part), d, parts_[level] + row);
      }
    }
  }

  HWY_INLINE V Part(D d, std::uint32_t offset, std::size_t z) const {
    return hn::LoadU(d, reinterpret_cast<const std::uint64_t*>(job_.tables + offset + z * kBytes));
  }

  HWY_INLINE V FirstBits(D d, std::uint32_t offset) const {
    return hn::Load(d, reinterpret_cast<const std::uint64_t*>(first_bits_ + offset));
  }

  HWY_INLINE void CountRow(D d, std::size_t row, V (&counts)[Levels]) const {
    V matched[kVectors];
    for (std::size_t z = 0; z < kVectors; ++z) matched[z] = FirstBits(d, inside_[z][row]);
    matched[0] = hn::AndNot(FirstBits(d, before_[row]), matched[0]);
    for (std::size_t level = 0; level < Levels; ++level) {
      for (std::size_t z = 0; z < kVectors; ++z) {
        matched[z] = hn::And(Part(d, parts_[level][row], z), matched[z]);
      }
      counts[level] = CountBits(d, matched);
    }
  }

  const RowJob& job_;
  const std::uint8_t* first_bits_;
  std::size_t tau_;
  // In bytes, of vectors of first_bits and of parts of rows.
  alignas(kCacheLine) Offsets before_, inside_[kVectors], parts_[Levels];
};

// Totals need no count per row but of those in the block of the last template: under TemplateRule::common the rows
// behind it match, and do not count.
template <typename D, std::size_t WindowBytes, std::size_t Levels>
void CountWindows(const RowJob& job, RowTotal* totals) {
  const std::size_t first_position = job.rule->lengths.size() - Levels;
  const std::size_t split = job.wants_counts ? 0 : job.templates / kRowBlock * kRowBlock;
  std::uint16_t* counts[Levels];
  std::uint64_t matches[Levels] = {};
  for (std::size_t level = 0; level < Levels; ++level) counts[level] = job.counts + (first_position + level) * job.rows;
  WindowRows<D, WindowBytes, Levels, false>(job).Count(0, split, counts, matches);
  WindowRows<D, WindowBytes, Levels, true>(job).Count(split, job.rows, counts, matches);
  for (std::size_t level = 0; level < Levels; ++level) totals[first_position + level] = {matches[level], split};
}

// Returns false if no window bytes hold the widest run.
template <std::size_t Levels, std::size_t WindowBytes = 32>
bool CountWindows(const RowJob& job, std::size_t widest, RowTotal* totals) {
  constexpr std::size_t lanes = std::min<std::size_t>(8, WindowBytes / sizeof(std::uint64_t));
  if constexpr (WindowBytes > kMostWindowBytes) {
    return false;
  } else if (widest + 7 > 8 * WindowBytes) {
    return CountWindows<Levels, 2 * WindowBytes>(job, widest, totals);
  } else {
    CountWindows<hn::CappedTag<std::uint64_t, lanes>, WindowBytes, Levels>(job, totals);
    return true;
  }
}

#endif  // HWY_TARGET != HWY_SCALAR

// Any lengths and widths, one line of a window after the other.
void CountAnyRows(const RowJob& job) {
  const Words d;
  constexpr std::size_t bytes = hn::MaxLanes(Words()) * sizeof(std::uint64_t), vectors = kCacheLine / bytes;
  const auto tau = static_cast<std::size_t>(job.rule->tau);
  const auto& lengths = job.rule->lengths;
  const std::size_t longer = lengths.front() == 1 ? 1 : 0;  // position of the first of the lengths that need rows
  const auto load = [&](const std::uint8_t* at, std::size_t z) {
    return hn::LoadU(d, reinterpret_cast<const std::uint64_t*>(at + z * bytes));
  };
  std::fill_n(job.counts + longer * job.rows, job.rows * (lengths.size() - longer), 0);
  for (std::size_t i = 0; i < job.rows; ++i) {
    const Run window = job.runs[i + tau];
    for (std::size_t line = run_begin(window) / kLineBits; line * kLineBits < run_end(window); ++line) {
      const auto first_bits_of = [&](std::size_t bits) {
        return first_bits(kCacheLine) +
               (std::clamp(bits, line * kLineBits, (line + 1) * kLineBits) - line * kLineBits) * kCacheLine;
      };
      hn::Vec<Words> matched[vectors];
      for (std::size_t z = 0; z < vectors; ++z) {
        matched[z] = hn::AndNot(load(first_bits_of(run_begin(window)), z), load(first_bits_of(run_end(window)), z));
      }
      std::size_t position = longer;
      for (int length = 2; position < lengths.size(); ++length) {
        const auto table = static_cast<std::size_t>(length - 2), sample = length == 2 ? 0 : table + 1;
        const std::size_t row = row_of(job.runs[i + sample * tau]);
        const std::uint8_t* part = job.tables + table * job.table_bytes + row * job.row_bytes + line * kCacheLine;
        for (std::size_t z = 0; z < vectors; ++z) matched[z] = hn::And(load(part, z), matched[z]);
        if (lengths[position] != length) continue;
        const auto found = hn::GetLane(hn::SumOfLanes(d, CountBits(d, matched)));
        job.counts[position++ * job.rows + i] += static_cast<std::uint16_t>(found);
      }
    }
  }
}

// Templates whose first sample lies in the run: the counts at length 1, which needs no rows.
void CountFirst(const RowJob& job, const std::uint16_t* firsts) {
  for (std::size_t i = 0; i < job.rows; ++i) {
    job.counts[i] = static_cast<std::uint16_t>(firsts[run_end(job.runs[i])] - firsts[run_begin(job.runs[i])]);
  }
}

// Sizes of the runs of some rows, in whole vectors.
template <class D>
HWY_INLINE hn::Vec<D> StoreSizes(D d, const Run* runs, std::uint16_t* counts) {
  const hn::Rebind<std::uint16_t, D> d16;
  const auto run = hn::LoadU(d, runs);
  const auto size = hn::Sub(hn::ShiftRight<16>(run), hn::And(run, hn::Set(d, 0xffffU)));
  if (counts != nullptr) hn::StoreU(hn::DemoteTo(d16, hn::BitCast(hn::RebindToSigned<D>(), size)), d16, counts);
  return size;
}

// Sizes of the runs, which are these counts if every sample begins a template; null for `counts` to keep none.
// Returns the largest.
std::size_t RunSizes(const RowJob& job, std::uint16_t* counts) {
  const hn::CappedTag<std::uint32_t, 2 * kRowBlock> wide;
  const hn::CappedTag<std::uint32_t, kRowBlock> narrow;
  auto widest = hn::Zero(wide);
  auto widest_behind = hn::Zero(narrow);
  const auto at = [&](std::size_t i) { return counts != nullptr ? counts + i : nullptr; };
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= job.rows; i += hn::Lanes(wide)) {
    widest = hn::Max(widest, StoreSizes(wide, job.runs.data() + i, at(i)));
  }
  for (; i < job.rows; i += hn::Lanes(narrow)) {
    widest_behind = hn::Max(widest_behind, StoreSizes(narrow, job.runs.data() + i, at(i)));
  }
  return std::max(hn::GetLane(hn::MaxOfLanes(wide, widest)), hn::GetLane(hn::MaxOfLanes(narrow, widest_behind)));
}

// @param firsts see BitRows; null if every sample begins a template.
void CountRows(const RowJob& job, const std::uint16_t* firsts, [[maybe_unused]] RowTotal* totals) {
  const auto& lengths = job.rule->lengths;
  const bool has_first = lengths.front() == 1;
  if (has_first && firsts != nullptr) CountFirst(job, firsts);
  [[maybe_unused]] const std::size_t widest = RunSizes(job, has_first && firsts == nullptr ? job.counts : nullptr);
  if (lengths.back() == 1) return;
  if (job.column_counts != nullptr) return CountTwoWays(job);
#if HWY_TARGET != HWY_SCALAR
  const bool has_second = lengths.back() == 2,
             has_third = lengths.size() > 1 && lengths.back() == 3 && lengths[lengths.size() - 2] == 2;
  if (has_second && CountWindows<1>(job, widest, totals)) return;
  if (has_third && CountWindows<2>(job, widest, totals)) return;
#endif
  CountAnyRows(job);
}

// Sum of fewer than 2^15 counts of fewer than 2^15, which are added in pairs.
std::uint64_t SumCounts(const std::uint16_t* counts, std::size_t n) {
  std::size_t i = 0;
  std::int32_t sum = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<std::int16_t, 32> d;
  const hn::RepartitionToWide<decltype(d)> d32;
  auto even = hn::Zero(d32), odd = hn::Zero(d32);
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto several = hn::LoadU(d, reinterpret_cast<const std::int16_t*>(counts + i));
    even = hn::ReorderWidenMulAccumulate(d32, several, hn::Set(d, std::int16_t{1}), even, odd);
  }
  sum = hn::GetLane(hn::SumOfLanes(d32, hn::Add(even, odd)));
#endif
  for (; i < n; ++i) sum += counts[i];
  return static_cast<std::uint64_t>(sum);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
