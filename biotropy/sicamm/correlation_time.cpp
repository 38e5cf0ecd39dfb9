// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/correlation_time.hpp"

#include <algorithm>
#include <cmath>

#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// One recording: standardised samples of the class, 0 elsewhere.
using Rows = std::vector<double>;

std::vector<Rows> standardised(std::span<const Labelled> recordings, std::size_t channels,
                               std::span<const Place> places) {
  const auto m = static_cast<Index>(channels), n = static_cast<Index>(places.size());
  const std::vector<double> all = gather(recordings, channels, places);
  const Eigen::Map<const Matrix> x(all.data(), m, n);
  const Vector mean = x.rowwise().mean();
  const Vector spread = ((x.colwise() - mean).array().square().rowwise().sum() / static_cast<double>(n)).sqrt();
  std::vector<Rows> result;
  for (const Labelled& one : recordings) result.emplace_back(one.samples.size(), 0.0);
  for (Index i = 0; i < n; ++i) {
    const auto& [recording, sample] = places[static_cast<std::size_t>(i)];
    for (Index c = 0; c < m; ++c) {
      if (!(spread(c) > 0.0)) continue;
      result[recording][sample * channels + static_cast<std::size_t>(c)] = (x(c, i) - mean(c)) / spread(c);
    }
  }
  return result;
}

// Sum of products of all samples `lag` apart.
double products(const std::vector<Rows>& recordings, std::size_t offset) {
  double sum = 0.0;
  for (const Rows& rows : recordings) {
    if (rows.size() <= offset) continue;
    const auto count = static_cast<Index>(rows.size() - offset);
    sum += Eigen::Map<const Vector>(rows.data(), count).dot(Eigen::Map<const Vector>(rows.data() + offset, count));
  }
  return sum;
}

}  // namespace

double correlation_time(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which) {
  constexpr double window = 5.0;            // in tau
  constexpr std::size_t steps_in_lag = 16;  // spacing of lags: 1/16 of the lag, at least 1
  const std::vector<Place> places = finite_samples_of(recordings, channels, which);
  if (places.size() < 2) return 1.0;
  const std::vector<Rows> rows = standardised(recordings, channels, places);
  std::size_t longest = 0;
  for (const Labelled& one : recordings) longest = std::max(longest, one.labels.size());
  const double whole = products(rows, 0);
  if (!(whole > 0.0)) return 1.0;
  double tau = 1.0, before = 1.0;
  for (std::size_t lag = 1, from = 0; lag < longest; from = lag, lag += std::max<std::size_t>(1, lag / steps_in_lag)) {
    const double rho = products(rows, lag * channels) / whole;
    const auto gap = static_cast<double>(lag - from);
    // Adds all lags after `from` up to this one, with rho interpolated linearly.
    tau += 2.0 * (gap * 0.5 * (before + rho) + 0.5 * (rho - before));
    before = rho;
    if (static_cast<double>(lag) >= window * tau) break;
  }
  return std::max(1.0, tau);
}

}  // namespace biotropy::sicamm
