// SPDX-License-Identifier: Apache-2.0
//
// Entropies of every column at many time scales.
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"

#include <R_ext/Arith.h>

#include <cmath>
#include <optional>

#include "epoch_array.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "threads.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Multiscale;
using entropy::MultiscaleParameters;
using namespace cpp11::literals;

// One for each series; none for series that were not measured.
using Curves = std::vector<std::optional<Multiscale>>;

// Matrix of a number of every scale and curve.
template <typename Number>
cpp11::sexp table(const Curves& curves, std::size_t scales, Number&& number) {
  std::vector<double> values;
  for (const auto& curve : curves) {
    for (std::size_t i = 0; i < scales; ++i) {
      const double value = curve ? static_cast<double>(number(curve->scales[i])) : NA_REAL;
      values.push_back(std::isnan(value) ? NA_REAL : value);
    }
  }
  return shaped(to_r(values), {scales, curves.size()});
}

SEXP to_list(const Curves& curves, const MultiscaleParameters& parameters) {
  const std::size_t scales = parameters.scales.size();
  std::vector<double> index;
  std::vector<std::string> reasons;
  for (const auto& curve : curves) {
    const double sum = curve ? curve->complexity_index : NA_REAL;
    index.push_back(std::isnan(sum) ? NA_REAL : sum);
    for (std::size_t i = 0; i < scales; ++i) reasons.push_back(curve ? curve->scales[i].entropy.reason : kPassed);
  }
  const auto each = [&](auto&& number) { return table(curves, scales, number); };
  cpp11::writable::list list({"value"_nm = each([](const auto& at) { return at.entropy.value; }),
                              "complexity_index"_nm = to_r(index),
                              "matches_m"_nm = each([](const auto& at) { return at.entropy.matches_m; }),
                              "matches_m1"_nm = each([](const auto& at) { return at.entropy.matches_m1; }),
                              "samples"_nm = each([](const auto& at) { return at.samples; }),
                              "reason"_nm = shaped(to_r(reasons), {scales, curves.size()})});
  list.push_back("method"_nm = to_r(std::string(word(parameters.method))));
  list.push_back("grain"_nm = to_r(std::string(word(parameters.grain))));
  describe(parameters.measure, parameters.entropy,
           [&](const char* name, const auto& value) { add(list, name, value); });
  return list;
}

}  // namespace

SEXP multiscale(SEXP x, SEXP action, SEXP measure, SEXP scales, SEXP missing_are_gaps, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Columns u(x);
    const NaAction gaps = na_action(action);
    MultiscaleParameters parameters =
        multiscale_parameters_of(*choice_of<entropy::Measure>(to_string(measure)), given,
                                 whole_numbers("scales", scales, "integers of at least 1", 1), gaps.missing, u.rows());
    parameters.missing_are_gaps = true_or_false("missing_are_gaps", missing_are_gaps);
    Curves curves(u.columns());
    const series::EpochView view(1, u.columns(), u.rows(), u.all());
    const auto measure_column = [&](std::size_t j, const Execution& execution) {
      if (j == 0) entropy::warn_of_tolerance(view, parameters.measure, parameters.entropy, execution);
      if (gaps.passes && has_gap(u.column(j))) return;
      curves[j] = u.is_vector() ? entropy::multiscale_entropy(u.column(j), parameters, execution)
                                : entropy::multiscale_or_reason(u.column(j), parameters, execution);
    };
    const double n = static_cast<double>(u.rows());
    const double guess = static_cast<double>(curves.size()) * n * n * 1e-10;
    for_each_interruptibly(execution_of(given), guess, curves.size(), measure_column);
    return to_list(curves, parameters);
  });
}

SEXP multiscale_epochs(SEXP data, SEXP dimensions, SEXP single, SEXP action, SEXP measure, SEXP scales, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const NaAction gaps = na_action(action);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    const MultiscaleParameters parameters =
        multiscale_parameters_of(*choice_of<entropy::Measure>(to_string(measure)), given,
                                 whole_numbers("scales", scales, "integers of at least 1", 1), gaps.missing, sizes[0]);
    const EpochArray epochs(data, dimensions, parameters.measure, parameters.entropy, gaps);
    const bool raises = true_or_false("single", single);
    std::vector<Multiscale> found;
    const auto measure_all = [&](const Execution& execution) {
      entropy::warn_of_tolerance(epochs.view(), parameters.measure, parameters.entropy, execution);
      if (raises && !epochs.passed(0)) {
        found.push_back(entropy::multiscale_entropy(epochs.first(), parameters, execution));
      } else {
        found = entropy::multiscale_each_channel(epochs.view(), parameters, execution);
      }
    };
    const double n = static_cast<double>(sizes[0]);
    run_interruptibly(execution_of(given), static_cast<double>(sizes[1] * sizes[2]) * n * n * 1e-9, measure_all);
    Curves curves(found.begin(), found.end());
    for (std::size_t i = 0; i < curves.size(); ++i) {
      if (epochs.passed(i)) curves[i].reset();
    }
    return to_list(curves, parameters);
  });
}

}  // namespace biotropy::r
