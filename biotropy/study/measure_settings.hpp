// SPDX-License-Identifier: Apache-2.0
//
// A measure and its options in the record of a result.
#pragma once

#include <vector>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::study {

/// Missing samples to put in where time is missing, so that no template straddles it; 0: such an epoch is rejected.
/// @param at_scales for a multiscale entropy, which widens them at each scale.
std::size_t gap_fill(const entropy::Settings& settings, bool at_scales = false);

/// The value of an option as a record has it.
files::ParameterValue recorded(const entropy::OptionValue& value);

/// Everything that the values depend on, for the record.
void record(const entropy::Settings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
