// SPDX-License-Identifier: Apache-2.0
//
// Recordings of every format that the library reads, as one array of their channels; headers and epochs of EDF and BDF;
// units of time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf/epochs.hpp"
#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/time_columns.hpp"
#include "biotropy/files/time_unit.hpp"
#include "biotropy/prepare/simultaneous.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/stamps.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/study/prepared_recording.hpp"
#include "biotropy/study/read_signals.hpp"
#include "biotropy/study/signal.hpp"
#include "biotropy/study/subject.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

nb::dict to_dict(prepare::Simultaneous made, const std::string& format, Notices notices) {
  nb::dict result;
  result["samples"] = to_array(std::move(made.samples), {made.labels.size(), made.n_times});
  result["times"] = to_array(std::move(made.times));
  result["channels"] = made.labels;
  result["units"] = made.units;
  result["bads"] = made.bads;
  result["rate"] = made.rate ? nb::object(nb::float_(*made.rate)) : nb::none();
  result["gaps"] = made.gaps;
  result["format"] = format;
  notices.insert(notices.end(), made.notices.begin(), made.notices.end());
  result["notices"] = to_list(notices);
  return result;
}

using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::tuple stamps_in(const Series& stamps, std::optional<double> step) {
  constexpr std::array<const char*, 4> kinds = {"few", "even", "packets", "uneven"};
  series::Stamps found = series::read_stamps({stamps.data(), stamps.size()}, step);
  return nb::make_tuple(kinds[static_cast<std::size_t>(found.kind)], found.step,
                        to_array(std::vector<std::uint64_t>(found.gaps.begin(), found.gaps.end())),
                        to_array(std::move(found.missing)));
}

// @param stamps None: what comes next follows nothing.
void follow(series::StampFollower& follower, const std::optional<Series>& stamps, const Flags& missing,
            const std::string& name, const std::string& remedy) {
  if (!stamps) return follower.forget();
  follower.follow({stamps->data(), stamps->size()}, {missing.data(), missing.size()}, name, remedy);
}

nb::dict read_signals(const std::string& path, const std::string& channels, std::size_t gap_fill,
                      const nb::dict& options) {
  files::OpenOptions open;
  set_rows(options, OptionTable{open, files::open_options()});
  study::ReadSignals read;
  {
    const nb::gil_scoped_release released;
    read = study::read_signals(path, channels, gap_fill, open);
  }
  nb::dict options_read;
  for (const auto& [name, value] : read.decided) options_read[name.c_str()] = nb::cast(value);
  study::Signal signal{{1, read.signals.labels.size(), read.signals.n_times, read.signals.samples}};
  signal.channels = read.signals.labels;
  signal.bads = read.signals.bads;
  const auto padding = study::padding_notice(signal, path);
  nb::dict result = to_dict(std::move(read.signals), read.format, {});
  result["padding"] = to_list(padding ? Notices{*padding} : Notices());
  result["options"] = options_read;
  return result;
}

// Spans that are bad by annotations of the file or its table of events, which is then one of the files that were read.
std::vector<prepare::BadSpan> marked_spans(series::Recording& recording, const std::string& path) {
  const auto events = study::events_beside(path);
  if (events) recording.other_files.push_back(events->generic_string());
  return study::bad_spans(recording, events, recording.notices);
}

// Channels without their samples; `brain` are those that are taken by default.
nb::dict describe_channels(const std::string& path) {
  files::OpenOptions open;
  open.needed = files::no_channels();
  series::Recording recording = without_lock([&] { return files::open(files::wfdb_record(path), open); });
  bool has_missing = !marked_spans(recording, path).empty();
  nb::list types, units, bads;
  std::vector<std::string> labels;
  for (const series::Channel& channel : recording.channels) {
    has_missing |= !channel.gap_starts.empty();
    labels.push_back(channel.label);
    types.append(channel.type);
    units.append(channel.unit);
    bads.append(!channel.bad.empty());
  }
  nb::dict result;
  result["format"] = recording.format;
  result["channels"] = series::distinct(labels);
  result["types"] = types;
  result["units"] = units;
  result["bads"] = bads;
  result["brain"] = prepare::simultaneous_channels(recording, "");
  result["has_missing"] = has_missing;
  result["notices"] = to_list(recording.notices);
  result["other_files"] = recording.other_files;
  return result;
}

