// SPDX-License-Identifier: Apache-2.0
//
// Sums of exp(-(a - b)^2) over pairs of points without looking at every pair. By the trapezoidal rule
//
//   exp(-(a - b)^2) = 2 h / sqrt(pi) sum_g exp(-2 (a - g h)^2) exp(-2 (b - g h)^2)
//
// over a grid of step h, with a relative error of 2 exp(-(pi / (2 h))^2). So points are spread over a grid, and the sum
// of all pairs of a point with those on the grid is a product of the grid with the spread of that point. A spread
// takes 40 points of the grid, five groups of eight around the group of the point: it is the product of a table with
// eight numbers of the point and powers of one more. No term is negative, so no digits cancel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"

namespace biotropy::match {

/// Points of the grid in a group.
constexpr std::size_t kGroupPoints = 8;
/// Groups of a spread on each side of the group of the point.
constexpr std::size_t kGroupsBeside = 2;
/// Points of a leaf.
constexpr std::size_t kMostLeafPoints = 32;

/// Spreads of points over one grid.
class GaussianSpreads {
 public:
  /// @param step of the grid.
  /// @param groups group of every point, from 0.
  /// @param offsets of every point from the middle of its group, in steps, from -4 to 4.
  GaussianSpreads(double step, std::vector<std::uint32_t> groups, std::vector<double> offsets);

  std::size_t size() const { return groups_.size(); }
  const std::uint32_t* groups() const { return groups_.data(); }
  const double* centres() const { return centres_.data(); }  ///< eight for each point
  const double* factors() const { return factors_.data(); }  ///< to the next group, and to the one before
  const double* table() const { return table_.data(); }      ///< by the 40 points of a spread

  /// Factor of a sum of products of spreads.
  double scale() const { return scale_; }

 private:
  double scale_;
  std::vector<std::uint32_t> groups_;
  AlignedVector<double> centres_, factors_, table_;
};

/// Points in the order in which they are taken: some are put on a grid, others multiplied with what is on it. Points
/// have one of two colours, each with a grid of its own.
struct GaussianWalk {
  const GaussianSpreads* spreads = nullptr;
  std::span<const std::uint32_t> points;
  /// Points without this bit in their number are put on the grid, those with it are multiplied. If 0, every point is
  /// multiplied before it is put on the grid.
  std::uint32_t bit = 0;
  /// By point, 0 or 1: it is multiplied with points of the other colour; with all if null.
  const std::uint8_t* colours = nullptr;
};

/// Sum of the products, without scale(). `grids` is memory for reuse.
double sum_products(const GaussianWalk& walk, AlignedVector<double>& grids);

/// Few points in the order in which they are taken: pairs of an earlier point and a later one of higher number.
struct GaussianLeaf {
  std::span<const std::uint32_t> points;  ///< at most kMostLeafPoints
  const double* positions = nullptr;      ///< by point
  double unit = 0.0;                      ///< of the positions
  const std::uint8_t* colours = nullptr;  ///< as above
};

/// Sum of exp(-(a - b)^2), pair by pair.
double sum_leaf(const GaussianLeaf& leaf);

}  // namespace biotropy::match
