// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/sd_error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "biotropy/series/normalise.hpp"

namespace biotropy::series {

namespace {

// Squared deviations in units of the variance, less their mean of 1; 0 for a missing sample.
std::vector<double> squared_deviations(Samples samples, const Moments& of) {
  std::vector<double> squares;
  for (const double sample : samples) {
    const double deviation = (sample - of.mean) / of.sd;
    squares.push_back(std::isnan(sample) ? 0.0 : deviation * deviation - 1.0);
  }
  return squares;
}

}  // namespace

double log_sd_error(Samples samples) {
  const Moments of = moments(samples, 0);
  if (of.sd == 0.0) return 0.0;
  const std::vector<double> squares = squared_deviations(samples, of);
  const auto n = static_cast<double>(of.n);
  const auto covariance = [&](std::size_t lag) {
    double sum = 0.0;
    for (std::size_t t = lag; t < squares.size(); ++t) sum += squares[t - lag] * squares[t];
    return sum / n;
  };
  double of_lags = 0.0;  // from 0 on; all lags of both signs have twice that, but 0 only once
  for (std::size_t lag = 0; 2 * lag < squares.size(); lag += 2) {
    const double pair = covariance(lag) + covariance(lag + 1);
    if (pair <= 0.0) break;
    of_lags += pair;
  }
  const double variance_of_mean = std::max(2.0 * of_lags - covariance(0), 0.0) / n;
  return 0.5 * std::sqrt(variance_of_mean);
}

}  // namespace biotropy::series
