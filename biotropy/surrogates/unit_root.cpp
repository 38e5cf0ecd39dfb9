// SPDX-License-Identifier: Apache-2.0
//
// The octant of the angle is found in integers. Within it the Taylor polynomials of sine and cosine are evaluated by
// additions and multiplications alone, which IEEE 754 defines to the last bit.
#include "biotropy/surrogates/unit_root.hpp"

#include <array>
#include <cstddef>

namespace biotropy::surrogates {

namespace {

constexpr double kQuarterPi = 0.78539816339744830962;
constexpr std::size_t kTerms = 9;

// Coefficients of powers of -x^2: 1 / first!, 1 / (first + 2)!, ...
constexpr std::array<double, kTerms> inverse_factorials(int first) {
  std::array<double, kTerms> coefficients{};
  double factorial = 1.0;
  int number = 0;
  for (std::size_t term = 0; term < kTerms; ++term) {
    const int wanted = first + 2 * static_cast<int>(term);
    while (number < wanted) factorial *= ++number;
    coefficients[term] = 1.0 / factorial;
  }
  return coefficients;
}

// The terms after the first: alternating signs, from the last one on.
double tail(const std::array<double, kTerms>& coefficients, double square) {
  double sum = 0.0;
  for (std::size_t term = kTerms; term-- > 0;) sum = coefficients[term] - square * sum;
  return sum;
}

}  // namespace

std::complex<double> unit_root(std::uint64_t k, std::uint64_t n) {
  static constexpr auto kSine = inverse_factorials(3), kCosine = inverse_factorials(4);
  const std::uint64_t eighths = 8 * (k % n), octant = eighths / n, rest = eighths % n;
  const std::uint64_t from_axis = octant % 2 == 0 ? rest : n - rest;
  const double x = kQuarterPi * (static_cast<double>(from_axis) / static_cast<double>(n));
  const double square = x * x;
  const double s = x - x * (square * tail(kSine, square));
  const double c = 1.0 - (0.5 * square - square * square * tail(kCosine, square));
  switch (octant) {
    case 0:
      return {c, s};
    case 1:
      return {s, c};
    case 2:
      return {-s, c};
    case 3:
      return {-c, s};
    case 4:
      return {-c, -s};
    case 5:
      return {-s, -c};
    case 6:
      return {s, -c};
    default:
      return {c, -s};
  }
}

}  // namespace biotropy::surrogates
