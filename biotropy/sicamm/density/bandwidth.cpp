// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/bandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/binned_density.hpp"

namespace biotropy::sicamm {

namespace {

/// Median absolute deviation of a normal distribution, in standard deviations.
constexpr double kMadOfNormal = 0.6745;
constexpr std::array<double, 6> kFactors = {0.05, 0.1, 0.2, 0.45, 1.0, 2.0};

struct Scale {
  double value;
  ScaleSource source;
};

Scale robust_scale(std::span<const double> points, std::span<const double> weights) {
  const double middle = median(points, weights);
  std::vector<double> deviations(points.size());
  std::transform(points.begin(), points.end(), deviations.begin(), [&](double x) { return std::abs(x - middle); });
  const double mad = median(deviations, weights);
  if (mad > 0.0) return {mad / kMadOfNormal, ScaleSource::mad};
  const auto [low, high] = std::minmax_element(points.begin(), points.end());
  const double range = *high - *low;
  return range > 0.0 ? Scale{range, ScaleSource::range} : Scale{1.0, ScaleSource::none};
}

double effective_size(std::span<const double> points, std::span<const double> weights) {
  if (weights.empty()) return static_cast<double>(points.size());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return sum * sum / std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
}

// Factor of Silverman's bandwidth with the greatest likelihood: the best of a coarse grid, refined between its
// neighbours.
Bandwidth most_likely(Bandwidth start, const std::function<double(double)>& log_likelihood) {
  const double silverman = start.value;
  const auto cost = [&](double log_factor) {
    const double value = log_likelihood(silverman * std::exp(log_factor));
    // Keeps the search finite where the likelihood is 0.
    return std::isfinite(value) ? -value : std::numeric_limits<double>::max();
  };
  std::array<double, kFactors.size()> costs;
  std::transform(kFactors.begin(), kFactors.end(), costs.begin(), [&](double f) { return cost(std::log(f)); });
  const auto best = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
  const double low = std::log(kFactors[best > 0 ? best - 1 : 0]);
  const double high = std::log(kFactors[std::min(best + 1, kFactors.size() - 1)]);
  constexpr int bits = 8;  // a precision of one per cent suffices
  std::uintmax_t steps = 12;
  const auto [log_factor, least] = boost::math::tools::brent_find_minima(cost, low, high, bits, steps);
  start.factor = least <= costs[best] ? std::exp(log_factor) : kFactors[best];
  start.value = silverman * start.factor;
  return start;
}

// Mean of ln f at each point, estimated without that point.
double leave_one_out_log_likelihood(std::span<const double> points, std::span<const double> weights, double h) {
  const KernelDensity density(points, weights, h);
  const auto all = density.points();
  const BinnedDensity binned(density);
  const double total = density.total_weight();
  double sum = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double weight = density.weights().empty() ? 1.0 : density.weights()[i];
    const double with = binned.log_density(all[i]);
    const double own = weight * std::exp(density.log_norm() - with);
    // If the point contributes nearly all of its density, the difference has no significant digits.
    constexpr double nearly_all = 0.999;
    const double without = own < nearly_all ? with + std::log1p(-own) + std::log(total / (total - weight))
                                            : density.log_density_without(i);
    sum += weight * without;
  }
  return sum / total;
}

class BandwidthFolds {
 public:
  BandwidthFolds(std::span<const double> points, std::span<const std::uint32_t> fold) {
    const std::size_t count = std::size_t{1} + *std::max_element(fold.begin(), fold.end());
    inside_.resize(count);
    outside_.resize(count);
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return points[a] < points[b]; });
    for (const std::size_t i : order) {
      for (std::size_t k = 0; k < count; ++k) (fold[i] == k ? inside_ : outside_)[k].push_back(points[i]);
    }
  }

  bool can_validate() const {
    return std::count_if(inside_.begin(), inside_.end(), [](const auto& points) { return !points.empty(); }) >= 2;
  }

  double log_likelihood(double h) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < inside_.size(); ++k) {
      if (inside_[k].empty()) continue;
      const BinnedDensity binned(KernelDensity(outside_[k], {}, h));
      for (const double x : inside_[k]) sum += binned.log_density(x);
    }
    return sum;
  }

 private:
  std::vector<std::vector<double>> inside_, outside_;
};

}  // namespace

double median(std::span<const double> points, std::span<const double> weights) {
  if (points.empty()) throw Error(ErrorCode::invalid_data, "no points have no median");
  if (weights.empty()) {
    std::vector<double> copy(points.begin(), points.end());
    const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
    std::nth_element(copy.begin(), middle, copy.end());
    if (copy.size() % 2 == 1) return *middle;
    return std::midpoint(*std::max_element(copy.begin(), middle), *middle);
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](auto i) { return weights[i] <= 0.0; });
  if (order.empty()) throw Error(ErrorCode::invalid_data, "points of weight 0 have no median");
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return points[a] < points[b]; });
  const double half =
      0.5 * std::accumulate(order.begin(), order.end(), 0.0, [&](double sum, auto i) { return sum + weights[i]; });
  double below = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    below += weights[order[k]];
    if (below > half) return points[order[k]];
    if (below == half && k + 1 < order.size()) return std::midpoint(points[order[k]], points[order[k + 1]]);
  }
  return points[order.back()];
}

Bandwidth silverman_bandwidth(std::span<const double> points, std::span<const double> weights) {
  for (const double point : points) {
    if (!std::isfinite(point)) throw Error(ErrorCode::invalid_data, fmt::format("a point of a density is {}", point));
  }
  const Scale scale = robust_scale(points, weights);
  if (scale.source == ScaleSource::none) return {1.0, 1.0, scale.source};
  const double n = effective_size(points, weights);
  return {scale.value * std::pow(4.0 / (3.0 * n), 0.2), 1.0, scale.source};
}

Bandwidth leave_one_out_bandwidth(std::span<const double> points, std::span<const double> weights) {
  const Bandwidth start = silverman_bandwidth(points, weights);
  if (start.scale == ScaleSource::none) return start;
  return most_likely(start, [&](double h) { return leave_one_out_log_likelihood(points, weights, h); });
}

Bandwidth blocked_bandwidth(std::span<const double> points, std::span<const std::uint32_t> fold) {
  if (fold.size() != points.size()) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} folds for {} points", fold.size(), points.size()));
  }
  const Bandwidth start = silverman_bandwidth(points);
  if (start.scale == ScaleSource::none) return start;
  const BandwidthFolds folds(points, fold);
  if (!folds.can_validate()) return start;
  return most_likely(start, [&](double h) { return folds.log_likelihood(h); });
}

}  // namespace biotropy::sicamm
