// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/lattice_sweep.hpp"

#include <algorithm>
#include <vector>

#include "biotropy/match/aligned.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/lattice_sweep.cpp"
#include <hwy/foreach_target.h>
// Highway's own order: highway.h after foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_SECOND_GROUP
#define BIOTROPY_MATCH_SECOND_GROUP

namespace biotropy::match {

// Merged templates of x that share the first two codes.
struct SecondGroup {
  std::size_t begin, end;  // positions of those that have a third sample
  PlaceRun rows;           // second codes of y that match
  std::uint32_t multiplicity;
  std::uint32_t columns_begin, columns_end;  // around their third codes
};

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Counts32 = hn::CappedTag<std::uint32_t, 16>;
// Columns are kept in blocks of so many, each block row after row: the rows that are summed for a column then follow
// one another in memory, and a block holds whole vectors of every instruction set.
constexpr std::uint32_t kBlockColumns = 16;

class Sweep {
 public:
  explicit Sweep(const SweepJob& job)
      : job_(job),
        rows_(job.of_y->none()),
        columns_((job.of_x->none() + kBlockColumns) / kBlockColumns * kBlockColumns),
        seconds_(columns_) {
    if (job.longest < 3) return;
    table_.resize(rows_ * columns_);
    sums_.resize(columns_);
  }

  std::array<std::uint64_t, kLongestCodedTemplate> Run() {
    for (std::uint32_t first = job_.first_code; first < job_.last_code; ++first) {
      const auto group = job_.of_x->group(first);
      if (group.begin == group.end) continue;
      if (job_.cancel != nullptr) job_.cancel->check();
      MoveWindow(job_.matches_of_x[first]);
      CountGroup(first, group);
    }
    return totals_;
  }

 private:
  void MoveWindow(PlaceRun window) {
    const std::uint32_t leaving = std::min(window.begin, window_.end);
    for (std::uint32_t first = window_.begin; first < leaving; ++first) ChangeGroup(first, ~0U);
    for (std::uint32_t first = std::max(window_.end, window.begin); first < window.end; ++first) ChangeGroup(first, 1);
    window_ = {window.begin, std::max(window.end, window.begin)};
  }

  // Templates of y with the first code enter (sign 1) or leave (sign -1 modulo 2^32).
  void ChangeGroup(std::uint32_t first, std::uint32_t sign) {
    const MergedTemplates& of_y = *job_.of_y;
    const auto [begin, end] = of_y.group(first);
    for (std::size_t position = begin; position < end;) {
      const std::uint32_t second = of_y[position].second();
      std::uint32_t of_second = 0;
      for (; position < end && of_y[position].second() == second; ++position) {
        const std::uint32_t change = sign * of_y[position].payload();
        of_second += change;
        if (of_y[position].third() == of_y.none()) continue;
        AddToRun(table_.data(), rows_, second, of_y[position].third(), change);
      }
      firsts_ += of_second;
      if (second != of_y.none()) AddToRun(seconds_.data(), 1, 0, second, of_second);
    }
  }

  // Where the cell stands in a table of so many rows.
  static HWY_INLINE std::size_t Place(std::size_t rows, std::size_t row, std::uint32_t column) {
    return (column / kBlockColumns * rows + row) * kBlockColumns + column % kBlockColumns;
  }

  // Adds to the cells of a row for all codes of x that match the code of y. Vectors are aligned, so that a cell is read
  // from the store that wrote it however soon that follows.
  HWY_INLINE void AddToRun(std::uint32_t* table, std::size_t rows, std::size_t row, std::uint32_t code_of_y,
                           std::uint32_t change) {
    const Counts32 d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const PlaceRun run = job_.matches_of_y[code_of_y];
    const auto width = hn::Set(d, run.end - run.begin), more = hn::Set(d, change), step = hn::Set(d, lanes);
    std::uint32_t column = run.begin / lanes * lanes;
    // Behind the begin of the run. Compilers make Iota from anything but a constant one lane after the other.
    auto behind = hn::Add(hn::Iota(d, 0), hn::Set(d, column - run.begin));
    for (; column < run.end; column += lanes, behind = hn::Add(behind, step)) {
      const auto inside = hn::Lt(behind, width);
      std::uint32_t* const cells = table + Place(rows, row, column);
      hn::Store(hn::Add(hn::Load(d, cells), hn::IfThenElseZero(inside, more)), d, cells);
    }
  }

  void CountGroup(std::uint32_t first, MergedTemplates::Group group) {
    if (job_.found[0] != nullptr) job_.found[0][first] = firsts_;
    for (std::size_t position = group.begin; position < group.end; ++position) {
      totals_[0] += std::uint64_t{firsts_} * (*job_.of_x)[position].payload();
    }
    if (job_.longest < 2) return;
    SplitGroup(group);
    for (const SecondGroup& second : split_) {
      const std::uint32_t matching = seconds_[(*job_.of_x)[second.begin].second()];
      totals_[1] += std::uint64_t{matching} * second.multiplicity;
    }
    if (job_.found[1] != nullptr) {
      for (std::size_t position = group.begin; position < group.end; ++position) {
        const std::uint32_t second = (*job_.of_x)[position].second();
        job_.found[1][position] = second == job_.of_x->none() ? 0 : seconds_[second];
      }
    }
    if (job_.longest < 3) return;
    if (job_.found[2] != nullptr) std::fill(job_.found[2] + group.begin, job_.found[2] + group.end, 0);
    CountThird();
  }

