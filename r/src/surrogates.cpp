// SPDX-License-Identifier: Apache-2.0
//
// Tests of values that were measured before against surrogates of their series. Numbers stand as the values do.
#include <cmath>
#include <functional>
#include <string>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/error.hpp"
#include "epoch_array.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "threads.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::SurrogateTest;
using namespace cpp11::literals;

SEXP to_list(SurrogateTest test) {
  cpp11::writable::list numbers;
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    std::vector<double>& column = test.*number.column;
    for (double& value : column) value = std::isnan(value) ? NA_REAL : value;
    numbers.push_back(cpp11::named_arg(std::string(number.name).c_str()) = to_r(column));
  }
  const auto alone = entropy::notice_of_epochs(test);
  return cpp11::writable::list({"numbers"_nm = numbers, "n_unusable"_nm = static_cast<int>(test.n_unusable),
                                "unusable_epoch"_nm = static_cast<int>(test.unusable_epoch + 1),
                                "unusable_channel"_nm = static_cast<int>(test.unusable_channel + 1),
                                "reason"_nm = to_r(test.reason), "n_distorted"_nm = static_cast<int>(test.n_distorted),
                                "distorted_epoch"_nm = static_cast<int>(test.distorted_epoch + 1),
                                "distorted_channel"_nm = static_cast<int>(test.distorted_channel + 1),
                                "distorted"_nm = to_r(std::string(entropy::kDistorted)),
                                "alone"_nm = to_r(alone ? Notices{*alone} : Notices{})});
}

// NULL where no test is asked for. @param seconds a guess for one surrogate.
SEXP tested(const entropy::SurrogateSettings& settings, entropy::Measure measure, const Execution& where,
            double seconds, const std::function<SurrogateTest(const Execution&)>& test) {
  entropy::validate(settings, measure);
  if (!settings.given()) return R_NilValue;
  SurrogateTest found;
  run_interruptibly(where, seconds * settings.surrogates, [&](const Execution& execution) { found = test(execution); });
  return to_list(std::move(found));
}

std::vector<double> side_by_side(const Columns& u, const Columns& v) {
  if (u.rows() != v.rows()) {
    throw Error(ErrorCode::invalid_argument, "x has " + std::to_string(u.rows()) + " samples and y " +
                                                 std::to_string(v.rows()) +
                                                 ": a test against surrogates needs equal numbers");
  }
  std::vector<double> both(u.all().begin(), u.all().end());
  both.insert(both.end(), v.all().begin(), v.all().end());
  return both;
}

// Values that were measured, one scale after the other.
std::vector<entropy::Pairwise> observed_matrices(series::Samples values, std::size_t n_scales, entropy::Keep keep) {
  std::vector<entropy::Pairwise> observed(n_scales);
  const std::size_t n = values.size() / n_scales;
  for (std::size_t scale = 0; scale < n_scales; ++scale) {
    const series::Samples own = values.subspan(scale * n, n);
    (keep == entropy::Keep::mean ? observed[scale].mean : observed[scale].values).assign(own.begin(), own.end());
  }
  return observed;
}

series::EpochView epoch_of(const Columns& columns) {
  return {1, columns.columns(), columns.rows(), columns.all()};
}

}  // namespace

SEXP test_series(SEXP name, SEXP x, SEXP y, SEXP values, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const entropy::Measure measure = *choice_of<entropy::Measure>(to_string(name));
    const bool pairs = entropy::is_cross(measure);
    const Columns u(x), v(y), own(values);
    const auto parameters = parameters_of(measure, given, na_action(action).missing, u.rows());
    const entropy::SurrogateSettings settings = surrogates_of(given);
    std::vector<entropy::Entropy> observed(u.columns());
    for (std::size_t j = 0; j < observed.size(); ++j) observed[j].value = own.all()[j];
    const double guess = entropy::expected_seconds(measure, parameters, static_cast<double>(u.rows()));
    return tested(settings, measure, execution_of(given), guess * static_cast<double>(observed.size()),
                  [&](const Execution& execution) {
                    if (pairs) {
                      const std::vector<double> both = side_by_side(u, v);
                      return entropy::test_two_series({1, 2 * u.columns(), u.rows(), both}, measure, parameters,
                                                      observed, settings, execution);
                    }
                    const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
                    return entropy::test_each_channel(epoch_of(u), measure, grid, parameters, observed,
                                                      entropy::Keep::epochs, settings, execution);
                  });
  });
}

