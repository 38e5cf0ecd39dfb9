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

#include "biotropy/match/fuzzy/fuzzy.hpp"
#include "biotropy/match/fuzzy/fuzzy_templates_internal.hpp"

namespace biotropy::match {

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
