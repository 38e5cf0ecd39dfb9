// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "biotropy/sicamm/class_fit_internal.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

Bandwidth bandwidth_of(std::span<const double> points, std::span<const double> weights, const Smoothing& smoothing) {
  switch (smoothing.rule) {
    case BandwidthRule::leave_one_out:
      return leave_one_out_bandwidth(points, weights);
    case BandwidthRule::blocked:
      return blocked_bandwidth(points, smoothing.fold);
    case BandwidthRule::silverman:
      break;
  }
  return silverman_bandwidth(points, weights);
}

}  // namespace

ClassFit fit_densities(const Unmixing& unmixing, const std::string& name, std::span<const double> samples,
                       std::span<const double> weights, const Smoothing& smoothing, const Execution& execution) {
  const std::size_t channels = unmixing.mean.size();
  const auto m = static_cast<Index>(channels), n = static_cast<Index>(samples.size()) / m;
  const Eigen::Map<const RowMatrix> matrix(unmixing.matrix.data(), m, m);
  const Eigen::Map<const Vector> mean(unmixing.mean.data(), m);
  // Sources of a component are contiguous.
  const RowMatrix sources = matrix * (Eigen::Map<const Matrix>(samples.data(), m, n).colwise() - mean);
  // The type is named: of braces in braces g++ 12 destroys the model twice where there is no memory for what follows.
  ClassFit fit{ClassModel{name, unmixing.matrix, unmixing.mean, {}}, std::vector<Bandwidth>(channels), unmixing.rank,
               unmixing.iterations, unmixing.converged};
  std::vector<std::optional<KernelDensity>> densities(channels);
  with_threads(execution, [&] {
    parallel_for(channels, execution.cancel, [&](std::size_t j) {
      const std::span<const double> points(sources.data() + static_cast<Index>(j) * n, static_cast<std::size_t>(n));
      // Beyond the rank a source has no variance but that of the tolerance or of the shrinkage, which is its unit.
      Bandwidth bandwidth{1.0, 1.0, ScaleSource::none};
      if (j < unmixing.rank) {
        bandwidth = bandwidth_of(points, weights, smoothing);
        bandwidth.value *= smoothing.factor;
        bandwidth.factor *= smoothing.factor;
      }
      fit.bandwidths[j] = bandwidth;
      densities[j].emplace(points, weights, bandwidth.value);
    });
  });
  for (auto& density : densities) fit.model.sources.push_back(std::move(*density));
  return fit;
}

}  // namespace biotropy::sicamm
