// SPDX-License-Identifier: Apache-2.0
//
// Fits one class to its samples: unmixing matrix and source densities.
#pragma once

#include <string>
#include <vector>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// Smoothing of the source densities.
struct Smoothing {
  BandwidthRule rule = BandwidthRule::silverman;
  double factor = 1.0;                  ///< multiplies the bandwidth of the rule
  std::span<const std::uint32_t> fold;  ///< fold of each sample, for BandwidthRule::blocked
};

struct ClassFit {
  ClassModel model;
  std::vector<Bandwidth> bandwidths;
  std::size_t rank = 0, iterations = 0;
  bool converged = true;
};

/// Densities of the sources of the samples under `unmixing`.
ClassFit fit_densities(const Unmixing& unmixing, const std::string& name, std::span<const double> samples,
                       std::span<const double> weights, const Smoothing& smoothing, const Execution& execution);

}  // namespace biotropy::sicamm
