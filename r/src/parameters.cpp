// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <string>

#include "biotropy/entropy/settings.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

entropy::OptionValue value_of(const entropy::Option& option, const char* name, SEXP value) {
  const std::string allowed = option.allowed_values("\"");
  switch (option.kind) {
    case entropy::OptionKind::flag:
      return true_or_false(name, value);
    case entropy::OptionKind::whole:
      return static_cast<std::int64_t>(whole_number(name, value, allowed));
    case entropy::OptionKind::real:
      return real_number(name, value, allowed);
    case entropy::OptionKind::word: {
      const std::vector<std::string> words = option.words();
      return words[one_of(name, value, words, allowed)];
    }
    case entropy::OptionKind::name:
      break;
  }
  return one_text(name, value, allowed);
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
  entropy::Settings settings;
  settings.measure = measure;
  if (const SEXP name = given.value("convention"); name != R_NilValue) {
    settings.convention =
        require_choice<entropy::Convention>("convention", one_text("convention", name, "the name of a convention"));
  }
  for (const entropy::Option& option : entropy::options()) {
    const std::string name(option.name);
    if (const SEXP value = given.value(name.c_str()); value != R_NilValue) {
      settings.set(option, value_of(option, name.c_str(), value));
    }
  }
  entropy::Parameters parameters = settings.parameters(n_samples);
  parameters.missing = missing;
  return parameters;
}

}  // namespace biotropy::r
