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
#include "biotropy/study/signal.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

using study::Signal;
using study::SignalUse;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A signal that is read, with the array of its samples.
struct HeldSignal {
  EpochArray samples;
  std::string name;
  Signal signal;
  std::optional<double> rate;  // but for that of stamps
  Notices notices;
};

std::span<const double> span_of(const Numbers& numbers) {
  return {numbers.data(), numbers.size()};
}

void make_signal(HeldSignal* place, const EpochArray& samples, const std::string& name,
                 std::vector<std::string> channels, std::vector<std::string> units, std::vector<std::string> epochs,
                 std::optional<double> rate, const std::optional<std::pair<std::string, double>>& asked,
                 std::vector<double> starts, const std::optional<Numbers>& stamps) {
  Signal given{{samples.shape(0), samples.shape(1), samples.shape(2), {samples.data(), samples.size()}}};
  given.channels = std::move(channels);
  for (const std::string& unit : units) given.units.push_back(series::usual_unit(unit));
  given.epochs = std::move(epochs);
  given.rate = rate;
  given.starts = std::move(starts);
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

// Samples with missing ones in place of gaps, and the place of each sample; None where there is none.
nb::object with_gaps(const HeldSignal& held, const std::string& measure, const nb::dict& options,
                     const std::string& word, bool missing_are_gaps) {
  const SignalUse use = use_of(word);
  const std::size_t width =
      study::gap_width(held.signal, settings_of(measure, options, use), use, held.name.c_str(), missing_are_gaps);
  if (width == 0) return nb::none();
  study::Widened wide = study::widened(held.signal, width, missing_are_gaps);
  std::vector<std::uint64_t> places(wide.places.begin(), wide.places.end());
  const std::size_t n = places.size();
  return nb::make_tuple(to_array(std::move(wide.samples), {1, held.signal.view.n_channels, wide.n_times}),
                        to_array(std::move(places), {n}));
}

// Samples that are to be missing behind a seam, so that no template of the measure spans it. @param largest_scale 0:
// the measure is not one at scales.
int seam_width(const std::string& measure, const nb::dict& options, int largest_scale) {
  const SignalUse use = largest_scale > 0 ? SignalUse::scales : SignalUse::series;
  const entropy::Settings settings = settings_of(measure, options, use);
  return (entropy::longest_delay(settings.measure, settings.parameters()) - 1) * std::max(1, largest_scale) + 1;
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
    study::use_unit_of(signal, settings);
    study::require_one_unit(signal, nullptr, settings, use_of(word));
    if (!settings.r_in.empty()) r = settings.r.size() == 1 ? nb::float_(settings.r.front()) : nb::cast(settings.r);
  }
  return r;
}

}  // namespace

void bind_signals(nb::module_& module) {
  nb::class_<HeldSignal>(module, "Signal")
      .def("__init__", &make_signal, nb::arg("samples").noconvert(), nb::arg("name"), nb::arg("channels"),
           nb::arg("units"), nb::arg("epochs"), nb::arg("rate").none(), nb::arg("asked").none(), nb::arg("starts"),
           nb::arg("stamps").noconvert().none())
      .def_ro("rate", &HeldSignal::rate)
      .def_prop_ro("rate_of_stamps", [](const HeldSignal& held) { return held.signal.rate; })
      .def_prop_ro("gaps", [](const HeldSignal& held) { return held.signal.gaps; })
      .def_prop_ro("stamps", [](const HeldSignal& held) { return held.signal.stamps; })
      .def_prop_ro("units", [](const HeldSignal& held) { return held.signal.units; })
      .def_prop_ro("channels", [](const HeldSignal& held) { return held.signal.channels; })
      .def_prop_ro("notices", [](const HeldSignal& held) { return to_list(held.notices); })
      .def("open_gaps",
           [](const HeldSignal& held, const std::string& measure, const nb::dict& options, const std::string& use) {
             return study::open_gaps(held.signal, settings_of(measure, options, use_of(use)));
           })
      .def("with_gaps", &with_gaps, nb::arg("measure"), nb::arg("options"), nb::arg("use"),
           nb::arg("missing_are_gaps") = false);
  module.def(
      "orientation_notices",
      [](std::size_t n_series, std::size_t n_times, const std::string& name) {
        const auto found = study::orientation_notice({{1, n_series, n_times, {}}}, name);
        return to_list(found ? Notices{*found} : Notices());
      },
      nb::arg("n_series"), nb::arg("n_times"), nb::arg("name"));
  module.def("require_alike", [](const HeldSignal& x, const HeldSignal& y) { require_alike(x.signal, y.signal); });
  module.def(
      "require_same_stamps",
      [](const Numbers& x, const Numbers& y, const std::string& names) {
        study::require_same_stamps(span_of(x), span_of(y), names);
      },
      nb::arg("x").noconvert(), nb::arg("y").noconvert(), nb::arg("names"));
  module.def("seam_width", &seam_width, nb::arg("measure"), nb::arg("options"), nb::arg("largest_scale"));
  module.def("one_unit", &one_unit, nb::arg("measures"), nb::arg("options"), nb::arg("units"), nb::arg("channels"),
             nb::arg("use") = "series");
}

}  // namespace biotropy::python
