// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy`: one value for each recording, epoch and channel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/error.hpp"
#include "cli/commands.hpp"
#include "cli/file_run.hpp"
#include "cli/interruption.hpp"
#include "cli/load_series.hpp"
#include "cli/measure_options.hpp"
#include "cli/omitted_templates.hpp"
#include "cli/output_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct EntropyOptions {
  InputOptions input;
  RrOptions rr;
  MeasureOptions measure{entropy::Measure::sampen};
  PrepareOptions prepare;
  OutputOptions output;
  RunOptions run;
};

// The entries of a recording as columns.
struct Columns {
  std::vector<double> values, tolerances;
  std::vector<std::uint64_t> matches_m, matches_m1, templates_m, templates_m1;
  std::vector<std::string> reasons;
  std::string counter;  // the engines, a comma between them

  explicit Columns(const std::vector<entropy::Entropy>& entries) {
    for (const entropy::Entropy& entry : entries) {
      values.push_back(entry.value);
      tolerances.push_back(entry.r);
      matches_m.push_back(entry.matches_m);
      matches_m1.push_back(entry.matches_m1);
      templates_m.push_back(entry.templates_m);
      templates_m1.push_back(entry.templates_m1);
      reasons.push_back(entry.reason);
      if (counter.find(entry.counter) == std::string::npos) {
        counter += (counter.empty() ? "" : ", ") + std::string(entry.counter);
      }
    }
  }
};

void write(files::ResultWriter& writer, const PreparedFile& file, const Columns& columns, const std::string& omitted) {
  files::FileResults results = file.results;
  results.counter = columns.counter;
  if (!omitted.empty()) results.remarks.push_back(omitted);
  results.values = columns.values;
  results.tolerances = columns.tolerances;
  results.matches_m = columns.matches_m;
  results.matches_m1 = columns.matches_m1;
  results.templates_m = columns.templates_m;
  results.templates_m1 = columns.templates_m1;
  results.reasons = columns.reasons;
  results.reason_of = [&](std::size_t epoch, std::size_t channel, std::size_t) {
    return columns.reasons[file.epochs.index(epoch, channel)];
  };
  writer.add(results, &interruption());
}

std::string table(const PreparedFile& file, const std::vector<entropy::Entropy>& entries, const std::string& measure) {
  const series::Epochs& epochs = file.epochs;
  Table table({{"epoch", true},
               {"channel"},
               {measure, true},
               {"matches_m", true},
               {"matches_m1", true},
               {"templates", true},
               {"reason"}});
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const entropy::Entropy& entry = entries[index];
    const bool counted = entry.templates_m > 0;
    const auto count = [&](std::uint64_t number) { return counted ? fmt::format("{}", number) : std::string("-"); };
    table.add({epochs.n_epochs > 1 ? fmt::format("{}", index / epochs.n_channels) : std::string(),
               epochs.labels[index % epochs.n_channels], shown(entry.value), count(entry.matches_m),
               count(entry.matches_m1), count(entry.templates_m), entry.reason});
  }
  return table.text();
}

ExitCode run_entropy(const EntropyOptions& options, Context& context) {
  options.run.apply(context.console);
  const bool heartbeats = std::any_of(options.input.files.begin(), options.input.files.end(),
                                      [&](const std::string& path) { return holds_heartbeats(path, options.rr); });
  MeasureOptions measuring = options.measure;
  // No template straddles the place of a removed beat.
  if (heartbeats) measuring.missing = "omit";
  if (!heartbeats && options.rr != RrOptions()) {
    throw Error(ErrorCode::invalid_argument,
                "RR intervals were to be cleaned, and no file is known to hold any: say with '--rr' that they do");
  }
  const entropy::Measure measure = measuring.measure();
  const entropy::Parameters parameters = measuring.parameters();
  const auto read = [&](const std::filesystem::path& path, const files::OpenOptions& open) {
    return load_series(path, open, options.rr);
  };
  FileRun run(context.console, "entropy", options.input, options.prepare, options.run, measuring.gap_fill(), read);
  require_other_than(options.output, options.input.files);

  files::ResultsHead head;
  head.long_name = title(measure);
  head.n_inputs = options.input.files.size();
  head.command = context.command_line;
  record(measuring, head.parameters);
  if (heartbeats) record(options.rr, head.parameters);
  record(options.prepare, head.parameters);
  record(options.input, head.parameters);
  const auto writer = options.output.given() ? options.output.start(head) : nullptr;

  std::size_t n_delivered = 0;
  run.each(
      "values",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        return entropy::each_channel(file.epochs, measure, parameters, options.run.execution(), progress);
      },
      [&](const PreparedFile& file, const std::vector<entropy::Entropy>& entries) {
        for (const entropy::Entropy& entry : entries) {
          if (!std::isnan(entry.value)) run.found_value();
        }
        const Columns columns(entries);
        const std::string omitted = omitted_templates(file.epochs, measure, parameters, columns.templates_m);
        if (!omitted.empty()) context.console.note(fmt::format("{}: {}", file.results.path, omitted));
        if (writer) {
          write(*writer, file, columns, omitted);
        } else {
          const std::string heading = n_delivered > 0 ? "\n" + file.results.path + "\n" : file.results.path + "\n";
          print((head.n_inputs > 1 ? heading : "") + table(file, entries, options.measure.measure_name));
        }
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_entropy_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand("entropy", "One entropy for each recording, epoch and channel");
  const auto options = std::make_shared<EntropyOptions>();
  add_input_options(command, options->input);
  command
      .add_flag("--rr", options->rr.intervals,
                "The files hold RR intervals, to be cleaned before anything else; WFDB annotations always are")
      ->group("Heartbeats");
  add_rr_options(command, options->rr, "rr-");
  add_measure_options(command, options->measure, false);
  add_prepare_options(command, options->prepare);
  add_output_options(command, options->output, "otherwise a table is printed");
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy entropy rr.txt --rr --measure sampen -m 2 -r 0.2\n"
             "  biotropy entropy nsr001.ecg --rr-max 2\n"
             "  biotropy entropy a.edf b.edf --measure apen --band 0.5 40 --epoch 1024 --reject 150 -o apen.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_entropy(*options, context); }; });
}

}  // namespace biotropy::cli
