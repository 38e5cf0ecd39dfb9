// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/distorted.hpp"

#include <cmath>

#include "biotropy/series/normalise.hpp"

namespace biotropy::surrogates {

namespace {

constexpr double kMostSkewness = 1.5, kMostExcess = 4.0, kMostAutocorrelation = 0.3;

}  // namespace

bool distorts_iaaft(series::Samples x) {
  const series::Moments of = series::moments(x, 0);
  double cubes = 0.0, fourths = 0.0, products = 0.0, previous = 0.0;
  for (const double value : x) {
    const double score = (value - of.mean) / of.sd, square = score * score;
    cubes += score * square;
    fourths += square * square;
    products += previous * score;
    previous = score;
  }
  const auto n = static_cast<double>(x.size());
  const bool heavy = std::abs(cubes / n) > kMostSkewness || fourths / n - 3.0 > kMostExcess;
  return heavy && products / n > kMostAutocorrelation;
}

}  // namespace biotropy::surrogates
