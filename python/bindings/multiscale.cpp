// SPDX-License-Identifier: Apache-2.0
//
// Multiscale curves of many rows.
#include "biotropy/entropy/multiscale.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/error.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"
#include "python/bindings/surrogates.hpp"

namespace biotropy::python {

namespace {

using entropy::Multiscale;
using entropy::MultiscaleParameters;

nb::dict to_dict(const std::vector<Multiscale>& curves, std::size_t scales) {
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
  const std::vector<std::size_t> table{curves.size(), scales};
  nb::dict made;
  made["value"] = to_array(std::move(values), table);
  made["complexity_index"] = to_array(std::move(index), {curves.size()});
  made["matches_m"] = to_array(std::move(matches_m), table);
  made["matches_m1"] = to_array(std::move(matches_m1), table);
  made["samples"] = to_array(std::move(samples), table);
  made["reason"] = to_reasons(reasons);
  return made;
}

// @param first_epoch number of the first epoch in the recording, on which surrogates depend.
nb::dict multiscale(const Rows& rows, const std::string& measure, const std::vector<int>& scales,
                    const nb::dict& options, std::size_t n_channels, bool missing_are_gaps, bool raise, int n_jobs,
                    const std::optional<std::string>& device, const nb::object& progress, std::size_t first_epoch) {
  MultiscaleParameters parameters =
      multiscale_parameters_of(named<entropy::Measure>("measure", measure), options, scales, rows.shape(1));
  parameters.missing_are_gaps = missing_are_gaps;
  entropy::SurrogateSettings settings = surrogates_of(options);
  settings.first_epoch = first_epoch;
  entropy::validate(settings, parameters.measure);
  std::vector<Multiscale> curves(rows.shape(0));
  const auto n = static_cast<double>(rows.shape(1));
  const double seconds = static_cast<double>(curves.size()) * n * n * 1e-10;
  for_each_interruptibly(execution_of(n_jobs, device), seconds, progress, curves.size(),
                         [&](std::size_t i, const Execution& execution) {
                           curves[i] = raise ? entropy::multiscale_entropy(row(rows, i), parameters, execution)
                                             : entropy::multiscale_or_reason(row(rows, i), parameters, execution);
                         });
  nb::dict made = to_dict(curves, scales.size());
  if (!settings.given()) return made;
  const series::EpochView epochs(curves.size() / n_channels, n_channels, rows.shape(1), {rows.data(), rows.size()});
  entropy::SurrogateTest test;
  run_interruptibly(execution_of(n_jobs, device), seconds * settings.surrogates, progress, [&](const Job& job) {
    test = entropy::test_multiscale(epochs, parameters, curves, entropy::Keep::epochs, settings, job.execution,
                                    job.progress);
  });
  made["surrogates"] = test_to_dict(std::move(test), {curves.size(), scales.size()});
  return made;
}

// One curve for all channels of each epoch, or for all epochs, or both. @param n_channels rows that are an epoch.
nb::dict multiscale_epochs(const Rows& rows, const std::string& measure, const std::vector<int>& scales,
                           const nb::dict& options, std::size_t n_channels, int n_jobs,
                           const std::optional<std::string>& device, const nb::object& progress) {
  const MultiscaleParameters parameters =
      multiscale_parameters_of(named<entropy::Measure>("measure", measure), options, scales, rows.shape(1));
  const entropy::SurrogateSettings settings = surrogates_of(options);
  const series::EpochView epochs(rows.shape(0) / n_channels, n_channels, rows.shape(1), {rows.data(), rows.size()});
  const auto n = static_cast<double>(rows.shape(1));
  std::vector<Multiscale> curves;
  std::optional<entropy::SurrogateTest> test;
  run_interruptibly(execution_of(n_jobs, device), static_cast<double>(rows.shape(0)) * n * n * 1e-9, progress,
                    [&](const Job& job) {
                      curves = entropy::multiscale_each_channel(epochs, parameters, job.execution, job.progress);
                      if (!settings.given()) return;
                      test = entropy::test_multiscale(epochs, parameters, curves, entropy::Keep::epochs, settings,
                                                      job.execution, job.progress);
                    });
  nb::dict made = to_dict(curves, scales.size());
  if (test) made["surrogates"] = test_to_dict(std::move(*test), {curves.size(), scales.size()});
  return made;
}

}  // namespace

void bind_multiscale(nb::module_& module) {
  module.def("multiscale", &multiscale, nb::arg("rows").noconvert(), nb::arg("measure"), nb::arg("scales"),
             nb::arg("options"), nb::arg("n_channels"), nb::arg("missing_are_gaps"), nb::arg("raise_errors"),
             nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none(), nb::arg("first_epoch") = 0);
  module.def("multiscale_epochs", &multiscale_epochs, nb::arg("rows").noconvert(), nb::arg("measure"),
             nb::arg("scales"), nb::arg("options"), nb::arg("n_channels"), nb::arg("n_jobs"), nb::arg("device").none(),
             nb::arg("progress").none());
}

}  // namespace biotropy::python
