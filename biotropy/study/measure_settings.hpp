// SPDX-License-Identifier: Apache-2.0
//
// Records a measure, its options and its test in the parameters of a result.
#pragma once

#include <vector>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::study {

/// Missing samples to insert at gaps in time, so that no template spans them; 0: such an epoch is rejected.
/// @param at_scales for a multiscale entropy, which widens gaps at each scale.
std::size_t gap_fill(const entropy::Settings& settings, bool at_scales = false);

/// Value of an option in a record.
files::ParameterValue recorded(const entropy::OptionValue& value);

/// Appends everything that the values depend on.
void record(const entropy::Settings& settings, std::vector<files::Parameter>& parameters);

/// The same for a test against surrogates; nothing without one.
void record(const entropy::SurrogateSettings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