// Samples as they are stored, with those that are missing among them, and the other files that were read.
nb::dict read_joined(const std::string& path, const std::string& channels) {
  files::OpenOptions open;
  open.needed = [&](const series::Recording& described) { return prepare::simultaneous_channels(described, channels); };
  prepare::Simultaneous made;
  std::string format;
  std::vector<std::string> others;
  Notices notices;
  {
    const nb::gil_scoped_release released;
    series::Recording recording = files::open(files::wfdb_record(path), open);
    const std::vector<prepare::BadSpan> marked = marked_spans(recording, path);
    format = recording.format;
    others = recording.other_files;
    notices = recording.notices;
    made = prepare::simultaneous(std::move(recording), channels, std::nullopt);
    prepare::add_bad_spans(marked, made);
  }
  nb::list missing;
  for (const prepare::MissingPart& one : made.missing) missing.append(nb::make_tuple(one.begin, one.end, one.text));
  nb::dict result = to_dict(std::move(made), format, std::move(notices));
  result["missing"] = missing;
  result["other_files"] = others;
  return result;
}

// With the notices of reading it.
nb::tuple edf_header(const std::string& path) {
  Notices notices;
  files::Input input{std::filesystem::path(path)};
  files::EdfHeader header = files::read_edf_header(input, notices);
  return nb::make_tuple(std::move(header), to_list(notices));
}

using WritableEpochs = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Epochs from `first` on, as many and as long as `out` has, of `signals`, which are some of the header.
void read_edf_epochs(const std::string& path, const files::EdfHeader& header, std::uint64_t skipped_bytes,
                     std::vector<files::EdfSignal> signals, std::uint64_t first, const WritableEpochs& out) {
  const std::uint64_t per_record = signals.front().samples_per_record;
  const files::EdfChannels channels{header.is_bdf, header.header_bytes, header.record_bytes, header.n_records,
                                    skipped_bytes, per_record,          std::move(signals)};
  const nb::gil_scoped_release released;
  files::Input input{std::filesystem::path(path)};
  files::read_edf_epochs(input, channels, first, first + out.shape(0), out.shape(2), {out.data(), out.size()});
}

// Kinds of the columns of a table by their names, first numbers and first words.
std::vector<std::string> time_columns(const std::vector<std::string>& names, std::vector<std::vector<double>> values,
                                      const std::vector<std::string>& words) {
  std::vector<files::FirstValues> columns;
  for (std::size_t i = 0; i < names.size(); ++i) columns.push_back({names[i], std::move(values[i]), words[i]});
  std::vector<std::string> kinds;
  for (const files::TimeColumn kind : files::time_columns(columns)) kinds.emplace_back(word(kind));
  return kinds;
}

}  // namespace

void bind_recordings(nb::module_& module) {
  nb::class_<files::EdfSignal>(module, "EdfSignal")
      .def_ro("samples_per_record", &files::EdfSignal::samples_per_record)
      .def_ro("annotations", &files::EdfSignal::annotations);
  nb::class_<files::EdfHeader>(module, "EdfHeader")
      .def_ro("signals", &files::EdfHeader::signals)
      .def_ro("n_records", &files::EdfHeader::n_records)
      .def_prop_ro("sample_bytes", &files::EdfHeader::sample_bytes)
      .def_prop_ro("has_gaps",
                   [](const files::EdfHeader& header) { return header.time == files::EdfTime::discontinuous; });
  module.def("edf_header", &edf_header, nb::arg("path"));
  module.def("read_edf_epochs", &read_edf_epochs, nb::arg("path"), nb::arg("header"), nb::arg("skipped_bytes"),
             nb::arg("signals"), nb::arg("first"), nb::arg("out"));
  module.def("read_signals", &read_signals, nb::arg("path"), nb::arg("channels"), nb::arg("gap_fill"),
             nb::arg("options"));
  module.def("describe_channels", &describe_channels, nb::arg("path"));
  module.def("read_joined", &read_joined, nb::arg("path"), nb::arg("channels"));
  module.def("time_columns", &time_columns, nb::arg("names"), nb::arg("values"), nb::arg("words"));
  module.def("unit_in_name", &files::unit_in_name, nb::arg("name"));
  module.def("seconds_in", &files::seconds_in, nb::arg("unit"));
  module.def("marks_boundary", &series::marks_boundary, nb::arg("text"), nb::arg("of_eeglab"));
  module.def("read_stamps", &stamps_in, nb::arg("stamps"), nb::arg("step").none());
  nb::class_<series::StampFollower>(module, "StampFollower")
      .def(nb::init<>())
      .def("forget", &series::StampFollower::forget)
      .def("follow", &follow, nb::arg("stamps").none(), nb::arg("missing"), nb::arg("name"), nb::arg("remedy"));
  module.def("usual_unit", &series::usual_unit, nb::arg("unit"));
  module.def(
      "unit_of_r", [](const std::string& r) { return series::split_unit(r).second; }, nb::arg("r"));
  module.def(
      "is_recording", [](const std::string& name) { return study::is_recording(name); }, nb::arg("name"));
}

}  // namespace biotropy::python
