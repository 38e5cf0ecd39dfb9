// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/kernel_density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/kernel_sum.hpp"

namespace biotropy::sicamm {

namespace {

/// Relative weight below which points are left out.
constexpr double kLightest = 1e-12;
/// Keeps squares of distances, also in bandwidths, finite.
constexpr double kLargestPoint = 1e150, kSmallestBandwidth = 1e-100, kLargestBandwidth = 1e100;

struct WeightedPoints {
  std::vector<double> points, weights;
};

void check(std::span<const double> points, std::span<const double> weights) {
  if (points.empty()) throw Error(ErrorCode::invalid_data, "a density needs at least one point");
  if (!weights.empty() && weights.size() != points.size()) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} weights for {} points", weights.size(), points.size()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!(std::abs(points[i]) <= kLargestPoint)) {
      throw Error(ErrorCode::invalid_data, fmt::format("point {} of a density is {}", i, points[i]));
    }
    if (!weights.empty() && !(weights[i] >= 0.0 && std::isfinite(weights[i]))) {
      throw Error(ErrorCode::invalid_data, fmt::format("the weight of point {} of a density is {}", i, weights[i]));
    }
  }
}

WeightedPoints sorted(std::span<const double> points) {
  WeightedPoints result{{points.begin(), points.end()}, {}};
  std::sort(result.points.begin(), result.points.end());
  return result;
}

WeightedPoints sorted(std::span<const double> points, std::span<const double> weights) {
  const double least = kLightest * *std::max_element(weights.begin(), weights.end());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (weights[i] > 0.0 && weights[i] >= least) order.push_back(i);
  }
  if (order.empty()) throw Error(ErrorCode::invalid_data, "every point of a density has weight 0");
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return points[a] != points[b] ? points[a] < points[b] : a < b; });
  WeightedPoints result;
  for (const std::size_t i : order) {
    result.points.push_back(points[i]);
    result.weights.push_back(weights[i]);
  }
  return result;
}

// Merges equal neighbours and adds their weights.
void merge(WeightedPoints& sample) {
  auto& [points, weights] = sample;
  if (std::adjacent_find(points.begin(), points.end()) == points.end()) return;
  if (weights.empty()) weights.assign(points.size(), 1.0);
  std::size_t last = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i] == points[last]) {
      weights[last] += weights[i];
    } else {
      points[++last] = points[i];
      weights[last] = weights[i];
    }
  }
  points.resize(last + 1);
  weights.resize(last + 1);
}

}  // namespace

KernelDensity::KernelDensity(std::span<const double> points, std::span<const double> weights, double bandwidth) {
  check(points, weights);
  if (!(bandwidth >= kSmallestBandwidth && bandwidth <= kLargestBandwidth)) {
    throw Error::argument("bandwidth", fmt::format("{}", bandwidth),
                          fmt::format("a number from {} to {}", kSmallestBandwidth, kLargestBandwidth));
  }
  auto data = std::make_shared<Data>();
  WeightedPoints sample = weights.empty() ? sorted(points) : sorted(points, weights);
  merge(sample);
  data->points = std::move(sample.points);
  data->weights = std::move(sample.weights);
  data->bandwidth = bandwidth;
  data->sharpness = 0.5 * std::numbers::log2e / (bandwidth * bandwidth);
  data->total_weight = data->weights.empty() ? static_cast<double>(data->points.size())
                                             : std::accumulate(data->weights.begin(), data->weights.end(), 0.0);
  data->log_norm = -std::log(data->total_weight) - std::log(bandwidth) - 0.5 * std::log(2.0 * std::numbers::pi);
  const double lightest = data->weights.empty() ? 1.0 : *std::min_element(data->weights.begin(), data->weights.end());
  data->cut = negligible_square(bandwidth, data->total_weight, lightest);
  data_ = std::move(data);
}

