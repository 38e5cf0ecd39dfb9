// SPDX-License-Identifier: Apache-2.0
#include "cli/series_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::cli {

namespace {

void warn_of_onset(series::Recording& recording) {
  if (recording.channels.size() != 1 || recording.channels.front().has_rate) return;
  const std::vector<double>& samples = recording.channels.front().samples;
  if (!heartbeats::begins_with_onset(samples)) return;
  recording.notices.push_back(
      warning("first_is_onset", fmt::format("the first value, {}, looks like the time to the first beat, not an RR "
                                            "interval; '--rr' leaves it out",
                                            samples.front())));
}

}  // namespace

bool SeriesOptions::heartbeats() const {
  const files::OpenOptions open = input;
  return std::any_of(input.files.begin(), input.files.end(),
                     [&](const std::string& path) { return holds_heartbeats(path, open, rr); });
}

entropy::Settings SeriesOptions::measuring() const {
  entropy::Settings applied = measure;
  if (applied.given("missing") == nullptr && heartbeats()) applied.options["missing"] = std::string("omit");
  return applied;
}

void add_series_options(CLI::App& command, SeriesOptions& options) {
  add_input_options(command, options.input);
  add_rr_options(command, options.rr, "rr-",
                 "The files hold RR intervals, to be cleaned before anything else; WFDB annotations always are");
  add_measure_options(command, options.measure, Measures::of_one_series);
}

void add_output_and_run_options(CLI::App& command, SeriesOptions& options) {
  add_surrogate_options(command, options.surrogates);
  add_prepare_options(command, options.prepare);
  add_output_options(command, options.output, "otherwise a table is printed");
  add_run_options(command, options.run);
  add_run_option(command, options.run, "device");
}

FileRun series_run(Context& context, const std::string& command, const SeriesOptions& options, std::size_t gap_fill) {
  options.rr.require(options.heartbeats());
  const auto read = [&options](const std::filesystem::path& path, const files::OpenOptions& open) {
    return load_series(path, open, options.rr);
  };
  const entropy::Settings measuring = options.measuring();
  const std::size_t cells = study::needs_all_channels(measuring, options.surrogates) ? 0 : measuring.grid().size();
  return {context.console, command, options.input, options.prepare, options.run, options.output, gap_fill, cells, read};
}

files::ResultsHead series_head(const Context& context, const SeriesOptions& options, const entropy::Request& request,
                               const std::optional<WindowLengths>& windows) {
  files::ResultsHead head;
  head.long_name = entropy::title(options.measure.measure);
  head.unit = entropy::unit_of(options.measure.measure, options.measure.parameters());
  head.windows = options.prepare.window.has_value() || windows.has_value();
  head.n_inputs = options.input.files.size();
  head.command = context.command_line;
  study::record(request, head.parameters);
  if (windows) record(*windows, head.parameters);
  if (options.heartbeats())
    study::record<heartbeats::Reading>(heartbeats::rr_options(), options.rr, head.parameters, "rr_");
  study::record(study::prepare_options(), options.prepare, head.parameters);
  study::record<files::OpenOptions>(files::open_options(), options.input, head.parameters);
  return head;
}

std::string heading_of(const SeriesOptions& options, const std::string& path, bool first) {
  return options.input.files.size() == 1 ? "" : (first ? "" : "\n") + path + "\n";
}

bool holds_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options) {
  if (options.intervals || !options.beats.empty()) return true;
  try {
    return files::wfdb_beat_file(path, open).has_value() || files::is_polar(path);
  } catch (const Error&) {
    return false;  // reading will report the reason
  }
}

series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options) {
  if (!holds_heartbeats(path, open, options)) {
    series::Recording recording = files::open(path, open);
    if (recording.format == files::kPolarFormat) {
      throw Error(ErrorCode::unsupported, recording.path + ": a Polar .hrm file from a pipe; give '--rr'");
    }
    warn_of_onset(recording);
    return recording;
  }
  return heartbeats::as_recording(heartbeats::read_rr(path, options.reading(open)));
}

}  // namespace biotropy::cli
