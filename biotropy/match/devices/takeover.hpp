// SPDX-License-Identifier: Apache-2.0
//
// A device can fail during the work, run out of memory, or fail its self test. The processor then counts the pairs that
// have not reached the sink, so that none is lost or sent twice.
#pragma once

#include "biotropy/match/counter.hpp"

namespace biotropy::match {

/// Runs Counter::count of an engine on a device; the processor counts the rest, and Execution::warn is called with the
/// reason and the number of pairs. @throws Error of any code but `device` and `out_of_memory`, and whatever the sink
/// throws.
void count_with_takeover(const Counter& engine, const Query& query, const Sink& sink, const Execution& execution);

}  // namespace biotropy::match