std::size_t KernelDensity::nearest(double x) const {
  const auto& points = data_->points;
  const auto above = std::lower_bound(points.begin(), points.end(), x);
  if (above == points.begin()) return 0;
  const auto position = static_cast<std::size_t>(above - points.begin());
  if (above == points.end()) return position - 1;
  return x - points[position - 1] <= points[position] - x ? position - 1 : position;
}

double KernelDensity::sum_of(std::size_t begin, std::size_t end, std::size_t nearest, double x) const {
  const std::span points(data_->points), weights(data_->weights);
  const double near = points[nearest];
  return kernel_sum(points.subspan(begin, end - begin), weights.empty() ? weights : weights.subspan(begin, end - begin),
                    {near, 2.0 * (near - x), data_->sharpness});
}

double KernelDensity::log_density(double sum_of_kernels, double half_square) const {
  if (std::isinf(half_square)) return -std::numeric_limits<double>::infinity();
  return std::log(sum_of_kernels) + data_->log_norm - half_square;
}

double KernelDensity::excess(double x, const Range& range) const {
  return std::log(sum_of(range.begin, range.end, range.nearest, x)) + data_->log_norm;
}

double KernelDensity::log_of_sum(double x, const Range& range) const {
  const double z = (data_->points[range.nearest] - x) / data_->bandwidth;
  return log_density(sum_of(range.begin, range.end, range.nearest, x), 0.5 * z * z);
}

KernelDensity::Range KernelDensity::range_near(double x, std::size_t near) const {
  const auto& points = data_->points;
  const double at_near = points[near], v = std::abs(at_near - x);
  const double reach = std::sqrt(v * v + data_->cut);
  // This form has no cancellation for large v.
  const double beyond = data_->cut / (reach + v);
  const double low = at_near <= x ? at_near - beyond : x - reach;
  const double high = at_near >= x ? at_near + beyond : x + reach;
  const auto begin = std::lower_bound(points.begin(), points.end(), low);
  const auto end = std::upper_bound(begin, points.end(), high);
  return {static_cast<std::size_t>(begin - points.begin()), static_cast<std::size_t>(end - points.begin()), near};
}

double KernelDensity::log_density(double x) const {
  if (std::isnan(x)) return x;
  return log_of_sum(x, range_near(x, nearest(x)));
}

double KernelDensity::log_excess(double x) const {
  return excess(x, range_near(x, nearest(x)));
}

double KernelDensity::log_density_without(std::size_t position) const {
  const Data& data = *data_;
  const std::size_t n = data.points.size();
  if (n == 1) return -std::numeric_limits<double>::infinity();
  const double x = data.points[position];
  const bool next_is_nearer =
      position == 0 || (position + 1 < n && data.points[position + 1] - x < x - data.points[position - 1]);
  const std::size_t near = next_is_nearer ? position + 1 : position - 1;
  const Range range = range_near(x, near);
  const double total =
      sum_of(range.begin, position, near, x) + sum_of(position + 1, std::max(position + 1, range.end), near, x);
  const double own = data.weights.empty() ? 1.0 : data.weights[position];
  const double others = std::log(data.total_weight / (data.total_weight - own));
  const double z = (data.points[near] - x) / data.bandwidth;
  return std::log(total) + data.log_norm + others - 0.5 * z * z;
}

LogShape KernelDensity::shape(double x) const {
  const Range range = range_near(x, nearest(x));
  const Data& data = *data_;
  const double h = data.bandwidth, near = (data.points[range.nearest] - x) / h;
  double sum = 0.0, first = 0.0, second = 0.0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const double z = (data.points[i] - x) / h;
    const double weight = data.weights.empty() ? 1.0 : data.weights[i];
    const double kernel = weight * std::exp(-0.5 * (z - near) * (z + near));
    sum += kernel;
    first += kernel * z;
    second += kernel * (z - near) * (z - near);
  }
  const double mean = first / sum, from_near = mean - near;
  const double variance = second / sum - from_near * from_near;
  return {log_of_sum(x, range), mean / h, (variance - 1.0) / (h * h)};
}

}  // namespace biotropy::sicamm
