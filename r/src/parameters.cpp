// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <map>
#include <string>

#include "biotropy/entropy/effect.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Parameters;

template <typename T>
void set_word(const Named& options, const char* argument, T& field, const std::map<std::string, T>& words) {
  if (!options.has(argument)) return;
  const std::string given = options.text(argument);
  const auto found = words.find(given);
  if (found != words.end()) {
    field = found->second;
    return;
  }
  std::string allowed;
  for (const auto& [text, meaning] : words) allowed += (allowed.empty() ? "\"" : ", \"") + text + "\"";
  throw Error::argument(argument, "\"" + given + "\"", "one of " + allowed);
}

void set_counting(Parameters& p, const Named& options) {
  if (options.has("m")) p.m = options.integer("m");
  if (options.has("tau")) p.tau = options.integer("tau");
  if (options.has("r")) p.r = options.number("r");
  if (options.has("ddof")) p.ddof = options.integer("ddof");
  if (options.has("closed")) p.boundary = options.flag("closed") ? match::Boundary::closed : match::Boundary::open;
  if (options.has("theiler")) p.theiler = options.integer("theiler");
  if (options.has("counter")) p.counter = options.text("counter");
  set_word<series::RUnit>(options, "r_unit", p.r_unit,
                          {{"sd", series::RUnit::sd}, {"absolute", series::RUnit::absolute}});
  set_word<entropy::Missing>(options, "missing", p.missing,
                             {{"raise", entropy::Missing::raise}, {"omit", entropy::Missing::omit}});
}

void set_formula(Parameters& p, const Named& options) {
  set_word<entropy::Bias>(options, "bias", p.bias,
                          {{"max", entropy::Bias::max},
                           {"zero", entropy::Bias::zero},
                           {"skip", entropy::Bias::skip},
                           {"none", entropy::Bias::none}});
  set_word<entropy::Undefined>(options, "undefined", p.undefined,
                               {{"natural", entropy::Undefined::natural},
                                {"negative", entropy::Undefined::negative},
                                {"bound", entropy::Undefined::bound}});
  if (options.has("membership")) p.membership.form = match::membership_form(options.text("membership"));
  if (options.has("n")) p.membership.n = options.number("n");
  if (options.has("corner")) p.membership.corner = options.number("corner");
  if (options.has("remove_local_mean")) p.remove_local_mean = options.flag("remove_local_mean");
}

}  // namespace

entropy::Measure measure_of(SEXP given) {
  const std::string text = to_string(given);
  std::string allowed;
  for (const entropy::Measure measure : entropy::kMeasures) {
    if (entropy::name(measure) == text) return measure;
    allowed += (allowed.empty() ? "\"" : ", \"") + std::string(entropy::name(measure)) + "\"";
  }
  throw Error::argument("measure", "\"" + text + "\"", "one of " + allowed);
}

Parameters parameters_of(entropy::Measure measure, SEXP given, std::size_t n_samples) {
  const Named options(given);
  Parameters result;
  if (options.has("convention")) {
    const int m = options.has("m") ? options.integer("m") : result.m;
    result = entropy::conventional(entropy::convention(options.text("convention")), measure, m, n_samples);
  }
  const Parameters usual = result;
  set_counting(result, options);
  set_formula(result, options);
  entropy::validate(measure, result);
  entropy::require_effect(measure, usual, result);
  return result;
}

}  // namespace biotropy::r
