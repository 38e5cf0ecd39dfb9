// SPDX-License-Identifier: Apache-2.0
//
// Filters, decimation and epochs of arrays, as the program and studies prepare recordings.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "biotropy/study/prepare_settings.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

// @param gaps and stamps as of study::Signal.
nb::dict prepared(const Rows& rows, std::optional<double> rate, const nb::dict& options, int n_jobs,
                  std::vector<std::size_t> gaps, std::vector<double> stamps) {
  study::PrepareSettings settings;
  set_rows(options, OptionTable{settings, study::prepare_options()});
  study::Signal signal{{1, rows.shape(0), rows.shape(1), {rows.data(), rows.size()}}};
  for (std::size_t i = 0; i < rows.shape(0); ++i) signal.channels.push_back(std::to_string(i));
  signal.rate = rate;
  signal.gaps = std::move(gaps);
  signal.stamps = std::move(stamps);
  series::Epochs epochs;
  try {
    run_interruptibly(execution_of(n_jobs), static_cast<double>(rows.size()) * 1e-7, nb::none(),
                      [&](const Job& job) { epochs = study::prepared(signal, settings, job.execution); });
  } catch (const Error& error) {
    if (error.parameter() != "rate") throw;
    throw Error::argument("sfreq", error.value(), error.allowed());
  }
  nb::dict result;
  const std::vector<std::size_t> shape{epochs.n_epochs, epochs.n_channels, epochs.n_times};
  result["onsets"] = to_array(std::move(epochs.onsets), {epochs.n_epochs});
  result["reasons"] = to_reasons(epochs.reasons);
  result["samples"] = to_array(std::move(epochs.data), shape);
  return result;
}

}  // namespace

void bind_preparation(nb::module_& module) {
  module.def("prepare", &prepared, nb::arg("data").noconvert(), nb::arg("rate").none(), nb::arg("options"),
             nb::arg("n_jobs"), nb::arg("gaps") = std::vector<std::size_t>(),
             nb::arg("stamps") = std::vector<double>());
}

}  // namespace biotropy::python
