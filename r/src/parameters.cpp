// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include "biotropy/entropy/effect.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Parameters;

const char* const kPositive = "an integer of at least 1";

void read_formula(const Arguments& given, Parameters& p) {
  given.read_word("bias", p.bias);
  given.read_word("undefined", p.undefined);
  if (const SEXP form = given.chosen("membership"); form != R_NilValue) {
    p.membership.form = match::membership_form(one_text("membership", form, "the name of a function"));
  }
  given.read("n", p.membership.n, "a number above 0");
  given.read("corner", p.membership.corner, "a number");
  given.read("remove_local_mean", p.remove_local_mean);
}

}  // namespace

void read_counting(const Arguments& given, Parameters& p) {
  given.read("m", p.m, kPositive);
  given.read("tau", p.tau, kPositive);
  given.read("r", p.r, "a finite number of at least 0");
  given.read_word("r_unit", p.r_unit);
  given.read("ddof", p.ddof, "0 or 1");
  if (const SEXP closed = given.chosen("closed"); closed != R_NilValue) {
    p.boundary = true_or_false("closed", closed) ? match::Boundary::closed : match::Boundary::open;
  }
  if (const SEXP theiler = given.chosen("theiler"); theiler != R_NilValue) {
    p.theiler = whole_number("theiler", theiler, "an integer of at least -1");
  }
  given.read("counter", p.counter, "the name of an engine");
}

NaAction na_action(SEXP action) {
  if (TYPEOF(action) != STRSXP) return {entropy::Missing::raise, false};
  const std::string text = to_string(action);
  return {text == "omit" ? entropy::Missing::omit : entropy::Missing::raise, text == "pass"};
}

Parameters parameters_of(entropy::Measure measure, const Arguments& given, entropy::Missing missing,
                         std::size_t n_samples) {
  Parameters result;
  entropy::Convention convention = entropy::Convention::richman_moorman;
  if (const SEXP name = given.value("convention"); name != R_NilValue) {
    convention = entropy::convention(one_text("convention", name, "the name of a convention"));
    given.read("m", result.m, kPositive);
    result = entropy::conventional(convention, measure, result.m, n_samples);
  }
  const Parameters usual = result;
  read_counting(given, result);
  read_formula(given, result);
  result.missing = missing;
  entropy::validate(measure, result);
  entropy::require_effect(measure, usual, result);
  entropy::require_same_values(convention, measure, result);
  return result;
}

}  // namespace biotropy::r
