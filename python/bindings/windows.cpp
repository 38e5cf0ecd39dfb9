// SPDX-License-Identifier: Apache-2.0
//
// Measures in windows that slide: over whole recordings, and over samples as they come.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>
#include <utility>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/live/entropy_stream.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using entropy::Entropy;
using entropy::Measure;
using live::EntropyStream;

// @param rows channels, whose samples fill whole steps.
nb::dict sliding_rows(const std::string& name, const Rows& rows, std::size_t window, std::size_t step,
                      const nb::dict& options, int n_jobs, const std::optional<std::string>& device,
                      const nb::object& progress) {
  const Measure measure = named<Measure>("measure", name);
  const auto parameters = parameters_of(measure, options, window);
  const std::size_t channels = rows.shape(0), n_windows = (rows.shape(1) - window) / step + 1;
  series::EpochView epochs(n_windows, channels, window, {rows.data(), rows.size()});
  epochs.step = step;
  std::vector<Entropy> entries;
  const double seconds = entropy::expected_seconds(measure, parameters, static_cast<double>(window)) *
                         static_cast<double>(n_windows) * static_cast<double>(channels);
  run_interruptibly(execution_of(n_jobs, device), seconds, progress, [&](const Job& job) {
    entries = entropy::each_channel(epochs, measure, parameters, job.execution, job.progress);
  });
  std::vector<double> values;
  std::vector<std::string> reasons;
  for (const Entropy& entry : entries) {
    values.push_back(entry.value);
    reasons.push_back(entry.reason);
  }
  nb::dict result;
  result["value"] = to_array(std::move(values), {n_windows, channels});
  result["reason"] = to_reasons(reasons);
  return result;
}

void make_stream(EntropyStream* place, const std::string& name, std::size_t n_channels, std::size_t window,
                 std::size_t step, std::optional<double> sampling_rate, std::optional<double> gap,
                 const nb::dict& options) {
  live::EntropyStreamSettings settings;
  settings.measure = named<Measure>("measure", name);
  settings.parameters = parameters_of(settings.measure, options, window);
  settings.window = window;
  settings.step = step;
  settings.sampling_rate = sampling_rate;
  settings.gap = gap;
  new (place) EntropyStream(n_channels, settings);
}

nb::tuple push_samples(EntropyStream& stream, const Rows& samples, const std::vector<double>& times,
                       const std::string& unit) {
  std::vector<live::EntropyWindow> windows;
  stream.set_units(std::vector(stream.channels(), unit));
  {
    const nb::gil_scoped_release released;
    stream.push({samples.data(), samples.size()}, times, windows);
  }
  std::vector<double> onsets, values;
  for (const live::EntropyWindow& window : windows) {
    onsets.push_back(window.onset);
    for (const Entropy& entry : window.values) values.push_back(entry.value);
  }
  Notices notices;
  while (auto notice = stream.take_notice()) notices.push_back(std::move(*notice));
  return nb::make_tuple(to_array(std::move(onsets), {windows.size()}),
                        to_array(std::move(values), {windows.size(), stream.pairs().size()}), to_list(notices));
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const EntropyStream& stream) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const match::Pair& pair : stream.pairs()) pairs.emplace_back(pair.x, pair.y);
  return pairs;
}

}  // namespace

void bind_windows(nb::module_& module) {
  module.def("sliding_rows", &sliding_rows, nb::arg("measure"), nb::arg("rows").noconvert(), nb::arg("window"),
             nb::arg("step"), nb::arg("options"), nb::arg("n_jobs"), nb::arg("device").none(),
             nb::arg("progress").none());
  nb::class_<EntropyStream>(module, "EntropyStream")
      .def("__init__", &make_stream, nb::arg("measure"), nb::arg("n_channels"), nb::arg("window"), nb::arg("step"),
           nb::arg("sampling_rate").none(), nb::arg("gap").none(), nb::arg("options"))
      .def("push", &push_samples, nb::arg("samples").noconvert(), nb::arg("times"), nb::arg("unit"))
      .def("mark_gap", &EntropyStream::mark_gap, nb::arg("lost"))
      .def_prop_ro("position", &EntropyStream::position)
      .def_prop_ro("pairs", &pairs_of);
}

}  // namespace biotropy::python
