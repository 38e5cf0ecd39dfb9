// SPDX-License-Identifier: Apache-2.0
//
// `biotropy cross`: the matrix of all ordered pairs of channels, for each recording and epoch.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "biotropy/entropy/pairwise.hpp"
#include "cli/commands.hpp"
#include "cli/cross_summary.hpp"
#include "cli/entry_columns.hpp"
#include "cli/file_run.hpp"
#include "cli/interruption.hpp"
#include "cli/measure_options.hpp"
#include "cli/omitted_templates.hpp"
#include "cli/output_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct CrossOptions {
  InputOptions input;
  MeasureOptions measure{entropy::Measure::cross_apen};
  PrepareOptions prepare;
  OutputOptions output;
  RunOptions run;
  bool mean_only = false;
};

void write(files::ResultWriter& writer, const PreparedFile& file, const entropy::Pairwise& pairs,
           const std::string& omitted) {
  files::FileResults results = file.results;
  results.counter = pairs.counter;
  if (!omitted.empty()) results.remarks.push_back(omitted);
  results.values = pairs.values;
  results.matches_m = pairs.matches_m;
  results.matches_m1 = pairs.matches_m1;
  if (!pairs.membership_m.empty()) results.numbers = {pairs.membership_m, pairs.membership_m1};
  results.templates_m = pairs.templates_m;
  results.templates_m1 = pairs.templates_m1;
  results.reasons = pairs.reasons;
  results.mean = pairs.mean;
  results.valid_epochs = pairs.valid_epochs;
  results.reason_of = [&](std::size_t epoch, std::size_t channel, std::size_t partner, std::size_t) {
    return pairs.reason(epoch, channel, partner);
  };
  writer.add(results, &interruption());
}

bool has_value(const entropy::Pairwise& pairs) {
  const auto is_value = [](double value) { return !std::isnan(value); };
  return std::any_of(pairs.values.begin(), pairs.values.end(), is_value) ||
         std::any_of(pairs.mean.begin(), pairs.mean.end(), is_value);
}

ExitCode run_cross(const CrossOptions& options, Context& context) {
  options.run.apply(context.console);
  const entropy::Measure measure = options.measure.measure();
  const entropy::Parameters parameters = options.measure.parameters();
  FileRun run(context.console, "cross", options.input, options.prepare, options.run, options.measure.gap_fill());
  require_other_than(options.output, options.input.files);

  files::ResultsHead head;
  head.long_name = title(measure);
  head.pairs = true;
  head.mean_only = options.mean_only;
  describe_entries(head, measure);
  head.n_inputs = options.input.files.size();
  head.command = context.command_line;
  record(options.measure, head.parameters);
  record(options.prepare, head.parameters);
  record(options.input, head.parameters);
  const auto writer = options.output.given() ? options.output.start(head) : nullptr;
  // Without a file for them nobody asks for the matrices of single epochs.
  const entropy::Keep keep = options.mean_only || !writer ? entropy::Keep::mean : entropy::Keep::epochs;

  std::size_t n_delivered = 0;
  run.each(
      "pairs",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        return entropy::pairwise(file.epochs, measure, parameters, keep, options.run.execution(), progress);
      },
      [&](const PreparedFile& file, const entropy::Pairwise& pairs) {
        if (has_value(pairs)) run.found_value();
        const std::string omitted = omitted_templates(file.epochs, measure, parameters, pairs.templates_m);
        if (!omitted.empty()) context.console.note(fmt::format("{}: {}", file.results.path, omitted));
        if (writer) write(*writer, file, pairs, omitted);
        if (!options.output.to_standard_output()) {
          print(summary(file.results.path, options.measure.measure_name, file.epochs, pairs));
        }
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_cross_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "cross",
      "Matrices of all ordered pairs of channels: entry (channel, partner) has its templates from the channel and "
      "is matched in the partner");
  const auto options = std::make_shared<CrossOptions>();
  add_input_options(command, options->input);
  add_measure_options(command, options->measure, true);
  add_prepare_options(command, options->prepare);
  add_output_options(command, options->output, "otherwise the summary alone is printed");
  command.add_flag("--mean-only", options->mean_only, "Keep only the mean over epochs, in less memory")
      ->group("Output");
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy cross eeg.edf --measure cross-apen -m 1 -r 0.2 --band 0.5 40 --epoch 1024 -o matrices.nc\n"
             "  biotropy cross sub-*.edf -m 1 --epoch 1024 --mean-only -o means.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_cross(*options, context); }; });
}

}  // namespace biotropy::cli