  void SplitGroup(MergedTemplates::Group group) {
    const MergedTemplates& of_x = *job_.of_x;
    split_.clear();
    for (std::size_t position = group.begin; position < group.end;) {
      const std::uint32_t second = of_x[position].second();
      if (second == of_x.none()) return;  // it is the greatest code
      SecondGroup& part = split_.emplace_back();
      part.begin = part.end = position;
      part.rows = job_.matches_of_x[second];
      part.multiplicity = 0;
      for (; position < group.end && of_x[position].second() == second; ++position) {
        part.multiplicity += of_x[position].payload();
        if (of_x[position].third() != of_x.none()) part.end = position + 1;
      }
      const bool any = part.begin < part.end;
      part.columns_begin = any ? of_x[part.begin].third() : 0;
      part.columns_end = any ? of_x[part.end - 1].third() + 1 : 0;
    }
  }

  // The sums over the matching rows are either moved along from one second code to the next, for the columns of all of
  // them, or made anew for the columns of each: whichever touches fewer cells.
  void CountThird() {
    std::uint32_t columns_begin = columns_, columns_end = 0;
    std::uint64_t anew = 0, rows_moved = 0;
    PlaceRun rows;
    for (const SecondGroup& part : split_) {
      if (part.begin == part.end) continue;
      columns_begin = std::min(columns_begin, part.columns_begin);
      columns_end = std::max(columns_end, part.columns_end);
      anew += std::uint64_t{part.rows.end - part.rows.begin} * Vectors(part.columns_begin, part.columns_end);
      rows_moved += RowsMoved(rows, part.rows);
      rows = part.rows;
    }
    if (columns_begin >= columns_end) return;
    const bool moving = rows_moved * Vectors(columns_begin, columns_end) < anew;
    rows = {};
    for (const SecondGroup& part : split_) {
      if (part.begin == part.end) continue;
      if (!moving) {
        SumRows<true>(part.rows, {}, part.columns_begin, part.columns_end);
      } else if (Overlapping(rows, part.rows)) {
        SumRows<false>({rows.end, part.rows.end}, {rows.begin, part.rows.begin}, columns_begin, columns_end);
      } else {
        SumRows<true>(part.rows, {}, columns_begin, columns_end);
      }
      rows = part.rows;
      ReadCounts(part);
    }
  }

  static std::uint32_t Vectors(std::uint32_t begin, std::uint32_t end) {
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(Counts32()));
    return (end + lanes - 1) / lanes - begin / lanes;
  }

  // Whether moving on from one window of rows to the next is less work than starting again.
  static bool Overlapping(PlaceRun from, PlaceRun to) {
    return to.begin < from.end && (to.end - from.end) + (to.begin - from.begin) < to.end - to.begin;
  }

  static std::uint64_t RowsMoved(PlaceRun from, PlaceRun to) {
    return Overlapping(from, to) ? (to.end - from.end) + (to.begin - from.begin) : to.end - to.begin;
  }

  // Adds rows that enter to the sums (to nothing if they are made anew) and takes those away that leave.
  template <bool kAnew>
  HWY_INLINE void SumRows(PlaceRun entering, PlaceRun leaving, std::uint32_t columns_begin, std::uint32_t columns_end) {
    const Counts32 d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t column = columns_begin / lanes * lanes; column < columns_end; column += lanes) {
      auto sum = kAnew ? hn::Zero(d) : hn::Load(d, sums_.data() + column);
      const std::uint32_t* cells = table_.data() + Place(rows_, 0, column);
      for (std::size_t row = entering.begin; row < entering.end; ++row) {
        sum = hn::Add(sum, hn::Load(d, cells + row * kBlockColumns));
      }
      for (std::size_t row = leaving.begin; row < leaving.end; ++row) {
        sum = hn::Sub(sum, hn::Load(d, cells + row * kBlockColumns));
      }
      hn::Store(sum, d, sums_.data() + column);
    }
  }

  void ReadCounts(const SecondGroup& part) {
    const MergedTemplates& of_x = *job_.of_x;
    for (std::size_t position = part.begin; position < part.end; ++position) {
      const std::uint32_t matching = sums_[of_x[position].third()];
      totals_[2] += std::uint64_t{matching} * of_x[position].payload();
      if (job_.found[2] != nullptr) job_.found[2][position] = matching;
    }
  }

  const SweepJob& job_;
  std::size_t rows_;
  std::uint32_t columns_;
  PlaceRun window_;                       // first codes of y that match
  std::uint32_t firsts_ = 0;              // templates in the window
  AlignedVector<std::uint32_t> seconds_;  // of these, by code of x: those whose second code matches it
  AlignedVector<std::uint32_t> table_;  // by second code of y and code of x: those whose third code matches the latter
  AlignedVector<std::uint32_t> sums_;   // rows of the table, summed over the second codes that match
  std::vector<SecondGroup> split_;
  std::array<std::uint64_t, kLongestCodedTemplate> totals_{};
};

std::array<std::uint64_t, kLongestCodedTemplate> SweepLattice(const SweepJob& job) {
  return Sweep(job).Run();
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(SweepLattice);

std::array<std::uint64_t, kLongestCodedTemplate> sweep_lattice(const SweepJob& job) {
  return HWY_DYNAMIC_DISPATCH(SweepLattice)(job);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
