// SPDX-License-Identifier: Apache-2.0
//
// `biotropy rr`: RR intervals of recordings, cleaned, one per line, and a report of the cleaning.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

struct RrCommandOptions {
  InputOptions input;
  RrOptions rr;
  RunOptions run;
  std::string output = "-", report;

  EachOutput outputs() const { return {output, input.files, "_rr.txt"}; }
};

// A line for each interval, in the shortest form that reads back as the same number; a line "NaN" marks missing time,
// which the readers take for a gap.
void write_series(files::Output& output, const series::Channel& channel) {
  for (const double value : series::with_gaps(channel.samples, channel.gap_starts, 1)) {
    output.write(std::isnan(value) ? "NaN\n" : fmt::format("{}\n", value));
  }
  output.finish();
}

Json report_of(const heartbeats::RrIntervals& intervals) {
  const heartbeats::RrReport& report = intervals.rr.report;
  Json json;
  json["path"] = intervals.source.generic_string();
  json["sha256"] = files::sha256(intervals.source, &interruption());
  for (const auto& [path, digest] : files::digests(intervals.other_files, &interruption())) {
    json["other_files"].push_back({{"path", path}, {"sha256", digest}});
  }
  json["format"] = intervals.format;
  if (const auto& annotations = intervals.annotations) {
    json["beats"] = annotations->n_beats;
    json["other_annotations"] = annotations->n_others;
    json["first_beat_seconds"] = annotations->first_beat;
  }
  json["read"] = report.n_read;
  json["kept"] = report.n_kept;
  json["values"] = report.of_times ? "times" : "intervals";
  json["unit_read"] = word(report.unit);
  json["unit"] = word(report.output);
  json["policy"] = word(report.policy);
  json["gaps"] = report.n_gaps;
  json["gap_starts"] = intervals.rr.channel.gap_starts;
  json["removed"] = Json::array();
  for (const heartbeats::RrRemoval& removal : report.removals) {
    json["removed"].push_back(
        {{"position", removal.position}, {"value", removal.value}, {"reason", word(removal.reason)}});
  }
  json["notices"] = intervals.notices;
  return json;
}

files::Output start_output(const RrCommandOptions& options, const std::string& path) {
  if (options.output == "-") return files::Output(system::kStandardOutput, "standard output");
  return files::Output(options.outputs().of(path));
}

void check_outputs(const RrCommandOptions& options) {
  if (options.report == "-") throw Error::argument("report", "-", "the name of a file");
  require_other_than({options.report, {}}, options.input.files);
  std::vector<OneOutput> others;
  if (!options.report.empty()) others.push_back({options.report, "the report"});
  options.outputs().require(std::move(others));
}

// A record has several files, any of which may be the one that was named.
void require_other_than_read(const RrCommandOptions& options, const std::string& path,
                             const heartbeats::RrIntervals& intervals) {
  std::vector<std::string> read = intervals.other_files;
  read.push_back(intervals.source.generic_string());
  if (options.output != "-") require_other_than({options.outputs().of(path).generic_string(), {}}, read);
  require_other_than({options.report, {}}, read);
}

ExitCode run_rr(const RrCommandOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  const files::OpenOptions open = options.input;
  check_outputs(options);
  Json reports = Json::array();
  ExitCode code = ExitCode::done;
  for (const std::string& path : options.input.files) {
    interruption().check();
    heartbeats::RrIntervals intervals;
    try {
      intervals = heartbeats::read_rr(path, options.rr.reading(open));
      if (!options.report.empty()) reports.push_back(report_of(intervals));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      const ExitCode failed = context.console.error(error, "rr", path);
      if (code == ExitCode::done) code = failed;
      continue;
    }
    require_other_than_read(options, path, intervals);
    context.console.notices(intervals.notices, path);
    if (intervals.annotations) {
      context.console.note(fmt::format("{}: {}", path, intervals.annotations->sentence()));
    }
    context.console.note(fmt::format("{}: {}", path, intervals.rr.report.sentence()));
    files::Output output = start_output(options, path);
    write_series(output, intervals.rr.channel);
  }
  if (!reports.empty()) {
    files::Output output(options.report);
    const Json json = {{"program", fmt::format("biotropy {}", version())},
                       {"command", context.command_line},
                       {"recordings", std::move(reports)}};
    // File names may hold invalid UTF-8.
    output.write(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    output.finish();
  }
  return code;
}

}  // namespace

void add_rr_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      add_command(program, "rr", "RR intervals of heartbeats: from WFDB annotations or lists of intervals, cleaned");
  const auto options = std::make_shared<RrCommandOptions>();
  add_input_options(command, options->input);
  add_rr_options(command, options->rr, "");
  add_row(
      command, options->output, "output",
      {"FILE",
       "",
       "a file",
       "File for the intervals, one per line, 'NaN' for a gap; '-': standard output; a folder for several recordings",
       {},
       "Output"},
      {.also = "-o"});
  add_row(command, options->report, "report",
          {"FILE",
           "",
           "a file",
           "File for a JSON report of kept and removed intervals; a summary is always printed",
           {},
           "Output"});
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy rr nsr001.ecg -o nsr001_rr.txt\n"
             "  biotropy rr rr.csv --columns RR --input-unit ms --ectopic median --report rr.json -o clean.txt\n");
  set_work(command, chosen, [options](Context& context) { return run_rr(*options, context); });
}

}  // namespace biotropy::cli
