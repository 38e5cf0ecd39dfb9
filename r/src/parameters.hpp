// SPDX-License-Identifier: Apache-2.0
//
// The arguments of the R functions as parameters of the core.
#pragma once

#include "biotropy/entropy/conventions.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// @throws Error invalid_argument, listing the names there are.
entropy::Measure measure_of(SEXP name);

/// @param options a list; what it does not name is as in the convention that it names, or the default.
/// @param n_samples of the series that will be measured.
/// @throws Error invalid_argument naming the argument, its value and what is allowed.
entropy::Parameters parameters_of(entropy::Measure measure, SEXP options, std::size_t n_samples);

}  // namespace biotropy::r
