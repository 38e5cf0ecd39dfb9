// SPDX-License-Identifier: Apache-2.0
//
// Bit rows of one series y in rank space. P[k] is the bit set of the time positions of the k smallest samples of y, so
// the positions that match a sample x are P[end] xor P[begin], where [begin, end) is the run of x in the sorted y.
// With M_1(i) that row for sample i of x and shift() a move by tau positions,
//
//     M_L(i) = M_1(i) and shift(M_{L-1}(i + tau))
//
// holds the positions where templates of length L match, and its population count is the count. Walking i downwards
// needs each row once, whatever the lengths.
//
// The matches of (y, x) are the transpose of those of (x, y): the counts of the pair in the other direction are the
// sums of the same rows by column (column_counts-inl.hpp).
//
// Layout: a row is Z vectors of E 64-bit lanes; position j is bit (j div Z) div E of lane (j div Z) mod E of vector
// j mod Z. A shift by one position then renames the vectors, and only the one that wraps around is rotated by a lane.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/tally.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

/// Samples of y that match one sample of x: positions begin (lower 16 bits) to end (upper 16) of the sorted y.
using Run = std::uint32_t;

inline std::uint32_t run_begin(Run run) {
  return run & 0xffffU;
}
inline std::uint32_t run_end(Run run) {
  return run >> 16;
}

/// Partner series whose runs are found together: a rank word of each of them lies side by side, so that one load and a
/// few vector instructions answer a rank query for all.
constexpr std::size_t kPartners = 4;

class PartnerRanks {
 public:
  /// @param partner below kPartners; those that are not set have runs without a meaning.
  void set(std::size_t partner, const CommonOrder& order, std::size_t series);

  /// Translates the common order's runs of a series x into runs of every partner.
  void find_runs(std::span<const PlaceCode> begins, std::span<const PlaceCode> ends);

  /// Runs of the samples of x in time order, and empty ones up to a whole block of rows.
  std::span<const Run> runs(std::size_t partner) const { return std::span(runs_).subspan(partner * stride_, stride_); }

 private:
  std::vector<std::uint64_t> of_one_;
  AlignedVector<std::uint64_t> words_;
  std::vector<Run> runs_;
  std::size_t stride_ = 0;
};

/// Bytes of the table P for a series of n samples.
double table_bytes(std::size_t n);

/// True if BitRows can count a pair of series of up to n samples both ways in one pass under the rule.
bool counts_both_ways(const Rule& rule, std::size_t n);

class BitRows {
 public:
  /// Builds the table P of a series of n_y samples (fewer than 2^16) from its time positions sorted by value.
  void build(std::span<const std::uint32_t> sorted_times, std::size_t n_y);

  /// Counts all pairs of the rule (ignoring its Theiler window) for a series x of n_x samples with the given runs.
  /// @param other_way receives the counts of the templates of y in x, unless it is null.
  void count(std::span<const Run> runs, std::size_t n_x, const TemplateSet& of_x, const TemplateSet& of_y,
             const Rule& rule, Tally& tally, Tally* other_way = nullptr);

 private:
  AlignedVector<std::uint64_t> table_;
  AlignedVector<std::uint64_t> state_;  // M_1 ... M_{L-1} of the last tau rows
  AlignedVector<std::uint64_t> planes_;
  std::vector<std::uint16_t> counts_, column_counts_;
  std::size_t n_y_ = 0;
};

}  // namespace biotropy::match
