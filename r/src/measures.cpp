// SPDX-License-Identifier: Apache-2.0
//
// Entropies of every column, and counts of matches.
#include <R_ext/Arith.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "epoch_array.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "threads.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Entropy;
using entropy::Measure;
using namespace cpp11::literals;

// No value for series that were not measured.
using Measured = std::optional<Entropy>;

// Converts numbers, with NA for NaN.
template <typename T>
SEXP numbers(const std::vector<Measured>& found, T Entropy::*member) {
  const SEXP values = Rf_allocVector(REALSXP, static_cast<R_xlen_t>(found.size()));
  std::transform(found.begin(), found.end(), REAL(values), [&](const Measured& one) {
    const double number = one ? static_cast<double>((*one).*member) : NA_REAL;
    return std::isnan(number) ? NA_REAL : number;
  });
  return values;
}

// @param otherwise text for a series that was not measured.
template <typename T>
SEXP texts(const std::vector<Measured>& found, T Entropy::*member, const char* otherwise) {
  const SEXP values = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(found.size())));
  for (std::size_t j = 0; j < found.size(); ++j) {
    const std::string_view text = found[j] ? std::string_view((*found[j]).*member) : otherwise;
    SET_STRING_ELT(values, static_cast<R_xlen_t>(j),
                   Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8));
  }
  UNPROTECT(1);
  return values;
}

SEXP scalar(std::string_view text) {
  return Rf_ScalarString(Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8));
}
SEXP scalar(int number) {
  return Rf_ScalarInteger(number);
}
SEXP scalar(double number) {
  return Rf_ScalarReal(number);
}
SEXP scalar(bool flag) {
  return Rf_ScalarLogical(flag);
}

// Names of the numbers that values are computed from.
SEXP columns_of(Measure measure) {
  std::vector<std::string_view> columns;
  for (const entropy::Number& number : entropy::numbers_of(measure)) columns.push_back(number.name);
  if (columns.empty()) columns = {"matches_m", "matches_m1"};
  const SEXP values = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(columns.size())));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    SET_STRING_ELT(values, static_cast<R_xlen_t>(i),
                   Rf_mkCharLenCE(columns[i].data(), static_cast<int>(columns[i].size()), CE_UTF8));
  }
  UNPROTECT(1);
  return values;
}

// @param names names of the series, or NULL.
SEXP to_list(const std::vector<Measured>& found, Measure kind, SEXP measure, const entropy::Parameters& parameters,
             SEXP n, SEXP names) {
  return cpp11::unwind_protect([&] {
    static ListKind kind_of_list;
    ListMaker list(21, kind_of_list);
    list.add("measure", measure);
    list.add("n", n);
    list.add("value", numbers(found, &Entropy::value), names);
    list.add("matches_m", numbers(found, &Entropy::matches_m), names);
    list.add("matches_m1", numbers(found, &Entropy::matches_m1), names);
    list.add("membership_m", numbers(found, &Entropy::membership_m), names);
    list.add("membership_m1", numbers(found, &Entropy::membership_m1), names);
    list.add("templates_m", numbers(found, &Entropy::templates_m), names);
    list.add("templates_m1", numbers(found, &Entropy::templates_m1), names);
    list.add("patterns", numbers(found, &Entropy::patterns), names);
    list.add("tolerance", numbers(found, &Entropy::r), names);
    list.add("engine", texts(found, &Entropy::engine, ""), names);
    list.add("reason", texts(found, &Entropy::reason, kPassed), names);
    list.add("sums", columns_of(kind));
    describe(kind, parameters, [&](const char* part, auto value) { list.add(part, scalar(value)); });
    return list.done("biotropy_entropy");
  });
}

match::Rule rule_of(const Arguments& given, const entropy::Parameters& parameters, SEXP lengths) {
  match::Rule rule;
  rule.lengths = whole_numbers("lengths", lengths, "increasing integers of at least 1", 1);
  rule.tau = parameters.tau;
  rule.r = real_number("r", given.value("r"), "a finite number of at least 0");  // it has no default
  rule.boundary = parameters.boundary;
  rule.theiler = parameters.theiler.value_or(rule.theiler);
  rule.templates = one_of<match::TemplateRule>("templates", given.value("templates"));
  rule.per_template = true_or_false("per_template", given.value("per_template"));
  return rule;
}

}  // namespace

