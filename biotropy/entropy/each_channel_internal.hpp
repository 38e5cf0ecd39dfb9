// SPDX-License-Identifier: Apache-2.0
//
// The work of a batch, channel by channel and epoch by epoch: what one of them cannot give is a reason, and the others
// go on.
#pragma once

#include <functional>
#include <string>

#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

/// Calls measure(index, samples) for each (epoch, channel), at index epoch * channels + channel, and fail(index,
/// reason) for what is rejected or throws. Both write only to places of their own index.
/// @throws Error cancelled, no_engine, as measure does.
void for_each_channel(const series::EpochView& epochs, const Execution& execution,
                      const std::function<void(std::size_t index, series::Samples samples)>& measure,
                      const std::function<void(std::size_t index, const std::string& reason)>& fail);

}  // namespace biotropy::entropy
