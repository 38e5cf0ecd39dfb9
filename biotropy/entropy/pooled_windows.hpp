// SPDX-License-Identifier: Apache-2.0
//
// Windows that slide over epochs of the same course, such as trials around an event: the counts of a window are added
// up over all epochs, so that a window too short for a value of one epoch has one of them all (Kosciessa et al. 2020).
#pragma once

#include <vector>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"

namespace biotropy::entropy {

struct PooledWindows {
  std::size_t window = 0;  ///< samples of it
  std::size_t step = 0;    ///< samples from one window to the next

  /// Windows that fit into an epoch.
  std::size_t count(std::size_t n_times) const { return n_times < window ? 0 : (n_times - window) / step + 1; }
};

/// grid_each_channel() of each window, one after the other. @param parameters with pooled epochs; with
/// PoolEpochs::recording r is a multiple of the SD of the samples of all epochs in the window.
/// @throws Error as grid_each_channel(); invalid_argument for a window or step that is not allowed, and without pooled
/// epochs.
std::vector<Entropy> grid_each_window(const series::EpochView& epochs, const PooledWindows& windows, Measure measure,
                                      const Grid& grid, const Parameters& parameters, const Execution& execution = {},
                                      const ProgressCallback& progress = {});

/// multiscale_each_channel() of each window, in the same way.
std::vector<Multiscale> multiscale_each_window(const series::EpochView& epochs, const PooledWindows& windows,
                                               const MultiscaleParameters& parameters, const Execution& execution = {},
                                               const ProgressCallback& progress = {});

/// pairwise() of each window, as epochs of one recording: the mean is that of the windows with a finite value.
Pairwise pairwise_each_window(const series::EpochView& epochs, const PooledWindows& windows, Measure measure,
                              const Parameters& parameters, Keep keep = Keep::epochs, const Execution& execution = {},
                              const ProgressCallback& progress = {});

/// multiscale_pairwise() of each window, in the same way.
MultiscalePairwise multiscale_pairwise_each_window(const series::EpochView& epochs, const PooledWindows& windows,
                                                   const MultiscaleParameters& parameters, Keep keep = Keep::epochs,
                                                   const Execution& execution = {},
                                                   const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