SEXP measure(SEXP name, SEXP x, SEXP y, SEXP n, SEXP names, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Measure measure = *choice_of<Measure>(to_string(name));
    const Columns u(x), v(y);
    const NaAction gaps = na_action(action);
    const auto parameters = parameters_of(measure, given, gaps.missing, u.rows());
    const bool raises = u.is_vector() && v.is_vector();
    std::vector<Measured> found(u.columns());
    const auto warn_of = [&](const Columns& columns, const Execution& execution) {
      const series::EpochView view(1, columns.columns(), columns.rows(), columns.all());
      entropy::warn_of_tolerance(view, measure, parameters, execution);
    };
    const auto measure_column = [&](std::size_t j, const Execution& execution) {
      if (j == 0) warn_of(u, execution);
      if (j == 0 && entropy::is_cross(measure)) warn_of(v, execution);
      if (gaps.passes && (has_gap(u.column(j)) || has_gap(v.column(j)))) return;
      found[j] = raises ? entropy::compute(measure, u.column(j), v.column(j), parameters, execution)
                        : entropy::compute_or_reason(measure, u.column(j), v.column(j), parameters, execution);
    };
    const double guess = entropy::expected_seconds(measure, parameters, static_cast<double>(u.rows()));
    for_each_interruptibly(execution_of(given), guess * static_cast<double>(found.size()), found.size(),
                           measure_column);
    return to_list(found, measure, name, parameters, n, names);
  });
}

SEXP measure_epochs(SEXP name, SEXP data, SEXP dimensions, SEXP single, SEXP names, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Measure measure = *choice_of<Measure>(to_string(name));
    const NaAction gaps = na_action(action);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    const auto parameters = parameters_of(measure, given, gaps.missing, sizes[0]);
    const EpochArray epochs(data, dimensions, measure, parameters, gaps);
    const bool raises = true_or_false("single", single);
    std::vector<Entropy> entries;
    const double guess = entropy::expected_seconds(measure, parameters, static_cast<double>(sizes[0]));
    const auto measure_all = [&](const Execution& execution) {
      entropy::warn_of_tolerance(epochs.view(), measure, parameters, execution);
      if (raises && !epochs.passed(0)) {
        entries.push_back(entropy::compute(measure, epochs.first(), parameters, execution));
      } else {
        const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
        entries = entropy::grid_each_channel(epochs.view(), measure, grid, parameters, execution);
      }
    };
    run_interruptibly(execution_of(given), guess * static_cast<double>(sizes[1] * sizes[2]), measure_all);
    std::vector<Measured> found(entries.begin(), entries.end());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (epochs.passed(i)) found[i].reset();
    }
    return to_list(found, measure, name, parameters, cpp11::safe[Rf_ScalarInteger](static_cast<int>(sizes[0])), names);
  });
}

SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    entropy::Parameters parameters;
    for (const char* name : {"tau", "boundary", "theiler", "engine"}) read_option(given, name, parameters);
    const match::Rule rule = rule_of(given, parameters, lengths);
    const std::string& engine = parameters.engine;
    const Columns u(x), v(y);
    const double pairs = static_cast<double>(u.rows()) * static_cast<double>(v.rows());
    match::Counts counts;
    run_interruptibly(execution_of(given), pairs * (engine.empty() ? 1e-11 : 1e-9), [&](const Execution& execution) {
      counts = match::count_matches(u.column(0), v.column(0), rule, execution, engine);
    });
    cpp11::writable::list of_templates;
    for (const auto& one : counts.per_template) {
      of_templates.push_back(to_r(std::vector<double>(one.begin(), one.end())));
    }
    return cpp11::writable::list(
        {"lengths"_nm = to_r(rule.lengths), "totals"_nm = to_r(counts.totals), "per_template"_nm = of_templates});
  });
}

}  // namespace biotropy::r
