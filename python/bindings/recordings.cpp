// SPDX-License-Identifier: Apache-2.0
//
// Recordings of every format that the library reads, as one array of their channels.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "biotropy/series/gaps.hpp"
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
      {"outside_files",
       [](OpenOptions& o, const nb::handle& v) {
         o.outside_files = number<bool>("outside_files", v, "True or False");
       }},
  };
  return table;
}

// Times of the samples. Those that fill a gap are evenly spaced between its ends.
std::vector<double> times_of(const series::Channel& channel, std::size_t fill) {
  std::vector<double> times;
  times.reserve(channel.length() + fill * channel.gap_starts.size());
  for (const series::Piece& piece : series::pieces(channel)) {
    if (piece.begin > 0) {
      const double before = times.back(), step = (piece.onset - before) / static_cast<double>(fill + 1);
      for (std::size_t i = 1; i <= fill; ++i) times.push_back(before + step * static_cast<double>(i));
    }
    for (std::size_t i = 0; i < piece.end - piece.begin; ++i) {
      times.push_back(piece.onset + static_cast<double>(i) / channel.rate);
    }
  }
  return times;
}

void require_no_gaps(const series::Recording& recording, const prepare::Timing& timing) {
  if (timing.gap_starts.empty()) return;
  throw Error(ErrorCode::missing_values,
              recording.path + ": time is missing at " + std::to_string(timing.gap_starts.size()) +
                  " places, the first before sample " + std::to_string(timing.gap_starts.front()) +
                  ": let gap_fill put missing samples (NaN) there");
}

// Labels are unique and do not depend on the choice: "Fz (2)" is the same channel as in the whole recording.
void label_apart(series::Recording& recording) {
  std::vector<std::string> labels;
  for (const series::Channel& channel : recording.channels) labels.push_back(channel.label);
  labels = series::distinct(labels);
  for (std::size_t c = 0; c < labels.size(); ++c) recording.channels[c].label = std::move(labels[c]);
}

std::vector<std::size_t> choose(const series::Recording& recording, const std::string& list) {
  std::vector<std::size_t> chosen = series::select_channels(recording, list);
  std::vector<bool> seen(recording.channels.size());
  for (const std::size_t c : chosen) {
    if (seen[c]) {
      throw Error::argument("channels", list,
                            "every channel once (" + recording.channels[c].label + " is there twice)");
    }
    seen[c] = true;
  }
  return chosen;
}

// Takes the samples of the channel, so that there is never a second copy of more than one channel.
void append(series::Channel& channel, std::size_t fill, std::size_t n_channels, std::vector<double>& values) {
  std::vector<double> samples = std::move(channel.samples);
  if (!channel.gap_starts.empty()) samples = series::with_gaps(samples, channel.gap_starts, static_cast<int>(fill));
  if (n_channels == 1) {
    values = std::move(samples);
    return;
  }
  if (values.empty()) values.reserve(n_channels * samples.size());
  values.insert(values.end(), samples.begin(), samples.end());
}

nb::dict to_dict(series::Recording& recording, const std::string& list, std::size_t fill) {
  if (recording.channels.empty()) throw Error(ErrorCode::bad_file, recording.path + ": there are no channels");
  label_apart(recording);
  const std::vector<std::size_t> chosen = choose(recording, list);
  const prepare::Timing timing = prepare::common_timing(recording, chosen);
  if (fill == 0) require_no_gaps(recording, timing);
  const std::size_t n_times = timing.n_samples + fill * timing.gap_starts.size();
  std::vector<double> values, times = times_of(recording.channels[chosen.front()], fill);
  std::vector<std::string> labels, units, bads;
  for (const std::size_t c : chosen) {
    series::Channel& channel = recording.channels[c];
    append(channel, fill, chosen.size(), values);
    labels.push_back(channel.label);
    units.push_back(channel.unit);
    if (!channel.bad.empty()) bads.push_back(channel.label);
  }
  nb::dict result;
  result["samples"] = to_array(std::move(values), {chosen.size(), n_times});
  result["times"] = to_array(std::move(times), {n_times});
  result["channels"] = labels;
  result["units"] = units;
  result["bads"] = bads;
  result["rate"] = timing.has_rate ? nb::object(nb::float_(timing.rate)) : nb::none();
  result["gaps"] = timing.gap_starts.size();
  result["format"] = recording.format;
  result["warnings"] = recording.warnings;
  return result;
}

nb::dict read_signals(const std::string& path, const std::string& channels, std::size_t gap_fill,
                      const nb::dict& options) {
  files::OpenOptions open;
  set_options(open, open_setters(), options);
  open.needed = [&](const series::Recording& described) -> std::vector<std::size_t> {
    try {
      series::Recording apart = described;
      label_apart(apart);
      return choose(apart, channels);
    } catch (const Error&) {
      return {};  // thrown by to_dict()
    }
  };
  series::Recording recording;
  {
    const nb::gil_scoped_release released;
    recording = files::open(files::wfdb_record(path), open);
  }
  return to_dict(recording, channels, gap_fill);
}

}  // namespace

void bind_recordings(nb::module_& module) {
  module.def("read_signals", &read_signals, nb::arg("path"), nb::arg("channels"), nb::arg("gap_fill"),
             nb::arg("options"));
}

}  // namespace biotropy::python
