// SPDX-License-Identifier: Apache-2.0
//
// One sum of membership: two sets of templates and, for every row of the first, the window of the second that counts.
// Templates are sorted by their first coordinate, so those further away than a cut-off are outside a window. The
// cut-off is proven for each sum: the pairs of nearest neighbours in that order give a lower bound of it, and all pairs
// beyond the cut-off together stay below 2^-60 of the bound. A series compared with itself is summed over one half of
// its pairs. Work is done in blocks of rows whose sums are added in their order, so neither threads nor devices change
// the result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/fuzzy/fuzzy.hpp"
#include "biotropy/match/fuzzy/fuzzy_rows_internal.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

// Templates of one series at one length, for the fuzzy sums: those without a missing sample, without their local mean
// if it is removed, one array per coordinate, sorted by the first coordinate so that similar templates are neighbours.

class FuzzyTemplates {
 public:
  /// @param length a length of the rule.
  FuzzyTemplates(Samples samples, const Rule& rule, const TemplateSet& set, int length, bool remove_local_mean);

  std::size_t size() const { return size_; }
  FuzzyPlaces places() const { return {pointers_, times_.data()}; }
  std::span<const double> coordinate(std::size_t k) const { return std::span(coordinates_[k]).first(size_); }
  std::span<const double> times() const { return std::span(times_).first(size_); }

 private:
  std::size_t size_ = 0;
  std::vector<AlignedVector<double>> coordinates_;
  std::vector<const double*> pointers_;
  AlignedVector<double> times_;
};

class FuzzyTask {
 public:
  static constexpr std::size_t kRowsPerBlock = 64;

  /// The templates must outlive it. Exchanging them changes nothing.
  FuzzyTask(const FuzzyTemplates& x, const FuzzyTemplates& y, const FuzzyQuery& fuzzy, const CancelFlag* cancel);

  const FuzzyTemplates& x() const { return *x_; }
  const FuzzyTemplates& y() const { return *y_; }
  std::span<const std::uint32_t> begins() const { return begins_; }
  std::span<const std::uint32_t> ends() const { return ends_; }
  std::size_t blocks() const { return (begins_.size() + kRowsPerBlock - 1) / kRowsPerBlock; }

  /// Sum of one block of rows, on the processor.
  double block_sum(std::size_t block) const;

  /// Sums of all blocks, on the processor.
  std::vector<double> block_sums(const CancelFlag* cancel) const;

  /// Total of the sums of all blocks.
  FuzzySum result(std::span<const double> block_sums) const;

 private:
  std::int64_t excluded_time() const;
  void take_half(double distance);
  void take_all(double distance);
  void take_half_of_neighbours();
  void take_neighbours();
  void set(std::size_t row, std::size_t begin, std::size_t end);
  bool is_half() const { return x_ == y_; }

  const FuzzyTemplates* x_;
  const FuzzyTemplates* y_;
  const FuzzyQuery& fuzzy_;
  std::uint64_t pairs_ = 0;
  std::vector<std::uint32_t> begins_, ends_;
};

}  // namespace biotropy::match
