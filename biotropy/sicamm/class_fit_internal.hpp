// SPDX-License-Identifier: Apache-2.0
//
// One class from its samples: unmixing matrix and source densities.
#pragma once

#include <string>
#include <vector>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// How source densities are smoothed.
struct Smoothing {
  BandwidthRule rule = BandwidthRule::silverman;
  double factor = 1.0;                  ///< of the bandwidth of the rule
  std::span<const std::uint32_t> fold;  ///< of each sample, for BandwidthRule::blocked
};

struct ClassFit {
  ClassModel model;
  std::vector<Bandwidth> bandwidths;
  std::size_t rank = 0, iterations = 0;
  bool converged = true;
};

/// Densities of the sources that `unmixing` makes of the samples.
ClassFit fit_densities(const Unmixing& unmixing, const std::string& name, std::span<const double> samples,
                       std::span<const double> weights, const Smoothing& smoothing, const Execution& execution);

}  // namespace biotropy::sicamm
