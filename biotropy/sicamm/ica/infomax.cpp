// SPDX-License-Identifier: Apache-2.0
//
// Extended Infomax (Lee, Girolami and Sejnowski 1999): maximum likelihood with two kinds of density,
//
//     ln f(y) = -y^2 / 2 - k ln cosh y + const,
//
// k = 1 for peaked sources (super-Gaussian) and k = -1 for flat ones, chosen for each component by the sign of E[sech^2
// y] E[y^2] - E[y tanh y], which makes the solution stable. Newton steps reach the same solution as the stochastic
// gradient of the original method, without a learning rate and without randomness.
#include <cmath>
#include <vector>

#include "biotropy/sicamm/ica/separation_internal.hpp"

namespace biotropy::sicamm {

namespace {

class PeakedOrFlat : public SourceShapes {
 public:
  explicit PeakedOrFlat(Index components) : kinds_(static_cast<std::size_t>(components), 0.0) {}

  bool adapt(const Matrix& sources, const Vector& weights) override {
    // A component on the border could switch sides without end.
    if (++adapted_ > kMostAdaptations) return false;
    bool changed = false;
    for (Index j = 0; j < sources.rows(); ++j) {
      const auto y = sources.row(j).transpose().array();
      const auto w = weights.array();
      const Eigen::ArrayXd tanh = y.unaryExpr([](double value) { return std::tanh(value); });
      const double sech = (w * (1.0 - tanh.square())).sum(), square = (w * y.square()).sum();
      const double kind = sech * square - (w * y * tanh).sum() >= 0.0 ? 1.0 : -1.0;
      auto& present = kinds_[static_cast<std::size_t>(j)];
      changed = changed || kind != present;
      present = kind;
    }
    return changed;
  }

  LogShape at(Index component, double y) const override {
    const double k = kinds_[static_cast<std::size_t>(component)];
    const double size = std::abs(y), small = std::exp(-2.0 * size);
    const double log_cosh = size + std::log1p(small) - std::log(2.0);
    const double tanh = std::copysign((1.0 - small) / (1.0 + small), y);
    return {-0.5 * y * y - k * log_cosh, -y - k * tanh, -1.0 - k * (1.0 - tanh * tanh)};
  }

  bool follow_scale() const override { return false; }

 private:
  static constexpr int kMostAdaptations = 50;
  std::vector<double> kinds_;
  int adapted_ = 0;
};

}  // namespace

Separation infomax(const Matrix& white, const Vector& weights, const UnmixingSettings& settings,
                   const CancelFlag* cancel) {
  const Index m = white.rows();
  PeakedOrFlat shapes(m);
  return relative_newton(white, weights, Matrix::Identity(m, m), shapes, {settings.most_iterations, settings.tolerance},
                         cancel);
}

}  // namespace biotropy::sicamm
