// SPDX-License-Identifier: Apache-2.0
//
// Loop over the channels of all epochs, or over the epochs for a measure of all channels together: a failure of one is
// recorded as a reason, and the others are still computed.
#pragma once

#include <functional>
#include <string>

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

}  // namespace biotropy::entropy
