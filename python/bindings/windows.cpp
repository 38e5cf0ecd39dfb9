// SPDX-License-Identifier: Apache-2.0
//
// Measures in windows that slide over samples as they come.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>
#include <utility>

#include "biotropy/live/entropy_stream.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/options.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using entropy::Entropy;
using live::EntropyStream;

void make_stream(EntropyStream* place, const std::string& name, std::size_t n_channels, std::size_t window,
                 std::size_t step, std::optional<double> sampling_rate, std::optional<double> gap,
                 const nb::dict& options) {
  live::EntropyStreamSettings settings;
  const entropy::Settings measure = request_of(name, options).for_stream();
  settings.measure = measure.measure;
  settings.parameters = measure.parameters(window);
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
  return nb::make_tuple(to_array(std::move(onsets)),
                        to_array(std::move(values), {windows.size(), stream.pairs().size()}), to_list(notices));
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const EntropyStream& stream) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const match::Pair& pair : stream.pairs()) pairs.emplace_back(pair.x, pair.y);
  return pairs;
}

}  // namespace

void bind_windows(nb::module_& module) {
  module.def(
      "samples_of",
      [](const char* name, const nb::object& value, std::optional<double> rate) {
        return samples_of(name, value_of(length_option(name), name, value), rate);
      },
      nb::arg("name"), nb::arg("value"), nb::arg("rate").none());
  nb::class_<EntropyStream>(module, "EntropyStream")
      .def("__init__", &make_stream, nb::arg("measure"), nb::arg("n_channels"), nb::arg("window"), nb::arg("step"),
           nb::arg("sampling_rate").none(), nb::arg("gap").none(), nb::arg("options"))
      .def("push", &push_samples, nb::arg("samples").noconvert(), nb::arg("times"), nb::arg("unit"))
      .def("mark_gap", &EntropyStream::mark_gap, nb::arg("lost"))
      .def_prop_ro("position", &EntropyStream::position)
      .def_prop_ro("pairs", &pairs_of);
}

}  // namespace biotropy::python
