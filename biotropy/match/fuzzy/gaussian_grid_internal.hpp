// SPDX-License-Identifier: Apache-2.0
//
// Sums of exp(-(a - b)^2) over pairs of points without looking at every pair. By the trapezoidal rule
//
//   exp(-(a - b)^2) = 2 h / sqrt(pi) sum_g exp(-2 (a - g h)^2) exp(-2 (b - g h)^2)
//
// over a grid of step h, with a relative error of 2 exp(-(pi / (2 h))^2). So points are spread over a grid, and the sum
// of all pairs of a point with those on the grid is a product of the grid with the spread of that point. The grid is
// the same for all series. A spread takes 40 points of it, five groups of eight around the group of the point: it is
// the product of a table with eight numbers of the point and a power of one more. No term is negative, so no digits
// cancel.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "biotropy/aligned.hpp"

namespace biotropy::match {

/// Points of the grid in a group.
constexpr std::size_t kGroupPoints = 8;
/// Groups of a spread on each side of the group of the point.
constexpr std::int64_t kGroupsBeside = 2;
constexpr std::size_t kSpreadGroups = 2 * kGroupsBeside + 1;

/// Spreads of points in increasing order.
class GaussianSpreads {
 public:
  /// @param places integers in increasing order.
  /// @param unit of the places.
  /// @param step of the grid, in units: an integer.
  GaussianSpreads(std::span<const double> places, double unit, double step);

  std::size_t size() const { return size_; }
  std::int64_t first_group() const { return first_group_; }
  std::int64_t end_of_groups() const { return first_group_ + static_cast<std::int64_t>(begins_.size()) - 1; }
  /// Points of a group, which may lie outside.
  std::pair<std::size_t, std::size_t> points_of(std::int64_t group) const;

  const double* centres() const { return centres_.data(); }                              ///< eight for each point
  const double* factors(std::size_t k) const { return factors_.data() + k * stride(); }  ///< by group
  std::size_t stride() const { return size_ + kGroupPoints; }                            ///< of the factors
  const double* table() const { return table_.data(); }  ///< by the 40 points of a spread
  double scale() const { return scale_; }                ///< factor of a sum of products of spreads

 private:
  std::size_t size_ = 0;
  std::int64_t first_group_ = 0;
  std::vector<std::uint32_t> begins_;  // by group
  AlignedVector<double> centres_, factors_, table_;
  double scale_ = 0.0;
};

/// A grid of one group for every cell, to which the points of some cells are added.
class CellGrid {
 public:
  /// @param carried what additions round off is kept for the next ones; needed for more than some thousand points.
  CellGrid(std::size_t cells, bool carried)
      : sums_(cells * kGroupPoints), carries_(carried ? cells * kGroupPoints : 0) {}

  /// Adds what spreads leave in a group of the grid. @param cells of the points, from `first` on; all there if null.
  void add(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells, std::size_t first = 0);
  /// Takes away what was added, without a carry.
  void clear(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells);

  std::span<const double> sums() const { return sums_; }

 private:
  AlignedVector<double> sums_, carries_;
};

/// Sums of cells in the groups of the grid that a spread reaches; null without any.
using CellTables = std::array<const double*, kSpreadGroups>;

/// Products of the spreads of the points of a group with the sums of their cells.
double sum_of_products(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells,
                       const CellTables& sums);

/// Sums of cells (row, column), row by row, over all cells with a smaller row and a smaller column than each, and over
/// those with a larger row and a larger column.
void sum_in_same_order(std::size_t strips, std::span<const double> cells, UnfilledVector<double>& sums);

/// Products of the spreads of one series over its pairs with a smaller row and column.
class GaussianSweep {
 public:
  /// @param spreads have to outlive it. @param cells of the points, row by row.
  GaussianSweep(const GaussianSpreads& spreads, std::span<const std::uint32_t> cells, std::size_t strips);

  /// Sum in one group of the grid.
  double sum(std::int64_t group) const;

 private:
  const GaussianSpreads& spreads_;
  std::size_t strips_;
  std::vector<std::uint32_t> points_, columns_, begins_;  // by group, row by row
};

}  // namespace biotropy::match
