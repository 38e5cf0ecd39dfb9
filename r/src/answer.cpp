// SPDX-License-Identifier: Apache-2.0
//
// Measures of columns, of epochs, of pairs, at scales and in windows; counts of matches. Arrays have the dimensions of
// the library in reverse, as the first one is the fastest in R.
#include <R_ext/Arith.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/nan.hpp"
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
using entropy::Measured;
using entropy::Request;
using namespace cpp11::literals;

SEXP text_of(std::string_view text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

double or_na(double number) {
  return std::isnan(number) ? NA_REAL : number;
}

template <typename Numbers>
SEXP numbers(std::size_t n, const Numbers& of) {
  const SEXP values = Rf_allocVector(REALSXP, static_cast<R_xlen_t>(n));
  for (std::size_t i = 0; i < n; ++i) REAL(values)[i] = or_na(static_cast<double>(of(i)));
  return values;
}

template <typename Texts>
SEXP texts(std::size_t n, const Texts& of) {
  const SEXP values = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(n)));
  for (std::size_t i = 0; i < n; ++i) SET_STRING_ELT(values, static_cast<R_xlen_t>(i), text_of(of(i)));
  UNPROTECT(1);
  return values;
}

SEXP scalar(std::string_view text) {
  return Rf_ScalarString(text_of(text));
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
  return texts(columns.size(), [&](std::size_t i) { return columns[i]; });
}

// The list of a short series is made without protecting its elements. @param names of the series, or NULL.
SEXP to_list(const Measured& measured, const EpochArray& epochs, Measure kind, SEXP measure, SEXP n,
             const entropy::Parameters& parameters, SEXP names, SEXP surrogates) {
  return cpp11::unwind_protect([&] {
    static ListKind kinds[4];
    const std::vector<Entropy>& found = measured.entries;
    const bool has_test = surrogates != R_NilValue, has_error = !measured.standard_error.empty();
    ListMaker list(21 + (has_test ? 1 : 0) + (has_error ? 3 : 0), kinds[(has_test ? 1 : 0) + (has_error ? 2 : 0)]);
    const auto add = [&](const char* name, auto member) {  // NA of series that were not measured
      const auto of = [&](std::size_t i) { return epochs.passed(i) ? kNaN : static_cast<double>(found[i].*member); };
      list.add(name, numbers(found.size(), of), names);
    };
    list.add("measure", measure);
    list.add("n", n);
    add("value", &Entropy::value);
    add("matches_m", &Entropy::matches_m);
    add("matches_m1", &Entropy::matches_m1);
    add("membership_m", &Entropy::membership_m);
    add("membership_m1", &Entropy::membership_m1);
    add("templates_m", &Entropy::templates_m);
    add("templates_m1", &Entropy::templates_m1);
    add("patterns", &Entropy::patterns);
    add("tolerance", &Entropy::r);
    list.add("engine", texts(found.size(), [&](std::size_t i) { return found[i].engine; }), names);
    const auto reason = [&](std::size_t i) { return epochs.passed(i) ? std::string_view(kPassed) : found[i].reason; };
    list.add("reason", texts(found.size(), reason), names);
    list.add("sums", columns_of(kind));
    describe(kind, parameters, [&](const char* part, auto value) { list.add(part, scalar(value)); });
    if (has_test) list.add("surrogates", surrogates);
    const auto add_error = [&](const char* name, const std::vector<double>& values) {
      list.add(name, numbers(values.size(), [&](std::size_t i) { return epochs.passed(i) ? kNaN : values[i]; }), names);
    };
    if (has_error) {
      add_error("standard_error", measured.standard_error);
      add_error("lower", measured.lower);
      add_error("upper", measured.upper);
    }
    return list.done("biotropy_entropy");
  });
}

// An array of an answer; NA for NaN, and for what belongs to a series that was not measured.
cpp11::sexp array_of(const NamedArray& array, const EpochArray& epochs, bool pairs) {
  const bool each = !pairs && !array.dims.empty() && array.dims[0] != "scale";
  const auto passed = [&](std::size_t i, std::size_t size) {
    return each && epochs.passed(i * epochs.n_values() / size);
  };
  std::vector<std::size_t> dimensions(array.shape.rbegin(), array.shape.rend());
  if (const auto* given = std::get_if<std::vector<std::string>>(&array.values)) {
    std::vector<std::string> all = *given;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (passed(i, all.size())) all[i] = kPassed;
    }
    return dimensions.empty() ? to_r(all) : shaped(to_r(all), dimensions);
  }
  std::vector<double> all;
  std::visit(
      [&](const auto& values) {
        if constexpr (std::is_arithmetic_v<typename std::decay_t<decltype(values)>::value_type>) {
          all.assign(values.begin(), values.end());
        }
      },
      array.values);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = passed(i, all.size()) ? NA_REAL : or_na(all[i]);
  return shaped(to_r(all), dimensions);
}

std::vector<std::string> labels_of(SEXP names, std::size_t n_channels) {
  std::vector<std::string> labels;
  if (TYPEOF(names) == STRSXP) labels = to_strings(names);
  return labels.size() == n_channels ? labels : std::vector<std::string>();
}

