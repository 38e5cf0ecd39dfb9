// SPDX-License-Identifier: Apache-2.0
//
// Converts arguments of R functions to parameters of the library.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "biotropy/entropy/request.hpp"

namespace biotropy::r {

/// Treatment of missing samples: the policy of the library, and an additional one of R.
struct NaAction {
  entropy::Missing missing;
  bool passes = false;   ///< na.pass: a series with missing samples is not measured, and its value is NA
  bool of_gaps = false;  ///< missing samples may be left out in RR intervals alone, where they are gaps
};

/// @param action "raise", "omit", "gaps", "pass", or a function, which was applied: remaining missing samples are an
/// error.
NaAction na_action(SEXP action);

/// Reason of a series that was not measured.
inline constexpr const char* kPassed = "missing values (na.pass)";

/// A request with the given options; those that are not given, or NULL, have the value of the convention.
/// @throws Refused, Error invalid_argument, also for an option that does not exist.
entropy::Request request_of(SEXP measure, const Arguments& given, entropy::Missing missing,
                            std::optional<std::vector<int>> scales = {});

/// Adds the numbers and texts that methods of R print: name of the measure, parameters of a heading, unit of the
/// values.
/// @param add function of a name and a value.
template <typename Add>
void describe(entropy::Measure measure, const entropy::Parameters& parameters, const Add& add) {
  const bool normalised = measure == entropy::Measure::permen && parameters.normalise;
  add("name", (normalised ? "normalised " : "") + std::string(entropy::row_of(measure).name));
  add("m", entropy::length_of(measure, parameters));
  add("r", parameters.r);
  add("tau", parameters.tau);
  add("unit", entropy::unit_of(measure, parameters));
  add("r_unit", std::string(word(entropy::r_unit_of(measure, parameters))));
  add("has_r", entropy::has(measure, entropy::kTolerance));
}

template <typename Add>
void describe(const entropy::Request& request, const entropy::Parameters& parameters, const Add& add) {
  describe(request.measure.measure, parameters, add);
  if (!request.scales) return;
  const entropy::MultiscaleParameters at = request.at_scales(0);
  add("method", std::string(word(at.method)));
  add("grain", std::string(word(at.grain)));
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
