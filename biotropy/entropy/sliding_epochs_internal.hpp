// SPDX-License-Identifier: Apache-2.0
//
// Epochs that overlap by so much that a SlidingEntropy along each channel is faster than measuring them one by one.
#pragma once

#include <functional>

#include "biotropy/entropy/grid.hpp"

namespace biotropy::entropy {

/// Whether it is faster, for all m and r.
bool slide_is_faster(const series::EpochView& epochs, Measure measure, const Grid& grid, const Parameters& parameters);

/// Calls measured(index, entries) for each (epoch, channel), as for_each_channel does, with an entry for each m and r.
/// Reasons for rejection become those of the entries. @throws Error cancelled.
void slide_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                        const Parameters& parameters, const Execution& execution,
                        const std::function<void(std::size_t index, std::vector<Entropy>&& entries)>& measured);

}  // namespace biotropy::entropy
