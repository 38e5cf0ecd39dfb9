// SPDX-License-Identifier: Apache-2.0
//
// Counts on the processor what a device leaves undone: a device can fail during the work, run out of memory, or fail
// its self test. No pair is lost or sent twice.
#pragma once

#include "biotropy/match/engine.hpp"

namespace biotropy::match {

/// Runs Engine::count of an engine on a device, or of a team of them (device_team.hpp); the other members of the team
/// or the processor count the rest, and Execution::notify is called with the reason and the number of pairs.
/// @throws Error unless the device failed (device::is_failure), and whatever the sink throws.
void count_with_cpu_fallback(const Engine& engine, const Query& query, const Sink& sink, const Execution& execution);

}  // namespace biotropy::match
