// SPDX-License-Identifier: Apache-2.0
//
// Entropies of every column at many time scales.
#include "biotropy/entropy/multiscale.hpp"

#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using entropy::Multiscale;
using entropy::MultiscaleParameters;
using namespace cpp11::literals;

entropy::MultiscaleMethod method_of(const std::string& text) {
  for (const auto method : entropy::kMultiscaleMethods) {
    if (entropy::name(method) == text) return method;
  }
  throw Error::argument("method", "\"" + text + "\"", "one of \"mse\", \"rmse\", \"cmse\", \"rcmse\"");
}

SEXP to_list(const std::vector<Multiscale>& curves, const MultiscaleParameters& parameters) {
  std::vector<double> values, index;
  std::vector<std::uint64_t> matches_m, matches_m1, samples;
  std::vector<std::string> reasons;
  for (const Multiscale& curve : curves) {
    index.push_back(curve.complexity_index);
    for (const auto& entry : curve.scales) {
      values.push_back(entry.entropy.value);
      matches_m.push_back(entry.entropy.matches_m);
      matches_m1.push_back(entry.entropy.matches_m1);
      samples.push_back(entry.samples);
      reasons.push_back(entry.entropy.reason);
    }
  }
  const std::vector<std::size_t> table{parameters.scales.size(), curves.size()};
  return cpp11::writable::list(
      {"value"_nm = shaped(to_r(values), table), "complexity_index"_nm = to_r(index),
       "matches_m"_nm = shaped(to_r(matches_m), table), "matches_m1"_nm = shaped(to_r(matches_m1), table),
       "samples"_nm = shaped(to_r(samples), table), "reason"_nm = shaped(to_r(reasons), table),
       "m"_nm = parameters.entropy.m, "r"_nm = parameters.entropy.r, "tau"_nm = parameters.entropy.tau,
       "in_sd"_nm = parameters.entropy.r_unit == series::RUnit::sd});
}

MultiscaleParameters settings_of(SEXP given, SEXP scales, SEXP options, std::size_t n_samples) {
  const Named chosen(given);
  MultiscaleParameters parameters;
  parameters.measure = measure_of(to_r(chosen.text("measure")));
  parameters.method = method_of(chosen.text("method"));
  parameters.grain = chosen.text("grain") == "variance" ? series::Grain::variance : series::Grain::mean;
  parameters.missing_are_gaps = Named(options).flag("missing_are_gaps");
  parameters.scales.assign(INTEGER(scales), INTEGER(scales) + Rf_xlength(scales));
  parameters.entropy = parameters_of(parameters.measure, options, n_samples);
  entropy::validate(parameters);
  return parameters;
}

}  // namespace

SEXP multiscale(SEXP x, SEXP chosen, SEXP scales, SEXP options, SEXP raise, SEXP run) {
  return guarded([&]() -> SEXP {
    const Columns u(x);
    const MultiscaleParameters parameters = settings_of(chosen, scales, options, u.rows());
    const bool raises = Rf_asLogical(raise) == TRUE;
    std::vector<Multiscale> curves(u.columns());
    const double n = static_cast<double>(u.rows());
    run_interruptibly(run, static_cast<double>(curves.size()) * n * n * 1e-10, [&](const Execution& execution) {
      with_threads(execution, [&] {
        parallel_for(curves.size(), execution.cancel, [&](std::size_t j) {
          curves[j] = raises ? entropy::multiscale_entropy(u.column(j), parameters, execution)
                             : entropy::multiscale_or_reason(u.column(j), parameters, execution);
        });
      });
    });
    return to_list(curves, parameters);
  });
}

}  // namespace biotropy::r
