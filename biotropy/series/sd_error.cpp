// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/sd_error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "biotropy/series/normalise.hpp"

namespace biotropy::series {

namespace {

// Squared deviations in units of the variance, less their mean of 1; 0 for a missing sample.
std::vector<double> squared_deviations(Samples samples, const Moments& of) {
  std::vector<double> squares;
  for (const double sample : samples) {
    const double deviation = (sample - of.mean - of.mean_rest) / of.sd;
    squares.push_back(std::isnan(sample) ? 0.0 : deviation * deviation - 1.0);
  }
  return squares;
}

// Means of neighbours where there are more than so many: the mean of all has the same error, and lags are fewer.
std::vector<double> shortened(const std::vector<double>& values) {
  constexpr std::size_t most = std::size_t{1} << 15;
  const std::size_t block = (values.size() + most - 1) / most;
  if (block <= 1) return values;
  std::vector<double> means;
  for (std::size_t begin = 0; begin + block <= values.size(); begin += block) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
    means.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(block), 0.0) /
                    static_cast<double>(block));
  }
  return means;
}

}  // namespace

double log_sd_error(Samples samples) {
  const Moments of = moments(samples, 0);
  if (of.sd == 0.0) return 0.0;
  const std::vector<double> squares = shortened(squared_deviations(samples, of));
  // As many as are present, of these means.
  const double n =
      static_cast<double>(of.n) * static_cast<double>(squares.size()) / static_cast<double>(samples.size());
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
