// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 2 of Garcia-Molla et al. 2019 as published, for comparison: two classes, densities multiplied instead of
// adding their logarithms, transitions [[r, 1-r], [1-r, r]], and ties assigned to the second class. The products
// underflow on an artefact; from then on every posterior is NaN, and because NaN is not greater than NaN every sample
// is labelled as the second class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/density/class_densities.hpp"

namespace biotropy::sicamm {

struct PublishedResult {
  std::vector<double> posteriors;    ///< PC1 and PC2 of each sample
  std::vector<std::int32_t> labels;  ///< 0 or 1 (1 or 2 in the paper)
};

/// @throws Error invalid_argument unless there are two classes and r is from 0 to 1; invalid_data unless the samples
/// are complete; cancelled.
PublishedResult classify_as_published(const ClassDensities& densities, std::span<const double> samples, double r,
                                      const Execution& execution = {});

}  // namespace biotropy::sicamm