cpp11::sexp numbers_of(entropy::SurrogateTest test) {
  cpp11::writable::list numbers;
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    std::vector<double>& column = test.*number.column;
    std::ranges::transform(column, column.begin(), or_na);
    numbers.push_back(cpp11::named_arg(std::string(number.name).c_str()) = to_r(column));
  }
  return static_cast<SEXP>(numbers);
}

}  // namespace

// One value of each series or, by the measure and its options, of an epoch or of all epochs.
// @param dimensions samples, channels, epochs of x; NULL: of its rows and columns. @param y NULL, or series of as many
// channels and epochs. @param n samples of a series as the caller counts them. @param names of the values, or NULL.
// @param channels their names, or NULL.
SEXP measure(SEXP name, SEXP x, SEXP y, SEXP dimensions, SEXP n, SEXP single, SEXP names, SEXP channels, SEXP action,
             SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const NaAction gaps = na_action(action);
    Request request = request_of(name, given, gaps.missing);
    const Columns data(x);
    std::vector<std::size_t> sizes{data.rows(), data.columns(), 1};
    if (dimensions != R_NilValue) sizes = to_sizes(dimensions);
    const auto parameters = request.measure.parameters(sizes[0]);
    const std::vector<std::string> labels = labels_of(channels, sizes[1]);
    EpochArray of_x({sizes[2], sizes[1], sizes[0], data.all()}, request.measure.measure, parameters, gaps, labels);
    std::optional<EpochArray> of_y;
    if (y != R_NilValue) {
      const Columns other(y);
      of_y.emplace(series::EpochView(sizes[2], sizes[1], other.all().size() / (sizes[1] * sizes[2]), other.all()),
                   request.measure.measure, parameters, gaps, labels);
      of_x.pass_with(*of_y);
    }
    request.raises = true_or_false("single", single) && !of_x.passed(0);
    const series::EpochView view = of_x.view(), other = of_y ? of_y->view() : view;
    const series::EpochView* const second = of_y ? &other : nullptr;
    Measured found;
    run_interruptibly(execution_of(given), entropy::expected_seconds(request, view), [&](const Execution& execution) {
      found = entropy::measure_and_test(request, view, second, execution);
    });
    cpp11::sexp test = R_NilValue;
    if (found.test) test = numbers_of(std::move(*found.test));
    return to_list(found, of_x, request.measure.measure, name, n, parameters, names, test);
  });
}

// @param how scales, pairs, of_mean, gaps, single, window, step and channels, as measures need them.
SEXP answer(SEXP name, SEXP x, SEXP dimensions, SEXP how, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Named asked(how);
    const NaAction gaps = na_action(action);
    std::optional<std::vector<int>> scales;
    if (asked.has("scales")) scales = whole_numbers("scales", asked.value("scales"), "integers of at least 1", 1);
    Request request = request_of(name, given, gaps.missing, std::move(scales));
    request.pairs = asked.flag("pairs");
    request.tested = asked.flag("of_mean") ? entropy::Keep::mean : entropy::Keep::epochs;
    request.missing_are_gaps = asked.flag("gaps");
    const Columns data(x);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    series::EpochView series(sizes[2], sizes[1], sizes[0], data.all());
    if (asked.has("window")) {
      series.n_times = static_cast<std::size_t>(asked.integer("window"));
      series.step = static_cast<std::size_t>(asked.integer("step"));
      series.n_epochs = (sizes[0] - series.n_times) / series.step + 1;
    }
    const auto parameters = request.measure.parameters(series.n_times);
    const std::vector<std::string> labels = labels_of(asked.value("channels"), sizes[1]);
    const NaAction marked{gaps.missing, gaps.passes && !request.pairs};
    const EpochArray epochs(series, request.measure.measure, parameters, marked, labels);
    const series::EpochView view = epochs.view();
    request.raises = asked.flag("single") && !epochs.passed(0);
    std::vector<NamedArray> found;
    run_interruptibly(execution_of(given), entropy::expected_seconds(request, view),
                      [&](const Execution& execution) { found = entropy::answer(request, view, nullptr, execution); });
    cpp11::writable::list list, surrogates;
    for (const NamedArray& one : found) {
      const bool of_test =
          std::ranges::any_of(entropy::kSurrogateNumbers, [&](const auto& number) { return number.name == one.name; });
      const std::string as = one.name == "r" ? "tolerance" : one.name;
      (of_test ? surrogates : list).push_back(cpp11::named_arg(as.c_str()) = array_of(one, epochs, request.pairs));
    }
    if (surrogates.size() > 0) list.push_back("surrogates"_nm = surrogates);
    describe(request, parameters, [&](const char* part, const auto& value) { add(list, part, value); });
    return list;
  });
}

SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    entropy::Parameters parameters;
    for (const char* name : {"tau", "boundary", "templates", "theiler", "engine"}) {
      read_option(given, name, parameters);
    }
    const match::Rule rule = entropy::counting_rule(
        parameters, whole_numbers("lengths", lengths, "increasing integers of at least 1", 1),
        real_number("r", given.value("r"), "a finite number of at least 0"),  // it has no default
        true_or_false("per_template", given.value("per_template")));
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
