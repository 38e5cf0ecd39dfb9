// SPDX-License-Identifier: Apache-2.0
//
// A state as a JSON object in one line: time, label, posterior of each class by its name, log_likelihood, and flags as
// a list of words. JSON has no infinity: it is the text "Infinity" or "-Infinity", as in the other results.
#pragma once

#include <string>
#include <vector>

#include "biotropy/live/states.hpp"

namespace biotropy::live {

/// @param classes names in the order of the posterior. @param time in place of that of the state.
std::string state_json(const std::vector<std::string>& classes, const State& state, double time);

}  // namespace biotropy::live
