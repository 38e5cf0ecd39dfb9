// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <string>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/error.hpp"
#include "values.hpp"

namespace biotropy::r {

OptionValue value_of(const OptionText& option, const char* name, SEXP value) {
  const std::string allowed = option.allowed_values("\"");
  switch (option.kind) {
    case OptionKind::flag:
      return true_or_false(name, value);
    case OptionKind::whole:
      return static_cast<std::int64_t>(whole_number(name, value, allowed));
    case OptionKind::real:
      return real_number(name, value, allowed);
    case OptionKind::numbers: {
      if (Rf_isNumeric(value) == 0 || Rf_isObject(value) != 0) throw Refused{name, value, allowed};
      const cpp11::sexp numbers = cpp11::safe[Rf_coerceVector](value, REALSXP);
      return std::vector<double>(REAL(numbers), REAL(numbers) + Rf_xlength(numbers));
    }
    case OptionKind::word: {
      const std::vector<std::string> words = option.words();
      return words[one_of(name, value, words, allowed)];
    }
    case OptionKind::name:
      break;
  }
  return one_text(name, value, allowed);
}

namespace {

// Arguments that execution_of() and surrogates_of() read.
bool is_of_run(const std::string& name) {
  return name == "threads" || name == "device" || find_row(entropy::surrogate_options(), name) != nullptr;
}

struct Given {
  entropy::Settings measure;
  entropy::MultiscaleSettings scales;
};

// @param scales whether options of scales are accepted.
Given given_in(entropy::Measure measure, const Arguments& options, entropy::Missing missing, bool scales = false) {
  Given given;
  given.measure.measure = measure;
  for (const std::string& name : options.names()) {
    const SEXP value = options.value(name.c_str());
    if (value == R_NilValue || is_of_run(name)) continue;
    if (name == "convention") {
      given.measure.convention =
          require_choice<entropy::Convention>("convention", one_text("convention", value, "the name of a convention"));
    } else if (const auto* option = entropy::find_option(name)) {
      given.measure.set(*option, value_of(*option, name.c_str(), value));
    } else if (const auto* of_scales = scales ? find_row(entropy::multiscale_options(), name) : nullptr) {
      given.scales.set(*of_scales, value_of(*of_scales, name.c_str(), value));
    } else {
      throw Error(ErrorCode::invalid_argument, "there is no argument named " + name);
    }
  }
  given.measure.set(*entropy::find_option("missing"), std::string(word(missing)));
  return given;
}

}  // namespace

NaAction na_action(SEXP action) {
  if (TYPEOF(action) != STRSXP) return {entropy::Missing::raise, false};
  const std::string text = to_string(action);
  return {text == "omit" ? entropy::Missing::omit : entropy::Missing::raise, text == "pass"};
}

void read_option(const Arguments& given, const char* name, entropy::Parameters& parameters) {
  const entropy::Option& option = *entropy::find_option(name);
  if (const SEXP value = given.value(name); value != R_NilValue) {
    option.set(option, parameters, value_of(option, name, value));
  }
}

entropy::Parameters parameters_of(entropy::Measure measure, const Arguments& given, entropy::Missing missing,
                                  std::size_t n_samples) {
  return given_in(measure, given, missing).measure.parameters(n_samples);
}

entropy::MultiscaleParameters multiscale_parameters_of(entropy::Measure measure, const Arguments& given,
                                                       const std::vector<int>& scales, entropy::Missing missing,
                                                       std::size_t n_samples) {
  const Given all = given_in(measure, given, missing, true);
  return all.scales.parameters(all.measure, scales, n_samples);
}

entropy::SurrogateSettings surrogates_of(const Arguments& given) {
  entropy::SurrogateSettings settings;
  read_rows(given, entropy::surrogate_options(), settings);
  return settings;
}

}  // namespace biotropy::r
