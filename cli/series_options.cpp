// SPDX-License-Identifier: Apache-2.0
#include "cli/series_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::cli {

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
  command
      .add_flag("--rr", options.rr.intervals,
                "The files hold RR intervals, to be cleaned before anything else; WFDB annotations always are")
      ->group("Heartbeats");
  add_rr_options(command, options.rr, "rr-");
  add_measure_options(command, options.measure, Measures::of_one_series);
}

void add_output_and_run_options(CLI::App& command, SeriesOptions& options) {
  add_surrogate_options(command, options.surrogates);
  add_prepare_options(command, options.prepare);
  add_output_options(command, options.output, "otherwise a table is printed");
  add_run_options(command, options.run);
  add_device_option(command, options.run);
}

FileRun series_run(Context& context, const std::string& command, const SeriesOptions& options, std::size_t gap_fill) {
  if (!options.heartbeats() && options.rr.given()) {
    throw Error(ErrorCode::invalid_argument,
                "options for RR intervals are given, and no file is known to hold any: use '--rr' if they do");
  }
  const auto read = [&options](const std::filesystem::path& path, const files::OpenOptions& open) {
    return load_series(path, open, options.rr);
  };
  return {context.console, command, options.input, options.prepare, options.run, options.output, gap_fill, read};
}

files::ResultsHead series_head(const Context& context, const SeriesOptions& options,
                               const std::vector<files::Parameter>& own) {
  files::ResultsHead head;
  head.long_name = entropy::title(options.measure.measure);
  head.unit = entropy::unit_of(options.measure.measure, options.measure.parameters());
  head.windows = options.prepare.window.has_value();
  head.n_inputs = options.input.files.size();
  head.command = context.command_line;
  study::record(options.measuring(), head.parameters);
  study::record(options.surrogates, head.parameters);
  head.parameters.insert(head.parameters.end(), own.begin(), own.end());
  if (options.heartbeats())
    study::record<heartbeats::Reading>(heartbeats::rr_options(), options.rr, head.parameters, "rr_");
  study::record(study::prepare_options(), options.prepare, head.parameters);
  study::record<files::OpenOptions>(files::open_options(), options.input, head.parameters);
  return head;
}

std::string with_heading(const SeriesOptions& options, const std::string& path, bool first, const std::string& table) {
  if (options.input.files.size() == 1) return table;
  return (first ? "" : "\n") + path + "\n" + table;
}

}  // namespace biotropy::cli
