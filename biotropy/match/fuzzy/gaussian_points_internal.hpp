// SPDX-License-Identifier: Apache-2.0
//
// Templates of one series as points on a line or in a plane, in integer coordinates (samples are rounded to 2^-50 of
// the largest). Without their mean, three coordinates X, Y, Z have the sum 0, without rounding.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "biotropy/match/fuzzy/fuzzy.hpp"
#include "biotropy/match/fuzzy/gaussian_grid_internal.hpp"

namespace biotropy::match {

using Column = std::vector<double>;
using Order = std::vector<std::uint32_t>;

/// Where the samples lie that become integers: less the offset they are below 2^(exponent + 1) in units of the
/// Gaussian.
struct GaussianFrame {
  double offset = 0.0;
  int exponent = 0;
  auto operator<=>(const GaussianFrame&) const = default;
};

class GaussianPoints {
 public:
  /// @param factor the membership is exp(-(factor d)^2).
  GaussianPoints(Samples samples, const Rule& rule, int length, bool remove_local_mean, const GaussianFrame& frame,
                 double factor);

  std::size_t size() const { return columns_.front().size(); }
  bool in_hexagon() const { return in_hexagon_; }

  /// A constant series, a ramp without its means, single samples without theirs: every membership is 1.
  bool coincides_with(const GaussianPoints& other) const;

  /// On a line: the sum of the spreads, from group first_group() - kGroupsBeside on.
  std::span<const double> grid() const { return grid_; }
  std::int64_t first_group() const { return first_group_; }
  double scale() const { return scale_; }

  /// In a plane: the points by X, Y and Z, or by the sum and the difference of two samples and by each of them. Equal
  /// ones are in their order, in Z backwards.
  const Order& order(std::size_t k) const { return orders_[k]; }
  const Column& sorted(std::size_t k) const { return sorted_[k]; }
  const GaussianSpreads& spreads(std::size_t k) const { return *spreads_[k]; }

  /// The first two coordinates in units for powers of 2: 2^-(d^2) is exp(-(a - b)^2).
  const Column& place(std::size_t k) const { return places_[k]; }

 private:
  void put_on_line(double unit, double step);
  void put_in_plane(double unit, double step);

  bool in_hexagon_ = false;
  std::vector<Column> columns_;
  AlignedVector<double> grid_;
  std::int64_t first_group_ = 0;
  double scale_ = 0.0;
  std::array<Order, 4> orders_;
  std::array<Column, 4> sorted_;
  std::array<std::unique_ptr<const GaussianSpreads>, 4> spreads_;
  std::array<Column, 2> places_;
};

}  // namespace biotropy::match
