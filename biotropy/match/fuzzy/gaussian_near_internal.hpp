// SPDX-License-Identifier: Apache-2.0
//
// Sums of exp(-d^2) over the pairs of points in a plane that are in the same strip of an order, pair by pair.
#pragma once

#include <cstddef>
#include <cstdint>

namespace biotropy::match {

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
