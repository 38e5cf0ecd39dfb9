// SPDX-License-Identifier: Apache-2.0
//
// Loop over the channels of all epochs: a failure of one is recorded as a reason, and the others are still computed.
#pragma once

#include <functional>
#include <string>

#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

/// Calls measure(index, samples) for each (epoch, channel), at index epoch * channels + channel, and fail(index,
/// reason) for those that are rejected or throw. Both run on several threads and may write only to elements of their
/// own index.
/// @throws Error cancelled, no_engine, as measure does.
void for_each_channel(const series::EpochView& epochs, const Execution& execution,
                      const std::function<void(std::size_t index, series::Samples samples)>& measure,
                      const std::function<void(std::size_t index, const std::string& reason)>& fail);

}  // namespace biotropy::entropy
