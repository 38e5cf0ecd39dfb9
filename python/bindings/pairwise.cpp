// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all ordered pairs of channels, also at many scales.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/entropy/multiscale_pairwise.hpp"
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

// @param first_epoch number of the first epoch in the recording, on which surrogates depend.
nb::dict pairwise(const std::string& name, const EpochArray& data, const nb::dict& options, bool mean_only, int n_jobs,
                  const std::optional<std::string>& device, const nb::object& progress, std::size_t first_epoch) {
  const entropy::Measure measure = named<entropy::Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, data.shape(2));
  const series::EpochView epochs(data.shape(0), data.shape(1), data.shape(2), {data.data(), data.size()});
  entropy::SurrogateSettings settings = surrogates_of(options);
  settings.first_epoch = first_epoch;
  entropy::validate(settings, measure);
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

// One array of all scales, which are its first axis.
template <typename Entry>
nb::object of_scales(const std::vector<entropy::Pairwise>& scales, std::vector<Entry> entropy::Pairwise::*column,
                     std::vector<std::size_t> shape) {
  std::vector<Entry> all;
  for (const entropy::Pairwise& at : scales) all.insert(all.end(), (at.*column).begin(), (at.*column).end());
  shape.insert(shape.begin(), scales.size());
  return to_array(std::move(all), shape);
}

nb::dict to_dict(entropy::MultiscalePairwise result, bool mean_only) {
  const std::vector<entropy::Pairwise>& scales = result.scales;
  const std::size_t epochs = scales.front().n_epochs, channels = scales.front().n_channels;
  const std::vector<std::size_t> cube{epochs, channels, channels}, matrix{channels, channels}, table{epochs, channels};
  std::vector<std::string> reasons;
  for (const entropy::Pairwise& at : scales) reasons.insert(reasons.end(), at.reasons.begin(), at.reasons.end());
  nb::dict made;
  made["mean"] = of_scales(scales, &entropy::Pairwise::mean, matrix);
  made["valid_epochs"] = of_scales(scales, &entropy::Pairwise::valid_epochs, matrix);
  made["templates_m"] = of_scales(scales, &entropy::Pairwise::templates_m, table);
  made["templates_m1"] = of_scales(scales, &entropy::Pairwise::templates_m1, table);
  made["reason"] = to_reasons(reasons);
  made["samples"] = to_array(std::vector<std::uint64_t>(result.samples.begin(), result.samples.end()), {scales.size()});
  made["complexity_index"] = to_array(std::move(result.complexity_index), mean_only ? matrix : cube);
  if (mean_only) return made;
  made["value"] = of_scales(scales, &entropy::Pairwise::values, cube);
  made["matches_m"] = of_scales(scales, &entropy::Pairwise::matches_m, cube);
  made["matches_m1"] = of_scales(scales, &entropy::Pairwise::matches_m1, cube);
  return made;
}

nb::dict multiscale_pairwise(const std::string& name, const EpochArray& data, const std::vector<int>& scales,
                             const nb::dict& options, bool mean_only, int n_jobs,
                             const std::optional<std::string>& device, const nb::object& progress) {
  const entropy::MultiscaleParameters parameters =
      multiscale_parameters_of(named<entropy::Measure>("measure", name), options, scales, data.shape(2));
  const series::EpochView epochs(data.shape(0), data.shape(1), data.shape(2), {data.data(), data.size()});
  const entropy::SurrogateSettings settings = surrogates_of(options);
  entropy::validate(settings, parameters.measure);
  const entropy::Keep keep = mean_only ? entropy::Keep::mean : entropy::Keep::epochs;
  std::optional<entropy::SurrogateTest> test;
  entropy::MultiscalePairwise result;
  const double pairs =
      static_cast<double>(epochs.n_epochs * epochs.n_channels * epochs.n_channels) * (1.0 + settings.surrogates);
  const double seconds = pairs * static_cast<double>(epochs.n_times * scales.size()) * 1e-8;
  run_interruptibly(execution_of(n_jobs, device), seconds, progress, [&](const Job& job) {
    result = entropy::multiscale_pairwise(epochs, parameters, keep, job.execution, job.progress);
    if (!settings.given()) return;
    test = entropy::test_multiscale_pairwise(epochs, parameters, result.scales, keep, settings, job.execution,
                                             job.progress);
  });
  nb::dict made = to_dict(std::move(result), mean_only);
  std::vector<std::size_t> shape{epochs.n_epochs, epochs.n_channels, epochs.n_channels, scales.size()};
  if (mean_only) shape.erase(shape.begin());
  if (test) made["surrogates"] = test_to_dict(std::move(*test), shape);
  return made;
}

}  // namespace

void bind_pairwise(nb::module_& module) {
  module.def("pairwise", &pairwise, nb::arg("measure"), nb::arg("data").noconvert(), nb::arg("options"),
             nb::arg("mean_only"), nb::arg("n_jobs"), nb::arg("device").none(), nb::arg("progress").none(),
             nb::arg("first_epoch") = 0);
  module.def("multiscale_pairwise", &multiscale_pairwise, nb::arg("measure"), nb::arg("data").noconvert(),
             nb::arg("scales"), nb::arg("options"), nb::arg("mean_only"), nb::arg("n_jobs"), nb::arg("device").none(),
             nb::arg("progress").none());
}

}  // namespace biotropy::python
