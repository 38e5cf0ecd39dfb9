// SPDX-License-Identifier: Apache-2.0
//
// Detects lists that look like RR intervals after the time to the first beat; used for a notice only.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::heartbeats {

/// True if the first value is far above the others and at least half of all values lie within the usual limits of RR
/// intervals, in seconds or milliseconds.
bool begins_with_onset(series::Samples values);

}  // namespace biotropy::heartbeats
