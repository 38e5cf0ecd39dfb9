// SPDX-License-Identifier: Apache-2.0
//
// Values of many epochs together (Grandy et al. 2016, Kosciessa et al. 2020): the matches of the templates of every
// epoch with each other are added up over the epochs before the logarithm. No template reaches from one epoch into the
// next, and none is compared with those of another epoch.
#pragma once

#include <vector>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/pairwise.hpp"

namespace biotropy::entropy {

/// Adds the counts, sums and numbers of templates of one to the sum.
void add_counts(Entropy& sum, const Entropy& one);

/// The counts, or sums, of an entry of matrices with Keep::epochs, and its pairs of templates; without its value.
Entropy entry_of(const Pairwise& matrix, Measure measure, std::size_t epoch, std::size_t channel, std::size_t partner);

/// A grid for each channel, or for all channels together. Epochs that cannot be measured are left out; the reason of
/// the first is given where none is left.
std::vector<Entropy> pooled_grid(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                 const Parameters& parameters, const Execution& execution, ProgressMeter& progress);

/// The matrix of all epochs, as that of one epoch.
Pairwise pooled_pairwise(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                         const Execution& execution, const ProgressCallback& progress);

}  // namespace biotropy::entropy
