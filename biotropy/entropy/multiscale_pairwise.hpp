// SPDX-License-Identifier: Apache-2.0
//
// A cross measure of all ordered pairs of channels at many time scales (Yan, Yang and Zhang 2009; Jamin and
// Humeau-Heurtier 2020): both series are z-scored and coarse-grained, by the methods of multiscale.hpp. Each scale, and
// each start of a composite method, is a recording whose matrices are made together, so that the tables of a channel
// serve all of its partners.
#pragma once

#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"

namespace biotropy::entropy {

struct MultiscalePairwise {
  /// Matrices of every scale, in the order of the parameters. For cmse and rcmse, matches, sums and templates are
  /// summed over the starts.
  std::vector<Pairwise> scales;
  std::vector<std::size_t> samples;  ///< of each scale; for cmse and rcmse of the first start
  /// Sum of the values over the scales, for each entry of every epoch; with Keep::mean of the means. NaN unless all are
  /// finite.
  std::vector<double> complexity_index;
};

/// @param parameters with a cross measure. With ToleranceOf::original series are z-scored before they are
/// coarse-grained, with ToleranceOf::scale at every scale; in absolute units neither. Scales that are too short, or at
/// which a series is constant, have a reason; the others are computed. With pooled epochs one matrix for each scale, as
/// of one epoch.
/// @throws Error invalid_argument (also for a measure of one series), cancelled, no_engine.
MultiscalePairwise multiscale_pairwise(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                       Keep keep = Keep::epochs, const Execution& execution = {},
                                       const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
