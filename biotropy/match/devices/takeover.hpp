// SPDX-License-Identifier: Apache-2.0
//
// A device can be lost in the middle of the work, run out of memory, or fail its self test. Then the processor counts
// what has not reached the sink, so that nothing is lost and nothing arrives twice.
#pragma once

#include "biotropy/match/counter.hpp"

namespace biotropy::match {

/// Counter::count of an engine that runs on a device; what it leaves is counted by the processor, and Execution::warn
/// hears why and how much. @throws Error of any code but `device` and `out_of_memory`, and whatever the sink throws.
void count_with_takeover(const Counter& engine, const Query& query, const Sink& sink, const Execution& execution);

}  // namespace biotropy::match
