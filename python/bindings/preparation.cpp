// SPDX-License-Identifier: Apache-2.0
//
// Filters, decimation and epochs of arrays, as the program and studies prepare recordings.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/held_signal.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

// @param rate that of the samples, whatever their stamps tell.
nb::dict prepared(const HeldSignal& of, std::optional<double> rate, const nb::dict& options, int n_jobs) {
  study::PrepareSettings settings;
  set_rows(options, OptionTable{settings, study::prepare_options()});
  study::Signal signal = of.signal;
  if (rate != signal.rate) signal.stamps.clear();
  signal.rate = rate;
  for (std::size_t i = 0; of.signal.channels.empty() && i < signal.view.n_channels; ++i) {
    signal.channels.push_back(std::to_string(i));  // as Python counts
  }
  series::Epochs epochs;
  try {
    run_interruptibly(execution_of(n_jobs), static_cast<double>(of.samples.size()) * 1e-7, nb::none(),
                      [&](const Job& job) { epochs = study::prepared(signal, settings, job.execution); });
  } catch (const Error& error) {
    if (error.parameter() != "rate") throw;
    throw Error::argument("sfreq", error.value(), error.allowed());
  }
  nb::dict result;
  std::vector<std::size_t> left_out = study::samples_in_gaps(signal, settings);
  const std::size_t n_left_out = left_out.size();
  result["left_out"] = to_array(std::move(left_out), {n_left_out});
  const std::vector<std::size_t> shape{epochs.n_epochs, epochs.n_channels, epochs.n_times};
  result["onsets"] = to_array(std::move(epochs.onsets), {epochs.n_epochs});
  const NamedArray reason{"reason", {"epoch", "channel"}, {epochs.n_epochs, epochs.n_channels}, epochs.reasons};
  result["not_finite"] = text_of(entropy::not_finite({&reason, 1}, {epochs.labels, signal.bads}));
  result["reasons"] = to_reasons(epochs.reasons);
  result["samples"] = to_array(std::move(epochs.data), shape);
  return result;
}

}  // namespace

void bind_preparation(nb::module_& module) {
  module.def("prepare", &prepared, nb::arg("signal"), nb::arg("rate").none(), nb::arg("options"), nb::arg("n_jobs"));
}

}  // namespace biotropy::python
