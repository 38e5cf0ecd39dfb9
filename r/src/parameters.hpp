// SPDX-License-Identifier: Apache-2.0
//
// The arguments of the R functions as parameters of the core.
#pragma once

#include "arguments.hpp"
#include "biotropy/entropy/conventions.hpp"

namespace biotropy::r {

/// What missing samples do: the policies of the library, and what R adds to them.
struct NaAction {
  entropy::Missing missing;
  bool passes;  ///< a series with missing samples is not measured: its value is NA
};

/// @param action "raise", "omit", "pass", or a function that has filled every gap: one that it left is an error.
NaAction na_action(SEXP action);

/// What stands for the reason of a series that was not measured.
inline constexpr const char* kPassed = "missing values (na.pass)";

/// What the function that was called has no argument for, or nothing in it, is as in the convention, or the default.
/// @param n_samples of the series that will be measured.
/// @throws Refused, Error invalid_argument.
entropy::Parameters parameters_of(entropy::Measure measure, const Arguments& given, entropy::Missing missing,
                                  std::size_t n_samples);

/// Sets a parameter to the argument of that name, where there is one. @throws Refused, Error invalid_argument.
void read_option(const Arguments& given, const char* name, entropy::Parameters& parameters);

}  // namespace biotropy::r
