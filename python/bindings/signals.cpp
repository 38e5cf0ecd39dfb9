// SPDX-License-Identifier: Apache-2.0
//
// Signals: what an object of a host knows of a recording beside its samples, for the library's rules.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "biotropy/series/unit.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/held_signal.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using study::Signal;
using study::SignalUse;
using Texts = std::vector<std::string>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const double> span_of(const Numbers& numbers) {
  return {numbers.data(), numbers.size()};
}

void make_signal(HeldSignal* place, const EpochArray& samples, const std::string& name, Texts channels,
                 const Texts& units, Texts epochs, std::optional<double> rate,
                 const std::optional<std::pair<std::string, double>>& asked, std::vector<double> starts,
                 const std::optional<Numbers>& stamps, std::vector<std::size_t> gaps, Texts reasons,
                 bool missing_are_gaps) {
  Signal given{{samples.shape(0), samples.shape(1), samples.shape(2), {samples.data(), samples.size()}}};
  given.channels = std::move(channels);
  for (const std::string& unit : units) given.units.push_back(series::usual_unit(unit));
  given.epochs = std::move(epochs);
  given.rate = rate;
  given.starts = std::move(starts);
  given.gaps = std::move(gaps);
  given.bads = std::move(reasons);
  given.missing_are_gaps = missing_are_gaps;
  if (stamps) given.stamps.assign(stamps->data(), stamps->data() + stamps->size());
  if (asked) study::set_rate(given, asked->second, asked->first.c_str());
  Notices notices;
  Signal signal = study::read(given, name, notices);
  new (place) HeldSignal{samples, name, std::move(signal), given.rate, std::move(notices)};
}

SignalUse use_of(const std::string& use) {
  return use == "scales" ? SignalUse::scales : use == "windows" ? SignalUse::windows : SignalUse::series;
}

entropy::Settings settings_of(const std::string& measure, const nb::dict& options, SignalUse use) {
  const bool scales = use == SignalUse::scales;
  return request_of(measure, options, scales ? std::optional(std::vector{1}) : std::nullopt).measure;
}

// Missing samples that a gap is filled with, as the program does before it cuts epochs.
std::size_t gap_fill(const std::string& measure, const nb::dict& options, bool at_scales) {
  return study::gap_fill(settings_of(measure, options, at_scales ? SignalUse::scales : SignalUse::series), at_scales);
}

// The given r in the unit of channels, if it has a unit, or None.
nb::object one_unit(const std::vector<std::string>& measures, const nb::dict& options,
                    const std::vector<std::string>& units, const std::vector<std::string>& channels,
                    const std::string& word) {
  Signal signal{{1, 0, 0, {}}};
  for (const std::string& unit : units) signal.units.push_back(series::usual_unit(unit));
  signal.channels = channels;
  nb::object r = nb::none();
  for (const std::string& measure : measures) {
    entropy::Settings settings = settings_of(measure, options, use_of(word));
    study::require_one_unit(signal, nullptr, settings);
    if (!settings.r_in.empty()) r = settings.r.size() == 1 ? nb::float_(settings.r.front()) : nb::cast(settings.r);
  }
  return r;
}

}  // namespace

void bind_signals(nb::module_& module) {
  nb::class_<HeldSignal>(module, "Signal")
      .def(
          "__init__",
          [](HeldSignal* place, const EpochArray& samples, const std::string& name, Texts reasons) {
            make_signal(place, samples, name, {}, {}, {}, {}, {}, {}, {}, {}, std::move(reasons), false);
          },
          nb::arg("samples").noconvert(), nb::arg("name"), nb::arg("reasons") = Texts())  // at the cost of a short call
      .def("__init__", &make_signal, nb::arg("samples").noconvert(), nb::arg("name"), nb::arg("channels") = Texts(),
           nb::arg("units") = Texts(), nb::arg("epochs") = Texts(), nb::arg("rate") = nb::none(),
           nb::arg("asked") = nb::none(), nb::arg("starts") = std::vector<double>(),
           nb::arg("stamps").noconvert() = nb::none(), nb::arg("gaps") = std::vector<std::size_t>(),
           nb::arg("reasons") = Texts(), nb::arg("missing_are_gaps") = false)
      .def_ro("rate", &HeldSignal::rate)
      .def_prop_ro("rate_of_stamps", [](const HeldSignal& held) { return held.signal.rate; })
      .def_prop_ro("gaps", [](const HeldSignal& held) { return held.signal.gaps; })
      .def_prop_ro("stamps", [](const HeldSignal& held) { return held.signal.stamps; })
      .def_prop_ro("units", [](const HeldSignal& held) { return held.signal.units; })
      .def_prop_ro("channels", [](const HeldSignal& held) { return held.signal.channels; })
      .def_prop_ro("notices", [](const HeldSignal& held) { return to_list(held.notices); })
      .def("require_no_gaps", [](const HeldSignal& held) {
        study::gap_width(held.signal, {}, SignalUse::windows, held.name.c_str(), false);
      });
  module.def(
      "orientation_notices",
      [](std::size_t n_series, std::size_t n_times, const std::string& name) {
        const auto found = study::orientation_notice({{1, n_series, n_times, {}}}, name);
        return to_list(found ? Notices{*found} : Notices());
      },
      nb::arg("n_series"), nb::arg("n_times"), nb::arg("name"));
  module.def(
      "require_same_stamps",
      [](const Numbers& x, const Numbers& y, const std::string& names) {
        study::require_same_stamps(span_of(x), span_of(y), names);
      },
      nb::arg("x").noconvert(), nb::arg("y").noconvert(), nb::arg("names"));
  module.def("gap_fill", &gap_fill, nb::arg("measure"), nb::arg("options"), nb::arg("at_scales"));
  module.def("one_unit", &one_unit, nb::arg("measures"), nb::arg("options"), nb::arg("units"), nb::arg("channels"),
             nb::arg("use") = "series");
}

}  // namespace biotropy::python
