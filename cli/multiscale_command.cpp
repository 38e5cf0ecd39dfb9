// SPDX-License-Identifier: Apache-2.0
//
// `biotropy multiscale`: an entropy at many time scales, for each recording, epoch and channel.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "cli/entry_columns.hpp"
#include "cli/interruption.hpp"
#include "cli/measure_options.hpp"
#include "cli/parser.hpp"
#include "cli/series_options.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct MultiscaleOptions {
  SeriesOptions series;
  study::MultiscaleSettings scales;
  std::optional<WindowLengths> windows;  // over all epochs
};

files::ResultsHead head_of(const MultiscaleOptions& options, const entropy::Request& request,
                           const entropy::MultiscaleParameters& parameters, const Context& context) {
  files::ResultsHead head = series_head(context, options.series, request, options.windows);
  head.long_name = entropy::title(parameters);
  add_axis(head, parameters);
  describe_entries(head, parameters.measure);
  describe_complexity(head);
  describe_test(head, options.series.surrogates);
  return head;
}

// Writes or prints the curves of a recording.
void deliver(const MultiscaleOptions& options, const entropy::Measured& measured,
             const entropy::MultiscaleParameters& parameters, const PreparedFile& file, const files::ResultsHead& head,
             const std::function<void(const files::FileResults&)>& to) {
  const std::vector<entropy::Multiscale>& curves = measured.curves;
  const std::size_t n_scales = head.cells();
  const EntryColumns columns(
      parameters.measure, curves.size() * n_scales, [&](std::size_t place) -> const auto& {
        return curves[place / n_scales].scales[place % n_scales].entropy;
      });
  std::vector<double> complexity;
  for (const entropy::Multiscale& curve : curves) complexity.push_back(curve.complexity_index);
  files::FileResults results = file.results;
  join_entries(results, parameters.measure, parameters.entropy);
  if (options.windows) results.onsets = onsets(options.windows->in(file.epochs), file.epochs);
  columns.show(results, head);
  results.numbers.emplace_back(complexity);
  if (measured.test) show(*measured.test, results);
  to(results);
}

ExitCode run_multiscale(const MultiscaleOptions& given, Context& context) {
  MultiscaleOptions options = given;
  options.windows = take_windows(options.series.prepare, given.series.measuring().parameters());
  const SeriesOptions& series = options.series;
  series.run.apply(context.console);
  entropy::validate(series.surrogates, series.measure.measure);
  entropy::Request request;
  request.measure = series.measuring();
  request.surrogates = series.surrogates;
  options.scales.put(request);
  const entropy::MultiscaleParameters parameters = request.at_scales(0);
  const files::ResultsHead head = head_of(options, request, parameters, context);
  FileRun run = series_run(context, "multiscale", series, study::gap_fill(series.measuring(), /*at_scales=*/true));
  require_other_than(series.output, series.input.files);
  const auto writer = series.output.given() ? series.output.start(head) : nullptr;

  study::OneUnit unit(series.measuring());
  std::size_t n_delivered = 0;
  run.each(
      "series",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        request.measure = unit.settings_for(file.epochs);
        return entropy::measure_and_test(in_windows(request, options.windows, file.epochs), file.epochs, nullptr,
                                         series.run.execution(), progress);
      },
      [&](PreparedFile& file, const entropy::Measured& measured) {
        for (const entropy::Multiscale& curve : measured.curves) {
          for (const entropy::ScaleEntropy& at : curve.scales) {
            run.found(!std::isnan(at.entropy.value), at.entropy.reason);
          }
        }
        deliver(options, measured, parameters, file, head, [&](const files::FileResults& results) {
          if (writer) {
            writer->add(results, &interruption());
          } else {
            print(heading_of(series, results.path, n_delivered == 0));
            print(entry_table(head, results, word(series.measure.measure)));
            print("\n");
            print(summary_table(head, results));
          }
        });
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_multiscale_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      add_command(program, "multiscale", "An entropy at many time scales, for each recording, epoch and channel");
  const auto options = std::make_shared<MultiscaleOptions>();
  add_series_options(command, options->series);
  add_multiscale_options(command, options->scales);
  add_output_and_run_options(command, options->series);
  add_footer(command,
             "  biotropy multiscale rr.txt --rr --method mse --measure sampen -m 2 -r 0.15 --scales 1-20\n"
             "  biotropy multiscale a.edf --method rcmse --scales 1-10,15,20 --epoch 4096 -o curves.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_multiscale(*options, context); });
}

}  // namespace biotropy::cli
