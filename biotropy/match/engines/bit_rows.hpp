// SPDX-License-Identifier: Apache-2.0
//
// Bit rows of one series y in rank space. The samples of y that match a sample of x are a run [begin, end) of the
// sorted y. From one value of x to the next larger one begin and end only grow, so that all runs that occur follow each
// other: a table has a row for every step, which differs by one sample from the row before, and row begin + end is that
// of the run.
//
// A row has a bit for every template of y, in the order of its *second* sample's value, so that the templates that
// match at the second sample are the bits of one run: a window. For every other sample q of a template there is a table
// of the templates whose sample q is in the run. With the runs of the samples of a template of x,
//
//     table_0[row_0] and table_2[row_2] and ...
//
// holds, within the window, the templates of y that match it, and the population count is the count. For usual
// tolerances a window is a small part of a row, and only it is read.
//
// For templates of three samples and short rows, where wide vectors allow it, one pass over rows in the order of time
// counts both directions of a pair (two_way_rows-inl.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Samples of y that match one sample of x: positions begin (lower 16 bits) to end (upper 16) of the sorted y.
using Run = std::uint32_t;

inline std::uint32_t run_begin(Run run) {
  return run & 0xffffU;
}
inline std::uint32_t run_end(Run run) {
  return run >> 16;
}

/// Matches at a length of the rows that are not counted one by one; those from `first_counted` on are.
struct RowTotal {
  std::uint64_t matches = 0;
  std::size_t first_counted = 0;
};

/// Where a run stands among those of all samples of x, by value: begins and ends only grow from one to the next, so
/// that no two different runs have the same sum.
inline std::size_t row_of(Run run) {
  return run_begin(run) + run_end(run);
}

/// Partner series whose runs are found together: a rank word of each of them lies side by side, so that one load and a
/// few vector instructions answer a rank query for all.
constexpr std::size_t kPartners = 4;

class PartnerRanks {
 public:
  /// @param partner below kPartners; those that are not set have runs without a meaning.
  void set(std::size_t partner, const CommonOrder& order, std::size_t series);

  /// Translates the common order's runs of a series x into runs of every partner.
  /// @param reach samples from the first of a template to its last.
  void find_runs(std::span<const PlaceCode> begins, std::span<const PlaceCode> ends, std::size_t reach);

  /// Runs of the samples of x in time order, and empty ones up to a whole block of rows and the reach of its last.
  std::span<const Run> runs(std::size_t partner) const { return std::span(runs_).subspan(partner * stride_, stride_); }

 private:
  std::vector<std::uint64_t> of_one_;
  AlignedVector<std::uint64_t> words_;
  std::vector<Run> runs_;
  std::size_t stride_ = 0;
};

/// Samples from the first of the rule's longest template to its last.
std::size_t reach_of(const Rule& rule);

/// True if BitRows can count a pair of series of up to n samples both ways in one pass under the rule.
bool counts_both_ways(const Rule& rule, std::size_t n);

/// Bytes of the tables for a series of n samples.
double table_bytes(const Rule& rule, std::size_t n, bool both_ways);

class BitRows {
 public:
  /// Builds the tables of the series y of the order, which has n_y samples (fewer than 2^15).
  /// @param both_ways for both directions of every pair; needs counts_both_ways().
  void build(const CommonOrder& order, std::size_t y, std::size_t n_y, const TemplateSet& of_y, const Rule& rule,
             bool both_ways);

  /// Counts all pairs of the rule (ignoring its Theiler window) for a series x of n_x samples with the given runs.
  void count(std::span<const Run> runs, std::size_t n_x, const TemplateSet& of_x, const Rule& rule);

  /// Of templates in the other series, at each length: matches, and those of each template, if the rule wants them.
  struct Direction {
    std::vector<std::uint64_t> totals;
    std::vector<std::span<const std::uint16_t>> counts;
  };

  /// Of the templates of x in y and, if both ways were counted, of those of y in x: of the last count().
  const Direction& there() const { return there_; }
  const Direction& back() const { return back_; }

 private:
  void sum(std::span<const std::uint16_t> counts, std::size_t n, const Rule& rule, Direction& direction) const;

  UnfilledVector<std::uint8_t> tables_;
  std::vector<std::uint16_t> firsts_;  // templates whose first sample is among the k smallest of y
  std::vector<std::uint16_t> counts_, column_counts_;
  AlignedVector<std::uint64_t> planes_;
  std::vector<RowTotal> row_totals_;
  Direction there_, back_;
  std::size_t n_y_ = 0, row_bytes_ = 0, table_bytes_ = 0;
  bool both_ways_ = false;
};

}  // namespace biotropy::match
