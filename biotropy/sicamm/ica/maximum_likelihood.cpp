// SPDX-License-Identifier: Apache-2.0
//
// Maximum likelihood with kernel densities of the current sources, as tables, so that a source costs one polynomial.
// Derivatives need wider kernels than the densities themselves, h = s (4 / (5 n))^(1/7). The densities are updated
// every few sweeps.
#include <cmath>
#include <memory>
#include <vector>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/density/log_table.hpp"
#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

double score_bandwidth(std::span<const double> points, std::span<const double> weights) {
  const double n = effective_count(weights);
  const double scale = silverman_bandwidth(points, weights).value / std::pow(4.0 / (3.0 * n), 0.2);
  return scale * std::pow(4.0 / (5.0 * n), 1.0 / 7.0);
}

class KernelShapes : public SourceShapes {
 public:
  explicit KernelShapes(const CancelFlag* cancel) : cancel_(cancel) {}

  bool adapt(const Matrix& sources, const Vector& weights) override {
    constexpr int every = 3;
    if (sweeps_++ % every != 0) return false;
    std::vector<std::unique_ptr<LogTable>> fresh(static_cast<std::size_t>(sources.rows()));
    const std::span<const double> all_weights(weights.data(), static_cast<std::size_t>(weights.size()));
    parallel_for(fresh.size(), cancel_, [&](std::size_t j) {
      const Vector row = sources.row(static_cast<Index>(j));
      const std::span<const double> points(row.data(), static_cast<std::size_t>(row.size()));
      fresh[j] = std::make_unique<LogTable>(KernelDensity(points, all_weights, score_bandwidth(points, all_weights)));
    });
    tables_ = std::move(fresh);
    return true;
  }

  LogShape at(Index component, double source) const override {
    return tables_[static_cast<std::size_t>(component)]->shape(source);
  }

  bool follow_scale() const override { return true; }

 private:
  const CancelFlag* cancel_;
  int sweeps_ = 0;
  std::vector<std::unique_ptr<LogTable>> tables_;
};

}  // namespace

Separation maximum_likelihood(const Matrix& samples, const Vector& weights, const Matrix& start, std::size_t sweeps,
                              const CancelFlag* cancel) {
  constexpr double tolerance = 1e-5;
  KernelShapes shapes(cancel);
  return relative_newton(samples, weights, start, shapes, {sweeps, tolerance}, cancel);
}

}  // namespace biotropy::sicamm
