// SPDX-License-Identifier: Apache-2.0
//
// The arguments of the R functions as parameters of the core.
#pragma once

#include "arguments.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"

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

/// What is not given, or NULL, is as in the convention, or the default.
/// @param n_samples of the series that will be measured.
/// @throws Refused, Error invalid_argument, also for an option that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const Arguments& given, entropy::Missing missing,
                                  std::size_t n_samples);

/// The same for an entropy at many scales.
entropy::MultiscaleParameters multiscale_parameters_of(entropy::Measure measure, const Arguments& given,
                                                       const std::vector<int>& scales, entropy::Missing missing,
                                                       std::size_t n_samples);

/// The test against surrogates among the options. @throws Refused, Error invalid_argument.
entropy::SurrogateSettings surrogates_of(const Arguments& given);

/// Hands over what methods of R say of a measure: its name, the parameters of a heading, the unit of its values.
/// @param add takes a name and a value.
template <typename Add>
void describe(entropy::Measure measure, const entropy::Parameters& parameters, const Add& add) {
  add("name", entropy::row_of(measure).name);
  add("m", entropy::length_of(measure, parameters));
  add("r", parameters.r);
  add("tau", parameters.tau);
  add("unit", entropy::unit_of(measure, parameters));
  add("in_sd", parameters.r_unit == series::RUnit::sd);
  add("has_r", entropy::has(measure, entropy::kTolerance));
}

/// Sets a parameter to the argument of that name, where there is one. @throws Refused, Error invalid_argument.
void read_option(const Arguments& given, const char* name, entropy::Parameters& parameters);

}  // namespace biotropy::r
