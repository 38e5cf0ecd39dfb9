// SPDX-License-Identifier: Apache-2.0
//
// The vector part of bit_rows.cpp, compiled once per instruction set.

#ifndef BIOTROPY_MATCH_ROW_JOB
#define BIOTROPY_MATCH_ROW_JOB

namespace biotropy::match {

struct RowJob {
  const std::uint64_t* table;
  std::span<const Run> runs;  // padded to whole blocks
  std::size_t n_x, n_y;
  const TemplateSet* of_x;
  const TemplateSet* of_y;
  const Rule* rule;
  std::uint64_t* state;          // zero at the start
  std::uint16_t* counts;         // runs.size() for each length of the rule
  std::uint64_t* planes;         // of ColumnCounts, for each length; null if the other direction is not counted
  std::uint16_t* column_counts;  // counts of the templates of y in x: row_positions() for each length
};

/// Totals of the lengths that have no per-row counts in RowJob::counts.
struct RowResult {
  std::vector<std::uint64_t> totals;
  std::vector<bool> has_counts;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_ROW_JOB

#if defined(BIOTROPY_MATCH_BIT_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_BIT_ROWS_INL
#undef BIOTROPY_MATCH_BIT_ROWS_INL
#else
#define BIOTROPY_MATCH_BIT_ROWS_INL
#endif

#include "biotropy/match/engines/column_counts-inl.hpp"
#include "biotropy/match/engines/partner_runs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void BuildTable(const std::uint32_t* sorted_times, std::size_t n_sorted, std::size_t n, std::uint64_t* table) {
  const Words d;
  const std::size_t vectors = RowVectors(n), lanes = hn::Lanes(d), words = vectors * lanes;
  std::fill_n(table, words, 0);
  for (std::size_t k = 0; k < n_sorted; ++k, table += words) {
    for (std::size_t w = 0; w < words; w += lanes) hn::Store(hn::Load(d, table + w), d, table + words + w);
    const BitPlace place(sorted_times[k], vectors);
    table[words + place.word] |= place.bit;
  }
}

// Shift by tau positions: vector z takes vector (z + tau) mod Z, moved by (z + tau) div Z steps of Z positions. A step
// moves bits from lane to lane; bits that leave the last lane enter the first, one bit lower.
class Step {
 public:
  Step(Words d, std::size_t steps) : d_(d) {
    HWY_ALIGN std::uint64_t indices[8], shifts[8], keep[8];
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t shift = (lane + steps) / lanes;
      indices[lane] = (lane + steps) % lanes;
      shifts[lane] = std::min<std::size_t>(shift, kBitsPerWord - 1);
      keep[lane] = shift < kBitsPerWord ? ~std::uint64_t{0} : 0;
    }
    std::copy_n(indices, lanes, indices_);
    std::copy_n(shifts, lanes, shifts_);
    std::copy_n(keep, lanes, keep_);
    identity_ = steps == 0;
  }

  WordVector operator()(WordVector v) const {
    if (identity_) return v;
    const auto rotated = hn::TableLookupLanes(v, hn::SetTableIndices(d_, indices_));
    return hn::And(hn::Shr(rotated, hn::Load(d_, shifts_)), hn::Load(d_, keep_));
  }

  // The shift for exactly one step: no lane loses all its bits.
  WordVector OneStep(WordVector v) const {
    return hn::Shr(hn::TableLookupLanes(v, hn::SetTableIndices(d_, indices_)), hn::Load(d_, shifts_));
  }

 private:
  Words d_;
  HWY_ALIGN std::uint64_t indices_[8], shifts_[8], keep_[8];
  bool identity_;
};

#if HWY_TARGET != HWY_SCALAR  // without vectors CountAnyRows counts every query

