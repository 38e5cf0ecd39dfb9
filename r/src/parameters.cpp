// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <string>
#include <utility>

#include "biotropy/error.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

std::vector<double> numbers_of(const char* name, SEXP value, const std::string& allowed) {
  if (Rf_isNumeric(value) == 0 || Rf_isObject(value) != 0) throw Refused{name, value, allowed};
  const cpp11::sexp numbers = cpp11::safe[Rf_coerceVector](value, REALSXP);
  return {REAL(numbers), REAL(numbers) + Rf_xlength(numbers)};
}

}  // namespace

OptionValue value_of(const OptionText& option, const char* name, SEXP value) {
  const std::string allowed = option.allowed_values("\"");
  const bool is_list = Rf_isNumeric(value) != 0 && Rf_xlength(value) > 1;
  const bool is_m_or_r = option.symbol == "LIST" && option.kind != OptionKind::name;
  if (is_m_or_r && is_list) return numbers_of(name, value, allowed);
  if (is_m_or_r && TYPEOF(value) == STRSXP) return one_text(name, value, allowed);
  switch (option.kind) {
    case OptionKind::flag:
      return true_or_false(name, value);
    case OptionKind::whole:
      return large_whole_number(name, value, allowed);
    case OptionKind::real:
      return real_number(name, value, allowed);
    case OptionKind::numbers:
      return numbers_of(name, value, allowed);
    case OptionKind::word: {
      const std::vector<std::string> words = option.words();
      if (Rf_isNumeric(value) != 0 && Rf_xlength(value) == 1)  // "10" as a number
        return require_word(name, std::to_string(whole_number(name, value, allowed)), words, "\"");
      return words[one_of(name, value, words, allowed)];
    }
    case OptionKind::length:
      if (TYPEOF(value) != STRSXP) return large_whole_number(name, value, allowed);
      break;
    case OptionKind::name:
      break;
  }
  return one_text(name, value, allowed);
}

NaAction na_action(SEXP action) {
  const std::string text = TYPEOF(action) == STRSXP ? to_string(action) : "";
  const bool of_gaps = text == "gaps";
  return {text == "omit" || of_gaps ? entropy::Missing::omit : entropy::Missing::raise, text == "pass", of_gaps};
}

void read_option(const Arguments& given, const char* name, entropy::Parameters& parameters) {
  const entropy::Option& option = *entropy::find_option(name);
  if (const SEXP value = given.value(name); value != R_NilValue) {
    option.set(option, parameters, value_of(option, name, value));
  }
}

entropy::Request request_of(SEXP measure, const Arguments& given, entropy::Missing missing,
                            std::optional<std::vector<int>> scales) {
  entropy::Request request;
  request.measure.measure = *choice_of<entropy::Measure>(to_string(measure));
  request.scales = std::move(scales);
  for (const std::string& name : given.names()) {
    const SEXP value = given.value(name.c_str());
    if (value == R_NilValue || name == "threads" || name == "device") continue;
    request.set(name, [&](const OptionText& option) { return value_of(option, name.c_str(), value); });
  }
  if (missing != entropy::Missing::raise) {
    request.measure.set(*entropy::find_option("missing"), std::string(word(missing)));
  }
  return request;
}

}  // namespace biotropy::r
