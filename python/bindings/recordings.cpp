// SPDX-License-Identifier: Apache-2.0
//
// Recordings of every format that the library reads, as one array of their channels.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/prepare/simultaneous.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

const OptionSetters<files::OpenOptions>& open_setters() {
  using files::OpenOptions;
  static const OptionSetters<OpenOptions> table{
      {"rate", [](OpenOptions& o, const nb::handle& v) { o.rate = number<double>("rate", v, "a number above 0"); }},
      {"orientation",
       [](OpenOptions& o, const nb::handle& v) { o.orientation = files::orientation(text("orientation", v)); }},
      {"variable",
       [](OpenOptions& o, const nb::handle& v) {
         o.variable = number<std::string>("variable", v, "the name of a variable");
       }},
      {"columns",
       [](OpenOptions& o, const nb::handle& v) {
         o.columns = number<std::string>("columns", v, "names, numbers or ranges of columns");
       }},
      {"separator", [](OpenOptions& o, const nb::handle& v) { o.separator = files::separator(text("separator", v)); }},
      {"ignore_channel_table",
       [](OpenOptions& o, const nb::handle& v) {
         o.ignore_channel_table = number<bool>("ignore_channel_table", v, "True or False");
       }},
      {"allow_maxshield",
       [](OpenOptions& o, const nb::handle& v) {
         o.allow_maxshield = number<bool>("allow_maxshield", v, "True or False");
       }},
      {"outside_files",
       [](OpenOptions& o, const nb::handle& v) {
         o.outside_files = number<bool>("outside_files", v, "True or False");
       }},
  };
  return table;
}

nb::dict to_dict(prepare::Simultaneous made, const std::string& format, const std::vector<std::string>& warnings) {
  nb::dict result;
  result["samples"] = to_array(std::move(made.samples), {made.labels.size(), made.n_times});
  result["times"] = to_array(std::move(made.times), {made.n_times});
  result["channels"] = made.labels;
  result["units"] = made.units;
  result["bads"] = made.bads;
  result["rate"] = made.rate ? nb::object(nb::float_(*made.rate)) : nb::none();
  result["gaps"] = made.n_gaps;
  result["format"] = format;
  result["warnings"] = warnings;
  return result;
}

nb::dict read_signals(const std::string& path, const std::string& channels, std::size_t gap_fill,
                      const nb::dict& options) {
  files::OpenOptions open;
  set_options(open, open_setters(), options);
  open.needed = [&](const series::Recording& described) { return prepare::simultaneous_channels(described, channels); };
  series::Recording recording;
  {
    const nb::gil_scoped_release released;
    recording = files::open(files::wfdb_record(path), open);
  }
  const std::string format = recording.format;
  const std::vector<std::string> warnings = recording.warnings;
  return to_dict(prepare::simultaneous(std::move(recording), channels, gap_fill), format, warnings);
}

}  // namespace

void bind_recordings(nb::module_& module) {
  module.def("read_signals", &read_signals, nb::arg("path"), nb::arg("channels"), nb::arg("gap_fill"),
             nb::arg("options"));
}

}  // namespace biotropy::python
