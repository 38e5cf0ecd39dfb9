// SPDX-License-Identifier: Apache-2.0
//
// Values of many epochs together (Grandy et al. 2016, Kosciessa et al. 2020): the matches of the templates of every
// epoch with each other are added up over the epochs before the logarithm. No template reaches from one epoch into the
// next, and none is compared with those of another epoch.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/epochs.hpp"

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

// The epochs of a channel, of all channels, or of a pair, as they are compared when their counts are pooled.

using EpochSeries = std::vector<std::vector<double>>;  // [series][sample] of one epoch

/// The series [first, first + n) of an epoch; none if one of them is rejected, for a reason that is kept if it is the
/// first.
EpochSeries series_of_epoch(const series::EpochView& epochs, std::size_t epoch, std::size_t first, std::size_t n,
                            std::string& reason);

struct UsedEpochs {
  std::vector<EpochSeries> series;
  std::string reason;  ///< without any: why
};

/// The series [first, first + n) of every epoch in which none of them is rejected or has samples that cannot be
/// measured: what is left out has no part in an SD of all epochs either.
UsedEpochs used_epochs(const series::EpochView& epochs, std::size_t first, std::size_t n, Missing missing);

/// Notifies of epochs that have samples that cannot be measured, and so no part in counts that are pooled. A channel
/// without any sample has none anyway.
void notify_of_epochs_left_out(const series::EpochView& epochs, Missing missing, const Execution& execution);

/// Makes r absolute where it is in units of SD, and normalises the series of a measure of several: over all epochs
/// together with PoolEpochs::recording, otherwise each epoch by itself. @returns the parameters of each epoch.
/// @throws Error constant_series, too_short.
std::vector<Parameters> absolute_parameters(Measure measure, std::vector<EpochSeries>& epochs,
                                            const Parameters& parameters);

/// The value of the epochs together. Epochs that cannot be measured are left out; the reason of the first is given
/// where none is left. @param parameters of each epoch. @throws Error as compute(), but not for the samples of an
/// epoch.
Entropy pooled(Measure measure, const std::vector<EpochSeries>& epochs, const std::vector<Parameters>& parameters,
               const Execution& execution);

}  // namespace biotropy::entropy
