// SPDX-License-Identifier: Apache-2.0
//
// Logarithm of the one-dimensional Gaussian kernel density of Garcia-Molla et al. 2019 (Algorithm 3),
//
//     f(x) = sum_i w_i phi((x - x_i) / h) / (h sum_i w_i).
//
// The largest kernel is factored out of the sum, so neither an artefact far from every point nor a product of many
// densities underflows.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace biotropy::sicamm {

/// Logarithm of a density at a point, with its first two derivatives.
struct LogShape {
  double value = 0.0, slope = 0.0, curvature = 0.0;
};

/// Cheap to copy: copies share the points.
class KernelDensity {
 public:
  /// Points in any order; equal ones are merged and their weights added. No weights: all are 1. Points of weight 0 or
  /// below 1e-12 of the largest weight are left out.
  /// @throws Error invalid_data for no points, and for points or weights that are NaN or infinite (also points beyond
  /// 1e150) or negative weights; invalid_argument for a bandwidth outside 1e-100 to 1e100.
  KernelDensity(std::span<const double> points, std::span<const double> weights, double bandwidth);

  /// ln f(x), within one unit in the last place of the sum over every point: negligible kernels are left out. -infinity
  /// if the squared distance overflows; NaN for NaN.
  double log_density(double x) const;

  /// ln f(x) from a sum made elsewhere: the sum of kernels relative to that of the nearest point, and half the square
  /// of that point's distance in bandwidths.
  double log_density(double sum_of_kernels, double half_square) const;

  /// ln f(x) + d^2 / 2 with d the distance of the nearest point in bandwidths: the tails without their dominant term,
  /// which would cost digits. Summed like log_density().
  double log_excess(double x) const;

  /// ln of the density at this point without the point itself; -infinity if there is no other.
  double log_density_without(std::size_t position) const;

  /// log_density() with derivatives.
  LogShape shape(double x) const;

  /// Distinct points in increasing order.
  std::span<const double> points() const { return data_->points; }
  /// One for each point; empty if all are 1.
  std::span<const double> weights() const { return data_->weights; }
  double total_weight() const { return data_->total_weight; }
  double bandwidth() const { return data_->bandwidth; }
  /// q: a kernel at distance d is 2^(-q d^2).
  double sharpness() const { return data_->sharpness; }

  /// ln of the factor of the sum of kernels.
  double log_norm() const { return data_->log_norm; }

  /// Position of the point nearest to x.
  std::size_t nearest(double x) const;

 private:
  struct Data {
    std::vector<double> points, weights;
    double total_weight = 0.0, bandwidth = 0.0, log_norm = 0.0;
    double sharpness = 0.0;  // a kernel is 2^(-sharpness d^2)
    double cut = 0.0;        // squared distance at which a kernel of the total weight is negligible
  };
  struct Range {
    std::size_t begin, end, nearest;
  };

  Range range_near(double x, std::size_t nearest) const;
  double sum_of(std::size_t begin, std::size_t end, std::size_t nearest, double x) const;
  double excess(double x, const Range& range) const;
  double log_of_sum(double x, const Range& range) const;

  std::shared_ptr<const Data> data_;
};

}  // namespace biotropy::sicamm
