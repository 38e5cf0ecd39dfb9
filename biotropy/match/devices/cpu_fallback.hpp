// SPDX-License-Identifier: Apache-2.0
//
// Counts on the processor what a device leaves: it can be lost in the middle of the work, run out of memory, or fail
// its self test. Nothing is lost and nothing arrives twice.
#pragma once

#include "biotropy/match/counter.hpp"

namespace biotropy::match {

/// Counter::count of an engine that runs on a device; the processor counts what it leaves, and Execution::warn is told
/// why and how much. @throws Error unless the device failed (device::is_failure), and whatever the sink throws.
void count_with_cpu_fallback(const Counter& engine, const Query& query, const Sink& sink, const Execution& execution);

}  // namespace biotropy::match