// Population counts of Z vectors, added lane by lane.
template <std::size_t Z>
HWY_INLINE WordVector CountBits(Words d, const WordVector (&rows)[Z]) {
#if HWY_TARGET == HWY_AVX3_DL
  auto sum = hn::PopulationCount(rows[0]);
  for (std::size_t z = 1; z < Z; ++z) sum = hn::Add(sum, hn::PopulationCount(rows[z]));
  return sum;
#else
  // Without a population count instruction, bytes are counted and added first: at most 8 * 8 fits a byte.
  static_assert(Z <= 8);
  const hn::Repartition<std::uint8_t, Words> d8;
  auto sum = hn::PopulationCount(hn::BitCast(d8, rows[0]));
  for (std::size_t z = 1; z < Z; ++z) sum = hn::Add(sum, hn::PopulationCount(hn::BitCast(d8, rows[z])));
  (void)d;
  return hn::SumsOf8(sum);
#endif
}

// Adds all lanes of a and of b: a in lane 0, b in lane 1 of the result.
template <class D, class V>
HWY_INLINE hn::Vec<hn::Full128<std::uint64_t>> FoldHalves(D d, V v) {
  if constexpr (hn::MaxLanes(D()) <= 2) {
    (void)d;
    return v;
  } else {
    const hn::Half<D> half;
    return FoldHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

HWY_INLINE hn::Vec<hn::Full128<std::uint64_t>> SumLanes(Words d, WordVector a, WordVector b) {
  return FoldHalves(d, hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
}

// Recurrence for tau = 1 with all state in registers. Bit L - 1 of Wanted is set if rows of length L are counted. With
// counts per row, four 16-bit counts share a word while lanes are added; otherwise only totals are kept. Columns is
// Wanted for the counts of every position of y, which are those of the pair in the other direction.
template <std::size_t Z, std::size_t Levels, unsigned Wanted, bool PerRow, unsigned Columns = 0>
struct UnrolledRows {
  using Packed = WordVector[Levels][2];  // counts of the rows of a block, four to a word

  WordVector state[Levels][Z];  // M_1 ... of the row above
  WordVector mask[Z];           // partners counted at the shorter lengths
  WordVector total[Levels];
  std::conditional_t<Columns == 0, NoColumns, ColumnCounts<Z>> columns[Levels];

  // Row of one run: the positions whose samples match.
  HWY_INLINE void LoadRow(Words d, const RowJob& job, std::size_t i, WordVector (&row)[Z]) const {
    const std::size_t lanes = hn::Lanes(d);
    const std::uint64_t* high = job.table + run_end(job.runs[i]) * (Z * lanes);
    const std::uint64_t* low = job.table + run_begin(job.runs[i]) * (Z * lanes);
    for (std::size_t z = 0; z < Z; ++z) row[z] = hn::Xor(hn::Load(d, high + z * lanes), hn::Load(d, low + z * lanes));
  }

  HWY_INLINE void Count(Words d, std::size_t level, const WordVector (&matched)[Z], std::size_t row_in_block,
                        Packed& packed) {
    const bool longest = level + 1 == Levels;
    WordVector counted[Z];
    for (std::size_t z = 0; z < Z; ++z) counted[z] = longest ? matched[z] : hn::And(matched[z], mask[z]);
    const WordVector bits = CountBits(d, counted);
    WordVector& quad = packed[level][row_in_block / 4];
    if (!PerRow) {
      total[level] = hn::Add(total[level], bits);
    } else {
      quad = row_in_block % 4 == 3 ? bits : hn::Add(hn::ShiftLeft<16>(quad), bits);
    }
  }

  // Advances the state from row i + 1 to row i, the longest length first, because each needs the old state of the next
  // shorter one.
  HWY_INLINE void Advance(Words d, const Step& step, const WordVector (&row)[Z], std::size_t row_in_block,
                          Packed& packed) {
#pragma GCC unroll 4
    for (std::size_t shorter = Levels; shorter > 0; --shorter) {
      const std::size_t level = shorter - 1;
      WordVector matched[Z];
      for (std::size_t z = 0; z < Z; ++z) {
        if (level == 0) {
          matched[z] = row[z];
        } else {
          const WordVector next = z + 1 < Z ? state[level - 1][z + 1] : step.OneStep(state[level - 1][0]);
          matched[z] = hn::And(row[z], next);
        }
      }
      for (std::size_t z = 0; z < Z && level + 1 < Levels; ++z) state[level][z] = matched[z];
      if ((Wanted >> level & 1U) != 0) Count(d, level, matched, row_in_block, packed);
      if constexpr (Columns != 0) {
        if ((Columns >> level & 1U) != 0) columns[level].Add(d, matched, kRowBlock - 1 - row_in_block);
      }
    }
  }

  static HWY_INLINE void StoreBlock(Words d, const Packed& packed, std::uint16_t* const* counts,
                                    std::size_t first_row) {
    const hn::Full128<std::uint16_t> d16;
    for (std::size_t level = 0; level < Levels; ++level) {
      if ((Wanted >> level & 1U) == 0) continue;
      hn::StoreU(hn::BitCast(d16, SumLanes(d, packed[level][0], packed[level][1])), d16, counts[level] + first_row);
    }
  }

  // Processes rows [first, last), whole blocks, from last to first. The state is read from the job and written back.
  static void Run(const RowJob& job, std::size_t first, std::size_t last, const std::uint64_t* mask_words,
                  std::uint16_t* const* counts, std::uint64_t* totals, std::uint16_t* const* columns = nullptr) {
    const Words d;
    const std::size_t lanes = hn::Lanes(d);
    const Step step(d, 1);
    UnrolledRows rows;
    for (std::size_t z = 0; z < Z; ++z) {
      rows.mask[z] = hn::Load(d, mask_words + z * lanes);
      for (std::size_t level = 0; level + 1 < Levels; ++level) {
        rows.state[level][z] = hn::Load(d, job.state + (level * Z + z) * lanes);
      }
    }
    for (auto& total : rows.total) total = hn::Zero(d);
    if constexpr (Columns != 0) {
      for (std::size_t level = 0; level < Levels; ++level) {
        if ((Columns >> level & 1U) == 0) continue;
        rows.columns[level].Start(d, job.planes + level * ColumnWords(Z), last - first);
      }
    }
    for (std::size_t block = last; block > first; block -= kRowBlock) {
      Packed packed;
#pragma GCC unroll 8
      for (std::size_t done = 0; done < kRowBlock; ++done) {
        const std::size_t row_in_block = kRowBlock - 1 - done;
        WordVector row[Z];
        rows.LoadRow(d, job, block - kRowBlock + row_in_block, row);
        rows.Advance(d, step, row, row_in_block, packed);
      }
      if (PerRow) StoreBlock(d, packed, counts, block - kRowBlock);
    }
    for (std::size_t level = 0; level < Levels; ++level) {
      if constexpr (Columns != 0) {
        if ((Columns >> level & 1U) != 0) rows.columns[level].Store(d, columns[level]);
      }
      if (!PerRow) totals[level] += hn::GetLane(hn::SumOfLanes(d, rows.total[level]));
      for (std::size_t z = 0; z < Z && level + 1 < Levels; ++z) {
        hn::Store(rows.state[level][z], d, job.state + (level * Z + z) * lanes);
      }
    }
  }
};

#endif  // HWY_TARGET != HWY_SCALAR

// The same recurrence for any number of vectors, lengths and tau, with the state in memory.
void CountAnyRows(const RowJob& job, const std::uint64_t* mask) {
  const Words d;
  const std::size_t lanes = hn::Lanes(d), vectors = RowVectors(job.n_y);
  const auto tau = static_cast<std::size_t>(job.rule->tau);
  const auto longest = static_cast<std::size_t>(job.rule->lengths.back());
  const Step near(d, tau / vectors), far(d, tau / vectors + 1);
  for (std::size_t i = job.n_x; i-- > 0;) {
    // M_1 ... of row i + tau, replaced by those of row i from the longest to the shortest.
    std::uint64_t* state = job.state + (i % tau) * (longest - 1) * vectors * lanes;
    std::size_t position = job.rule->lengths.size();
    for (std::size_t length = longest; length >= 1; --length) {
      const bool wanted = position > 0 && static_cast<std::size_t>(job.rule->lengths[position - 1]) == length;
      auto bits = hn::Zero(d);
      for (std::size_t z = 0; z < vectors; ++z) {
        const std::uint64_t* high = job.table + (run_end(job.runs[i]) * vectors + z) * lanes;
        const std::uint64_t* low = job.table + (run_begin(job.runs[i]) * vectors + z) * lanes;
        auto matched = hn::Xor(hn::Load(d, high), hn::Load(d, low));
        if (length > 1) {
          const std::size_t source = (z + tau) % vectors;
          const auto shorter = hn::Load(d, state + ((length - 2) * vectors + source) * lanes);
          matched = hn::And(matched, z + tau % vectors < vectors ? near(shorter) : far(shorter));
        }
        if (length < longest) hn::Store(matched, d, state + ((length - 1) * vectors + z) * lanes);
        if (!wanted) continue;
        const auto counted = length < longest ? hn::And(matched, hn::Load(d, mask + z * lanes)) : matched;
        bits = hn::Add(bits, hn::PopulationCount(counted));
      }
      if (!wanted) continue;
      --position;
      job.counts[position * job.runs.size() + i] = static_cast<std::uint16_t>(hn::GetLane(hn::SumOfLanes(d, bits)));
    }
  }
}

// Counts at length 1 without bits: the size of the run.
void CountRunSizes(std::span<const Run> runs, std::uint16_t* counts) {
  for (std::size_t i = 0; i < runs.size(); ++i)
    counts[i] = static_cast<std::uint16_t>(run_end(runs[i]) - run_begin(runs[i]));
}

// Position of the counts of each length, and the lengths that the unrolled loops can process.
struct RowPlan {
  explicit RowPlan(const RowJob& job) : vectors(RowVectors(job.n_y)), longest(job.rule->lengths.back()) {
    const bool all = job.rule->templates == TemplateRule::all;
    for (std::size_t position = 0; position < job.rule->lengths.size(); ++position) {
      const int length = job.rule->lengths[position];
      if (length > kUnrolledLengths) continue;
      counts[length - 1] = job.counts + position * job.runs.size();
      columns[length - 1] = job.column_counts + position * RowPositions(job.n_y);
      if (length == 1 && all)
        run_sizes = true;
      else
        wanted |= 1U << (length - 1);
    }
  }

  static constexpr int kUnrolledLengths = 3;
  std::size_t vectors;
  int longest;
  unsigned wanted = 0;
  bool run_sizes = false;
  std::uint16_t* counts[kUnrolledLengths] = {};
  std::uint16_t* columns[kUnrolledLengths] = {};
};

#if HWY_TARGET != HWY_SCALAR

// If all partner rows are templates, totals need no count per row. Under TemplateRule::common the last rows are no
// templates but continue others: they are counted row by row, and the templates among them summed.
template <std::size_t Z, std::size_t Levels, unsigned Wanted>
void CountUnrolled(const RowJob& job, const RowPlan& plan, const std::uint64_t* mask, RowResult& result) {
  const std::size_t end = job.runs.size();
  if constexpr (kCountsColumns && (Wanted & 1U) == 0) {  // TemplateRule::all, where counts of length 1 are sizes of runs
    if (job.column_counts != nullptr) {
      constexpr unsigned columns = Levels == 2 ? 0b11 : Wanted;
      UnrolledRows<Z, Levels, Wanted, true, columns>::Run(job, 0, end, mask, plan.counts, nullptr, plan.columns);
      return;
    }
  }
  if (job.rule->per_template || !job.of_x->is_full()) {
    UnrolledRows<Z, Levels, Wanted, true>::Run(job, 0, end, mask, plan.counts, nullptr);
    return;
  }
  const bool common = job.rule->templates == TemplateRule::common;
  const std::size_t templates = template_count(*job.rule, job.n_x, plan.longest);
  const std::size_t split = common ? templates / kRowBlock * kRowBlock : end;
  std::uint64_t totals[Levels] = {};
  UnrolledRows<Z, Levels, Wanted, true>::Run(job, split, end, mask, plan.counts, nullptr);
  UnrolledRows<Z, Levels, Wanted, false>::Run(job, 0, split, mask, plan.counts, totals);
  for (std::size_t position = 0; position < job.rule->lengths.size(); ++position) {
    const int level = job.rule->lengths[position] - 1;
    if ((Wanted >> level & 1U) == 0) continue;
    result.has_counts[position] = false;
    result.totals[position] = totals[level];
    for (std::size_t i = split; i < templates; ++i) result.totals[position] += plan.counts[level][i];
  }
}

template <std::size_t Levels, unsigned Wanted>
bool CountUnrolledFor(const RowJob& job, const RowPlan& plan, const std::uint64_t* mask, RowResult& result) {
  if (static_cast<std::size_t>(plan.longest) != Levels || plan.wanted != Wanted) return false;
  switch (plan.vectors) {
    case 1:
      CountUnrolled<1, Levels, Wanted>(job, plan, mask, result);
      return true;
    case 2:
      CountUnrolled<2, Levels, Wanted>(job, plan, mask, result);
      return true;
    case 4:
      CountUnrolled<4, Levels, Wanted>(job, plan, mask, result);
      return true;
    case 8:
      CountUnrolled<8, Levels, Wanted>(job, plan, mask, result);
      return true;
    default:
      return false;
  }
}

// Whether one pass counts both directions of a pair: every row and every position is a template.
bool CountsColumns(const Rule& rule, std::size_t n_y) {
  const bool unrolled = rule.lengths == std::vector{1, 2} || rule.lengths == std::vector{2, 3};
  return kCountsColumns && unrolled && rule.tau == 1 && rule.per_template && rule.templates == TemplateRule::all &&
         RowVectors(n_y) <= kMostUnrolledVectors;
}

bool CountUnrolledRows(const RowJob& job, const RowPlan& plan, const std::uint64_t* mask, RowResult& result) {
  return job.rule->tau == 1 &&
         (CountUnrolledFor<2, 0b10>(job, plan, mask, result) || CountUnrolledFor<2, 0b11>(job, plan, mask, result) ||
          CountUnrolledFor<3, 0b110>(job, plan, mask, result));
}

#else

bool CountsColumns(const Rule&, std::size_t) {
  return false;
}

bool CountUnrolledRows(const RowJob&, const RowPlan&, const std::uint64_t*, RowResult&) {
  return false;
}

#endif  // HWY_TARGET != HWY_SCALAR

// Partners counted at the shorter lengths: all (bits beyond the series are never set), or the common templates.
void FillMask(const RowJob& job, std::uint64_t* mask) {
  const std::size_t words = RowWords(job.n_y), vectors = RowVectors(job.n_y);
  if (job.rule->templates == TemplateRule::all) {
    std::fill_n(mask, words, ~std::uint64_t{0});
    return;
  }
  const std::size_t templates = template_count(*job.rule, job.n_y, job.rule->lengths.back());
  for (std::size_t j = 0; j < templates; ++j) {
    if (!job.of_y->contains(j)) continue;
    const BitPlace place(j, vectors);
    mask[place.word] |= place.bit;
  }
}

RowResult CountRows(const RowJob& job) {
  const RowPlan plan(job);
  RowResult result{std::vector<std::uint64_t>(job.rule->lengths.size()),
                   std::vector<bool>(job.rule->lengths.size(), true)};
  std::uint64_t* mask = job.state + static_cast<std::size_t>(plan.longest - 1) *
                                        static_cast<std::size_t>(job.rule->tau) * RowWords(job.n_y);
  FillMask(job, mask);
  const bool unrolled = CountUnrolledRows(job, plan, mask, result);
  if (unrolled && plan.run_sizes) CountRunSizes(job.runs, plan.counts[0]);
  if (!unrolled) CountAnyRows(job, mask);
  return result;
}

// Sum of n counts; widened into `destination` unless it is null.
std::uint64_t SumCounts(const std::uint16_t* counts, std::size_t n, std::uint32_t* destination) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::uint16_t, decltype(d)> d16;
  std::size_t i = 0;
  auto sum = hn::Zero(d);
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto wide = hn::PromoteTo(d, hn::LoadU(d16, counts + i));
    if (destination != nullptr) hn::StoreU(wide, d, destination + i);
    sum = hn::Add(sum, wide);
  }
  // Fewer than 2^16 counts below 2^16 over at least two lanes: no lane overflows, though their sum may.
  HWY_ALIGN std::uint32_t lanes[16];
  hn::Store(sum, d, lanes);
  std::uint64_t total = 0;
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) total += lanes[lane];
  for (; i < n; ++i) {
    if (destination != nullptr) destination[i] = counts[i];
    total += counts[i];
  }
  return total;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
