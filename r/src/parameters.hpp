// SPDX-License-Identifier: Apache-2.0
//
// Converts arguments of R functions to parameters of the library.
#pragma once

#include <span>
#include <string>

#include "arguments.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"

namespace biotropy::r {

/// Treatment of missing samples: the policy of the library, and an additional one of R.
struct NaAction {
  entropy::Missing missing;
  bool passes;  ///< na.pass: a series with missing samples is not measured, and its value is NA
};

/// @param action "raise", "omit", "pass", or a function, which was applied: remaining missing samples are an error.
NaAction na_action(SEXP action);

/// Reason of a series that was not measured.
inline constexpr const char* kPassed = "missing values (na.pass)";

/// Parameters that are not given, or NULL, have the value of the convention, or the default.
/// @param n_samples length of the series.
/// @throws Refused, Error invalid_argument, also for an option that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const Arguments& given, entropy::Missing missing,
                                  std::size_t n_samples);

/// The same for an entropy at many scales.
entropy::MultiscaleParameters multiscale_parameters_of(entropy::Measure measure, const Arguments& given,
                                                       const std::vector<int>& scales, entropy::Missing missing,
                                                       std::size_t n_samples);

/// The test against surrogates among the arguments. @throws Refused, Error invalid_argument.
entropy::SurrogateSettings surrogates_of(const Arguments& given);

/// Adds the numbers and texts that methods of R print: name of the measure, parameters of a heading, unit of the
/// values.
/// @param add function of a name and a value.
template <typename Add>
void describe(entropy::Measure measure, const entropy::Parameters& parameters, const Add& add) {
  add("name", entropy::row_of(measure).name);
  add("m", entropy::length_of(measure, parameters));
  add("r", parameters.r);
  add("tau", parameters.tau);
  add("unit", entropy::unit_of(measure, parameters));
  add("r_unit", std::string(word(entropy::r_unit_of(measure, parameters))));
  add("has_r", entropy::has(measure, entropy::kTolerance));
}

/// The value that R gives an option of a table. @throws Refused.
OptionValue value_of(const OptionText& option, const char* name, SEXP value);

/// Sets the options of a table that are given and not NULL. @throws Refused, Error invalid_argument.
template <typename Settings>
void read_rows(const Arguments& given, std::span<const OptionRow<Settings>> rows, Settings& settings) {
  for (const OptionRow<Settings>& row : rows) {
    const std::string name(row.name);
    const SEXP value = given.value(name.c_str());
    if (value != R_NilValue) row.set(settings, value_of(row, name.c_str(), value));
  }
}

/// Sets a parameter to the argument of that name, if given. @throws Refused, Error invalid_argument.
void read_option(const Arguments& given, const char* name, entropy::Parameters& parameters);

}  // namespace biotropy::r
