// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/parameters.hpp"

#include <string>

#include "biotropy/entropy/effect.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

using entropy::Measure;
using entropy::Parameters;

template <typename Choice>
Choice choice(const char* argument, const nb::handle& value) {
  std::string given;
  const auto found = nb::try_cast(value, given) ? entropy::choice_of<Choice>(given) : std::nullopt;
  if (!found) throw Error::argument(argument, shown(value), entropy::one_of_words<Choice>("'"));
  return *found;
}

const OptionSetters<Parameters>& parameter_setters() {
  static const OptionSetters<Parameters> table{
      {"m", [](Parameters& p, const nb::handle& v) { p.m = number<int>("m", v, "an integer of at least 1"); }},
      {"tau", [](Parameters& p, const nb::handle& v) { p.tau = number<int>("tau", v, "an integer of at least 1"); }},
      {"r", [](Parameters& p, const nb::handle& v) { p.r = number<double>("r", v, "a finite number of at least 0"); }},
      {"r_unit", [](Parameters& p, const nb::handle& v) { p.r_unit = choice<series::RUnit>("r_unit", v); }},
      {"ddof", [](Parameters& p, const nb::handle& v) { p.ddof = number<int>("ddof", v, "0 or 1"); }},
      {"closed",
       [](Parameters& p, const nb::handle& v) {
         const bool closed = number<bool>("closed", v, "True or False");
         p.boundary = closed ? match::Boundary::closed : match::Boundary::open;
       }},
      {"theiler",
       [](Parameters& p, const nb::handle& v) {
         p.theiler = number<std::int64_t>("theiler", v, "an integer of at least -1");
       }},
      {"nan_policy", [](Parameters& p, const nb::handle& v) { p.missing = choice<entropy::Missing>("nan_policy", v); }},
      {"bias", [](Parameters& p, const nb::handle& v) { p.bias = choice<entropy::Bias>("bias", v); }},
      {"undefined",
       [](Parameters& p, const nb::handle& v) { p.undefined = choice<entropy::Undefined>("undefined", v); }},
      {"membership",
       [](Parameters& p, const nb::handle& v) {
         p.membership.form = match::membership_form(number<std::string>("membership", v, "the name of a function"));
       }},
      {"n", [](Parameters& p, const nb::handle& v) { p.membership.n = number<double>("n", v, "a number above 0"); }},
      {"corner",
       [](Parameters& p, const nb::handle& v) { p.membership.corner = number<double>("corner", v, "a number"); }},
      {"remove_local_mean",
       [](Parameters& p, const nb::handle& v) {
         p.remove_local_mean = number<bool>("remove_local_mean", v, "True or False");
       }},
      {"counter", [](Parameters& p,
                     const nb::handle& v) { p.counter = number<std::string>("counter", v, "the name of an engine"); }},
      // What the others start from: read before them.
      {"convention", [](Parameters&, const nb::handle&) {}},
  };
  return table;
}

nb::object given(const nb::dict& options, const char* name) {
  return options.contains(name) ? nb::object(options[name]) : nb::none();
}

}  // namespace

Parameters parameters_of(Measure measure, const nb::dict& options, std::size_t n_samples) {
  Parameters result;
  entropy::Convention named = entropy::Convention::richman_moorman;
  const nb::object convention = given(options, "convention");
  if (!convention.is_none()) {
    const nb::object length = given(options, "m");
    const int m = length.is_none() ? result.m : number<int>("m", length, "an integer of at least 1");
    named = entropy::convention(number<std::string>("convention", convention, "the name of a convention"));
    result = entropy::conventional(named, measure, m, n_samples);
  }
  const Parameters usual = result;
  set_options(result, parameter_setters(), options);
  entropy::validate(measure, result);
  entropy::require_effect(measure, usual, result);
  entropy::require_same_values(named, measure, result);
  return result;
}

nb::dict described(Measure measure, const nb::dict& options, std::size_t n_samples) {
  const Parameters values = parameters_of(measure, options, n_samples);
  if (!values.counter.empty()) match::counter(values.counter);
  const match::Rule rule = entropy::rule_of(measure, values, values.r);
  const auto text = [](std::string_view word) { return nb::str(word.data(), word.size()); };
  const nb::object convention = given(options, "convention");
  nb::dict made;
  made["convention"] = convention.is_none() ? text(entropy::name(entropy::Convention::richman_moorman)) : convention;
  made["m"] = values.m;
  made["r"] = values.r;
  made["r_unit"] = text(entropy::word(values.r_unit));
  made["tau"] = values.tau;
  made["ddof"] = values.ddof;
  if (!entropy::is_fuzzy(measure)) made["boundary"] = text(entropy::word(values.boundary));
  made["templates"] = text(entropy::word(rule.templates));
  made["theiler"] = rule.theiler;
  if (measure == Measure::cross_apen) made["bias"] = text(entropy::word(values.bias));
  if (!entropy::is_approximate(measure)) made["undefined"] = text(entropy::word(values.undefined));
  if (values.drop_sign && entropy::is_approximate(measure)) made["sign"] = "dropped";
  if (entropy::is_fuzzy(measure)) {
    made["membership"] = text(match::name(values.membership.form));
    made["fuzzy_power"] = values.membership.n;
    made["membership_corner"] = values.membership.corner;
    made["local_mean"] = values.remove_local_mean ? "removed" : "kept";
  }
  made["missing"] = text(entropy::word(values.missing));
  return made;
}

}  // namespace biotropy::python
