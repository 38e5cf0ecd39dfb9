// SPDX-License-Identifier: Apache-2.0
//
// A guess that only leads to a warning: whether numbers that nobody called RR intervals are such, behind one that is
// the time to the first beat.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::heartbeats {

/// True where the first value is far above the others and at least half of all values lie within the usual limits of
/// RR intervals, in seconds or milliseconds.
bool begins_with_onset(series::Samples values);

}  // namespace biotropy::heartbeats
