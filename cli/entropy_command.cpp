// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy`: one value for each recording, epoch and channel, and for each of several m and r.
#include <fmt/format.h>

#include <cmath>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "cli/entry_columns.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"
#include "cli/series_options.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct EntropyOptions {
  SeriesOptions series;
  entropy::UncertaintySettings uncertainty;
  std::optional<WindowLengths> windows;  // over all epochs
};

files::ResultsHead head_of(const EntropyOptions& options, const entropy::Request& request, const Context& context) {
  const entropy::Settings& measuring = request.measure;
  files::ResultsHead head = series_head(context, options.series, request, options.windows);
  add_axes(head, measuring.grid());
  describe_entries(head, measuring.measure);
  if (options.uncertainty.standard_error) {
    head.numbers.push_back({"standard_error", "standard error of the value", head.unit});
    head.numbers.push_back({"lower", "lower end of the confidence interval", head.unit});
    head.numbers.push_back({"upper", "upper end of the confidence interval", head.unit});
  }
  describe_test(head, options.series.surrogates);
  return head;
}

// Writes or prints the entries of a recording.
void deliver(const EntropyOptions& options, const entropy::Measured& measured, const entropy::Settings& measuring,
             const PreparedFile& file, const files::ResultsHead& head,
             const std::function<void(const files::FileResults&)>& to) {
  const EntryColumns columns(
      measuring.measure,
      measured.entries.size(), [&](std::size_t place) -> const auto& { return measured.entries[place]; });
  files::FileResults results = file.results;
  join_entries(results, measuring.measure, measuring.parameters());
  if (options.windows) results.onsets = onsets(options.windows->in(file.epochs), file.epochs);
  columns.show(results, head);
  if (!measured.standard_error.empty()) results.numbers = {measured.standard_error, measured.lower, measured.upper};
  if (measured.test) show(*measured.test, results);
  to(results);
}

ExitCode run_entropy(const EntropyOptions& given, Context& context) {
  EntropyOptions options = given;
  options.windows = take_windows(options.series.prepare, given.series.measuring().parameters());
  const SeriesOptions& series = options.series;
  series.run.apply(context.console);
  entropy::validate(series.surrogates, series.measure.measure);
  const entropy::Settings measuring = series.measuring();
  entropy::Request request;
  request.measure = measuring;
  request.surrogates = series.surrogates;
  request.uncertainty = options.uncertainty;
  const files::ResultsHead head = head_of(options, request, context);
  FileRun run = series_run(context, "entropy", series, study::gap_fill(measuring));
  require_other_than(series.output, series.input.files);
  const auto writer = series.output.given() ? series.output.start(head) : nullptr;

  study::OneUnit unit(measuring);
  std::size_t n_delivered = 0;
  run.each(
      "values",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        request.measure = unit.settings_for(file.epochs);
        return entropy::measure_and_test(in_windows(request, options.windows, file.epochs), file.epochs, nullptr,
                                         series.run.execution(), progress);
      },
      [&](PreparedFile& file, const entropy::Measured& measured) {
        for (const entropy::Entropy& entry : measured.entries) {
          run.found(!std::isnan(entry.value), entry.reason);
        }
        run.notify(file, omitted_templates(file.epochs, measuring, [&](std::size_t cell) {
                     std::vector<std::uint64_t> templates;
                     for (; cell < measured.entries.size(); cell += measuring.grid().size()) {
                       templates.push_back(measured.entries[cell].templates_m);
                     }
                     return templates;
                   }));
        deliver(options, measured, measuring, file, head, [&](const files::FileResults& results) {
          if (writer) {
            writer->add(results, &interruption());
          } else {
            print(heading_of(series, results.path, n_delivered == 0));
            print(entry_table(head, results, word(measuring.measure)));
          }
        });
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_entropy_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(
      program, "entropy",
      "One entropy for each recording, epoch and channel, or all channels together, and for each of several m and r");
  const auto options = std::make_shared<EntropyOptions>();
  add_series_options(command, options->series);
  add_rows(command, options->uncertainty, entropy::uncertainty_options(), "Uncertainty");
  add_output_and_run_options(command, options->series);
  add_footer(command,
             "  biotropy entropy rr.txt --rr --measure sampen -m 2 -r 0.2\n"
             "  biotropy entropy rr.txt --rr -m 1,2,3 -r 0.1,0.15,0.2 -o grid.nc\n"
             "  biotropy entropy nsr001.ecg --rr-max 2\n"
             "  biotropy entropy a.edf --channels 1-3 --measure mvsampen --channel-m 2,2,3 --epoch 1024\n"
             "  biotropy entropy a.edf b.edf --measure apen --band 0.5 40 --epoch 1024 --reject 150 -o apen.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_entropy(*options, context); });
}

}  // namespace biotropy::cli
