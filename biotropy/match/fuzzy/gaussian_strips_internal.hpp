// SPDX-License-Identifier: Apache-2.0
//
// Sums of exp(-d^2) over pairs of points of two series in a plane.
//
// Three coordinates X, Y, Z of templates without their mean have the sum 0, and so have those of the difference of two
// templates: one of the three signs differs from the others, and that coordinate is the largest, the distance d. So the
// pairs whose distance is that in X are those in the same order by Y as by Z. Of two samples with their mean, the first
// is the distance of the pairs in the same order by x + y as by x - y, the second that of the others. Equal coordinates
// are ordered by number, in Z backwards, so that each pair belongs to one coordinate.
//
// One series, with its points cut by each order into strips of equally many, becomes a table: for each pair of strips
// in two orders the points in smaller strips of both, and in larger ones, spread over a grid
// (gaussian_grid_internal.hpp). The points of the other series are multiplied with it, whatever their order, so one
// table serves all partners. Pairs in the same strip of an order, and in no two other orders the same way round, are
// summed pair by pair.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/match/fuzzy/gaussian_points_internal.hpp"

namespace biotropy::match {

/// Sum over the pairs of two points; NaN if these are spread so widely that a sum pair by pair is faster.
double sum_with_itself(const GaussianPoints& points, const CancelFlag* cancel);

/// Sums over the pairs with the points of each partner, or NaN. None depends on other partners.
std::vector<double> sums_with_partners(const GaussianPoints& points, std::span<const GaussianPoints* const> partners,
                                       const CancelFlag* cancel);

// Sums of exp(-d^2) over the pairs of points in a plane that are in the same strip of an order, pair by pair.

/// A product of two differences of strips is above the powers of 2 that matter.
constexpr double kStripStep = 32.0;

/// Points of one series near each other, in places of two coordinates in units of the Gaussian.
struct GaussianRun {
  const double *first, *second;               ///< coordinates
  const double *strip_of_one, *strip_of_two;  ///< in two other orders, times kStripStep
  std::size_t size;                           ///< a multiple of eight
};

/// Points of another series that are compared with a run.
struct GaussianRows {
  const std::uint32_t* points;
  std::size_t begin, end;
  const double *first, *second;  ///< by point
  const std::uint16_t *strip_of_one, *strip_of_two;
};

/// Which pairs are taken, by the differences of their strips.
enum class NearPairs { not_in_same_order, of_two_and_not_in_same_order, in_opposite_order };

/// Sum of exp(-d^2) of pairs of a row and a point of the run, pair by pair, for d the largest difference in the
/// coordinates and, with a third, in the sum of both. With `later` the rows are the run, and each pair is taken once.
double sum_of_near(const GaussianRun& run, const GaussianRows& rows, NearPairs pairs, bool third, bool later);

}  // namespace biotropy::match