SEXP test_epochs(SEXP name, SEXP data, SEXP dimensions, SEXP values, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const entropy::Measure measure = *choice_of<entropy::Measure>(to_string(name));
    const NaAction gaps = na_action(action);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    const auto parameters = parameters_of(measure, given, gaps.missing, sizes[0]);
    const EpochArray epochs(data, dimensions, measure, parameters, gaps);
    std::vector<entropy::Entropy> observed;
    for (const double value : Columns(values).all()) observed.emplace_back().value = value;
    const double guess = entropy::expected_seconds(measure, parameters, static_cast<double>(sizes[0]));
    return tested(surrogates_of(given), measure, execution_of(given), guess * static_cast<double>(sizes[1] * sizes[2]),
                  [&](const Execution& execution) {
                    const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
                    return entropy::test_each_channel(epochs.view(), measure, grid, parameters, observed,
                                                      entropy::Keep::epochs, surrogates_of(given), execution);
                  });
  });
}

SEXP test_curves(SEXP measure, SEXP data, SEXP dimensions, SEXP scales, SEXP values, SEXP action, SEXP missing_are_gaps,
                 SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Columns own(values);
    const NaAction gaps = na_action(action);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    entropy::MultiscaleParameters parameters =
        multiscale_parameters_of(*choice_of<entropy::Measure>(to_string(measure)), given,
                                 whole_numbers("scales", scales, "integers of at least 1", 1), gaps.missing, sizes[0]);
    const EpochArray epochs(data, dimensions, parameters.measure, parameters.entropy, gaps);
    parameters.missing_are_gaps = true_or_false("missing_are_gaps", missing_are_gaps);
    const entropy::SurrogateSettings settings = surrogates_of(given);
    const std::size_t n_scales = parameters.scales.size();
    std::vector<entropy::Multiscale> observed(own.columns());
    for (std::size_t i = 0; i < observed.size() * n_scales; ++i) {
      observed[i / n_scales].scales.emplace_back().entropy.value = own.all()[i];
    }
    const double n = static_cast<double>(sizes[0]), guess = static_cast<double>(sizes[1] * sizes[2]) * n * n * 1e-10;
    return tested(settings, parameters.measure, execution_of(given), guess, [&](const Execution& execution) {
      return entropy::test_multiscale(epochs.view(), parameters, observed, entropy::Keep::epochs, settings, execution);
    });
  });
}

SEXP test_matrices(SEXP name, SEXP data, SEXP dimensions, SEXP scales, SEXP values, SEXP of_mean, SEXP action,
                   SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const entropy::Measure measure = *choice_of<entropy::Measure>(to_string(name));
    const std::vector<std::size_t> sizes = to_sizes(dimensions);  // samples, channels, epochs
    const entropy::SurrogateSettings settings = surrogates_of(given);
    const series::EpochView epochs(sizes[2], sizes[1], sizes[0], Columns(data).all());
    const entropy::Keep keep = cpp11::as_cpp<bool>(of_mean) ? entropy::Keep::mean : entropy::Keep::epochs;
    const double pairs = static_cast<double>(sizes[1] * sizes[1] * sizes[2]);
    const double guess = pairs * static_cast<double>(sizes[0]) * 1e-8;
    if (scales == R_NilValue) {
      const auto parameters = parameters_of(measure, given, na_action(action).missing, sizes[0]);
      const auto observed = observed_matrices(Columns(values).all(), 1, keep);
      return tested(settings, measure, execution_of(given), guess, [&](const Execution& execution) {
        const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
        return entropy::test_pairwise(epochs, measure, grid, parameters, observed, keep, settings, execution);
      });
    }
    const auto parameters =
        multiscale_parameters_of(measure, given, whole_numbers("scales", scales, "integers of at least 1", 1),
                                 na_action(action).missing, sizes[0]);
    const auto observed = observed_matrices(Columns(values).all(), parameters.scales.size(), keep);
    return tested(settings, measure, execution_of(given), guess, [&](const Execution& execution) {
      return entropy::test_multiscale_pairwise(epochs, parameters, observed, keep, settings, execution);
    });
  });
}

}  // namespace biotropy::r
