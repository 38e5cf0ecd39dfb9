// SPDX-License-Identifier: Apache-2.0
//
// Parameters that a measure does not have: one that is given all the same would be ignored, which is a mistake unless
// it asks for what holds anyway.
#pragma once

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

/// @param usual what holds where nothing is given: the defaults, or those of a convention.
/// @throws Error invalid_argument for a parameter that differs from the usual and has no effect on the measure.
void require_effect(Measure measure, const Parameters& usual, const Parameters& chosen);

}  // namespace biotropy::entropy
