// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all ordered pairs of channels.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "biotropy/entropy/pairwise.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"
#include "python/bindings/surrogates.hpp"

namespace biotropy::python {

namespace {

nb::dict to_dict(entropy::Pairwise result) {
  const std::size_t epochs = result.n_epochs, channels = result.n_channels;
  const std::vector<std::size_t> cube{epochs, channels, channels}, matrix{channels, channels}, table{epochs, channels};
  const bool has_epochs = !result.values.empty();
  nb::dict made;
  made["mean"] = to_array(std::move(result.mean), matrix);
  made["valid_epochs"] = to_array(std::move(result.valid_epochs), matrix);
  made["templates_m"] = to_array(std::move(result.templates_m), table);
  made["templates_m1"] = to_array(std::move(result.templates_m1), table);
  made["reason"] = to_reasons(result.reasons);
  if (!has_epochs) return made;
  made["value"] = to_array(std::move(result.values), cube);
  made["matches_m"] = to_array(std::move(result.matches_m), cube);
  made["matches_m1"] = to_array(std::move(result.matches_m1), cube);
  return made;
}

nb::dict pairwise(const std::string& name, const EpochArray& data, const nb::dict& options, bool mean_only, int n_jobs,
                  const std::optional<std::string>& device, const nb::object& progress) {
  const entropy::Measure measure = named<entropy::Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, data.shape(2));
  const series::EpochView epochs(data.shape(0), data.shape(1), data.shape(2), {data.data(), data.size()});
  const entropy::SurrogateSettings settings = surrogates_of(options);
  entropy::validate(settings, /*pairs=*/true);
  const entropy::Keep keep = mean_only ? entropy::Keep::mean : entropy::Keep::epochs;
  std::optional<entropy::SurrogateTest> test;
  entropy::Pairwise result;
  const double pairs =
      static_cast<double>(epochs.n_epochs * epochs.n_channels * epochs.n_channels) * (1.0 + settings.surrogates);
  run_interruptibly(execution_of(n_jobs, device), pairs * static_cast<double>(epochs.n_times) * 1e-8, progress,
                    [&](const Job& job) {
                      result = entropy::pairwise(epochs, measure, parameters, keep, job.execution, job.progress);
                      if (!settings.given()) return;
                      const entropy::Grid grid{{entropy::length_of(measure, parameters)}, {parameters.r}};
                      test = entropy::test_pairwise(epochs, measure, grid, parameters, {&result, 1}, keep, settings,
                                                    job.execution, job.progress);
                    });
  nb::dict made = to_dict(std::move(result));
  std::vector<std::size_t> shape{epochs.n_epochs, epochs.n_channels, epochs.n_channels};
  if (mean_only) shape.erase(shape.begin());
  if (test) made["surrogates"] = test_to_dict(std::move(*test), shape);
  return made;
}

}  // namespace

void bind_pairwise(nb::module_& module) {
  module.def("pairwise", &pairwise, nb::arg("measure"), nb::arg("data").noconvert(), nb::arg("options"),
             nb::arg("mean_only"), nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none());
}

}  // namespace biotropy::python
