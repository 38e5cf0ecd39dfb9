// SPDX-License-Identifier: Apache-2.0
//
// Loop over the channels of all epochs, or over the epochs for a measure of all channels together: a failure of one is
// recorded as a reason, and the others are still computed.
#pragma once

#include <functional>
#include <string>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/measure.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

/// Calls measure(index, series) for each (epoch, channel), at index epoch * channels + channel, with one series, and
/// fail(index, reason) for those that are rejected or throw. For a multivariate measure the index is the epoch, and the
/// series are its channels; it fails if one of them is rejected. Both run on several threads and may write only to
/// elements of their own index.
/// @throws Error cancelled, no_engine, as measure does.
void for_each_channel(const series::EpochView& epochs, Measure measure, const Execution& execution,
                      const std::function<void(std::size_t index, std::span<const series::Samples> series)>& compute,
                      const std::function<void(std::size_t index, const std::string& reason)>& fail);

// Epochs that overlap by so much that a SlidingEntropy along each channel is faster than measuring them one by one.

/// Whether it is faster, for all m and r.
bool slide_is_faster(const series::EpochView& epochs, Measure measure, const Grid& grid, const Parameters& parameters);

/// Calls measured(index, entries) for each (epoch, channel), as for_each_channel does, with an entry for each m and r.
/// Reasons for rejection become those of the entries. @throws Error cancelled.
void slide_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                        const Parameters& parameters, const Execution& execution,
                        const std::function<void(std::size_t index, std::vector<Entropy>&& entries)>& measured);

}  // namespace biotropy::entropy
