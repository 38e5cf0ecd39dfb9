// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy`: one value for each recording, epoch and channel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "biotropy/entropy/pairwise.hpp"
#include "cli/entry_columns.hpp"
#include "cli/entry_table.hpp"
#include "cli/interruption.hpp"
#include "cli/omitted_templates.hpp"
#include "cli/series_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

ExitCode run_entropy(const SeriesOptions& options, Context& context) {
  options.run.apply(context.console);
  const MeasureOptions measuring = options.measuring();
  const entropy::Measure measure = measuring.measure();
  files::ResultsHead head = series_head(context, options, {});
  describe_entries(head, measure);
  FileRun run = series_run(context, "entropy", options, measuring.gap_fill());
  require_other_than(options.output, options.input.files);
  const auto writer = options.output.given() ? options.output.start(head) : nullptr;

  std::size_t n_delivered = 0;
  run.each(
      "values",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        return entropy::each_channel(file.epochs, measure, measuring.parameters(file.epochs.n_times),
                                     options.run.execution(), progress);
      },
      [&](const PreparedFile& file, const std::vector<entropy::Entropy>& entries) {
        for (const entropy::Entropy& entry : entries) {
          if (!std::isnan(entry.value)) run.found_value();
        }
        const EntryColumns columns(
            entries.size(), [&](std::size_t place) -> const auto& { return entries[place]; });
        files::FileResults results = file.results;
        columns.show(results, head);
        const entropy::Parameters parameters = measuring.parameters(file.epochs.n_times);
        const std::string omitted = omitted_templates(file.epochs, measure, parameters, results.templates_m);
        if (!omitted.empty()) {
          context.console.note(fmt::format("{}: {}", results.path, omitted));
          results.remarks.push_back(omitted);
        }
        if (writer) {
          writer->add(results, &interruption());
        } else {
          print(with_heading(options, results.path, n_delivered == 0,
                             entry_table(head, results, options.measure.measure_name)));
        }
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_entropy_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand("entropy", "One entropy for each recording, epoch and channel");
  const auto options = std::make_shared<SeriesOptions>();
  add_series_options(command, *options);
  add_output_and_run_options(command, *options);
  add_footer(command,
             "  biotropy entropy rr.txt --rr --measure sampen -m 2 -r 0.2\n"
             "  biotropy entropy nsr001.ecg --rr-max 2\n"
             "  biotropy entropy a.edf b.edf --measure apen --band 0.5 40 --epoch 1024 --reject 150 -o apen.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_entropy(*options, context); }; });
}

}  // namespace biotropy::cli
