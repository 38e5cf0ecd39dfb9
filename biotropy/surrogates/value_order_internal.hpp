// SPDX-License-Identifier: Apache-2.0
//
// The order of the samples of a series by value, again and again for series of the same length. Samples go into as many
// equal intervals as there are samples, in which few have to be compared. Where a series has nearly the order of the
// one before, few samples move.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace biotropy::surrogates {

/// One object for each thread: it has memory of its own.
class ValueOrder {
 public:
  using Item = std::pair<double, std::uint32_t>;  // a value and its position

  /// @param x finite values. Returns them with their positions, by value, equal ones by position; until the next call.
  std::span<const Item> of(std::span<const double> x);

 private:
  bool reorder(std::span<const double> x);
  void distribute(std::span<const double> x, double least, double scale);
  void sort_crowded();
  void insert();

  std::vector<Item> items_;
  std::vector<std::uint32_t> intervals_;  // of each sample
  std::vector<std::uint32_t> ends_;       // of each interval, among the items
};

}  // namespace biotropy::surrogates
