// SPDX-License-Identifier: Apache-2.0
//
// Entropies of every column, and the counts below them.
#include <optional>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Entropy;
using entropy::Measure;
using namespace cpp11::literals;

// Of n samples against n: an order of magnitude, for the choice of running in place or watched.
double seconds(Measure measure, const entropy::Parameters& parameters, double n) {
  const bool is_slow = entropy::is_fuzzy(measure) || !parameters.counter.empty();
  return n * n * (is_slow ? 1e-9 : 1e-11);
}

template <typename Result, typename T>
cpp11::sexp each(const std::vector<Entropy>& found, T Entropy::*member) {
  std::vector<Result> values;
  values.reserve(found.size());
  for (const Entropy& one : found) values.push_back(Result(one.*member));
  return to_r(values);
}

SEXP to_list(const std::vector<Entropy>& found, const entropy::Parameters& parameters) {
  return cpp11::writable::list(
      {"value"_nm = each<double>(found, &Entropy::value), "matches_m"_nm = each<double>(found, &Entropy::matches_m),
       "matches_m1"_nm = each<double>(found, &Entropy::matches_m1),
       "membership_m"_nm = each<double>(found, &Entropy::membership_m),
       "membership_m1"_nm = each<double>(found, &Entropy::membership_m1),
       "templates_m"_nm = each<double>(found, &Entropy::templates_m),
       "templates_m1"_nm = each<double>(found, &Entropy::templates_m1),
       "tolerance"_nm = each<double>(found, &Entropy::r), "counter"_nm = each<std::string>(found, &Entropy::counter),
       "reason"_nm = each<std::string>(found, &Entropy::reason), "m"_nm = parameters.m, "r"_nm = parameters.r,
       "tau"_nm = parameters.tau, "in_sd"_nm = parameters.r_unit == series::RUnit::sd});
}

match::Rule rule_of(SEXP given, SEXP lengths) {
  const Named options(given);
  match::Rule rule;
  rule.lengths.assign(INTEGER(lengths), INTEGER(lengths) + Rf_xlength(lengths));
  rule.tau = options.integer("tau");
  rule.r = options.number("r");
  rule.boundary = options.flag("closed") ? match::Boundary::closed : match::Boundary::open;
  rule.templates = options.text("templates") == "common" ? match::TemplateRule::common : match::TemplateRule::all;
  rule.theiler = options.integer("theiler");
  rule.per_template = options.flag("per_template");
  return rule;
}

}  // namespace

SEXP measure(SEXP name, SEXP x, SEXP y, SEXP options, SEXP raise, SEXP run) {
  return guarded([&]() -> SEXP {
    const Measure measure = measure_of(name);
    const Columns u(x), v(y == R_NilValue ? x : y);
    const auto parameters = parameters_of(measure, options, u.rows());
    const bool raises = Rf_asLogical(raise) == TRUE;
    std::vector<Entropy> found(u.columns());
    const double guess = seconds(measure, parameters, static_cast<double>(u.rows()));
    run_interruptibly(run, guess * static_cast<double>(found.size()), [&](const Execution& execution) {
      with_threads(execution, [&] {
        parallel_for(found.size(), execution.cancel, [&](std::size_t j) {
          found[j] = raises ? entropy::compute(measure, u.column(j), v.column(j), parameters, execution)
                            : entropy::compute_or_reason(measure, u.column(j), v.column(j), parameters, execution);
        });
      });
    });
    return to_list(found, parameters);
  });
}

SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options, SEXP run) {
  return guarded([&]() -> SEXP {
    const match::Rule rule = rule_of(options, lengths);
    const Named given(options);
    const std::string counter = given.has("counter") ? given.text("counter") : std::string();
    const Columns u(x), v(y);
    const double pairs = static_cast<double>(u.rows()) * static_cast<double>(v.rows());
    match::Counts counts;
    run_interruptibly(run, pairs * (counter.empty() ? 1e-11 : 1e-9), [&](const Execution& execution) {
      counts = match::count_matches(u.column(0), v.column(0), rule, execution, counter);
    });
    cpp11::writable::list of_templates;
    for (const auto& one : counts.per_template) {
      of_templates.push_back(to_r(std::vector<double>(one.begin(), one.end())));
    }
    return cpp11::writable::list({"totals"_nm = to_r(counts.totals), "per_template"_nm = of_templates});
  });
}

}  // namespace biotropy::r
