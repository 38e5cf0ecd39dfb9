// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy`: one value for each recording, epoch and channel, and for each of several m and r.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "cli/entry_columns.hpp"
#include "cli/interruption.hpp"
#include "cli/series_options.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct EntropyOptions {
  SeriesOptions series;
  bool standard_error = false;
  std::optional<double> confidence;
  std::string covariance;
  std::optional<entropy::PooledWindows> windows;  // over all epochs

  /// @throws Error invalid_argument.
  std::optional<entropy::UncertaintyOptions> uncertainty() const;
};

std::optional<entropy::UncertaintyOptions> EntropyOptions::uncertainty() const {
  if (!standard_error) {
    const char* const needed = "the option --standard-error as well";
    if (confidence && *confidence != entropy::UncertaintyOptions().confidence) {
      throw Error::argument("confidence", fmt::format("{}", *confidence), needed);
    }
    if (!covariance.empty()) throw Error::argument("covariance", covariance, needed);
    return std::nullopt;
  }
  if (series.measure.measure != entropy::Measure::sampen) {
    throw Error::argument("standard-error", "yes", fmt::format("sampen (not {})", word(series.measure.measure)));
  }
  entropy::UncertaintyOptions uncertainty;
  uncertainty.confidence = confidence.value_or(uncertainty.confidence);
  if (!covariance.empty()) {
    uncertainty.covariance = require_choice<entropy::Covariance>("covariance", covariance);
  } else if (series.measure.convention == entropy::Convention::physionet) {
    uncertainty.covariance = entropy::Covariance::physionet;
  }
  entropy::validate(uncertainty);
  return uncertainty;
}

entropy::Measured measure(const EntropyOptions& options, const entropy::Settings& measuring, const PreparedFile& file,
                          const ProgressCallback& progress) {
  entropy::Request request;
  request.measure = measuring;
  request.surrogates = options.series.surrogates;
  request.windows = options.windows;
  request.uncertainty = options.uncertainty();
  return entropy::measure_and_test(request, file.epochs, nullptr, options.series.run.execution(), progress);
}

files::ResultsHead head_of(const EntropyOptions& options, const entropy::Settings& measuring, const Context& context) {
  std::vector<files::Parameter> own;
  const auto uncertainty = options.uncertainty();
  if (uncertainty) {
    own.push_back({"confidence", uncertainty->confidence});
    own.push_back({"covariance", std::string(word(uncertainty->covariance))});
  }
  if (options.windows) record(*options.windows, own);
  files::ResultsHead head = series_head(context, options.series, own);
  head.windows |= options.windows.has_value();
  add_axes(head, measuring.grid());
  describe_entries(head, measuring.measure);
  if (uncertainty) {
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
  if (options.windows) results.onsets = onsets(*options.windows, file.epochs);
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
  const files::ResultsHead head = head_of(options, measuring, context);
  FileRun run = series_run(context, "entropy", series, study::gap_fill(measuring));
  require_other_than(series.output, series.input.files);
  const auto writer = series.output.given() ? series.output.start(head) : nullptr;

  study::OneUnit unit(measuring);
  std::size_t n_delivered = 0;
  run.each(
      "values",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        unit.require(file.epochs);
        return measure(options, measuring, file, progress);
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
            const std::string table = entry_table(head, results, word(measuring.measure));
            print(with_heading(series, results.path, n_delivered == 0, table));
          }
        });
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_entropy_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "entropy",
      "One entropy for each recording, epoch and channel, or all channels together, and for each of several m and r");
  const auto options = std::make_shared<EntropyOptions>();
  add_series_options(command, options->series);
  const char* const group = "Uncertainty";
  command
      .add_flag("--standard-error", options->standard_error,
                "SampEn: its standard error and a confidence interval as well, too narrow for slow series with r in SD "
                "units (slower; --engine has no part in it)")
      ->group(group);
  command.add_option("--confidence", options->confidence, "Share of the normal distribution inside the interval")
      ->option_text("P [0.95]")
      ->group(group);
  command
      .add_option("--covariance", options->covariance,
                  "Covariances of overlapping pairs: about the mean, and with r in SD units the error of the SD; or as "
                  "Lake et al. or PhysioNet's sampen add them up, which is too much, and without that error")
      ->check(CLI::IsMember(word_list<entropy::Covariance>()))
      ->option_text("centred|lake|physionet [centred, convention physionet: physionet]")
      ->group(group);
  add_output_and_run_options(command, options->series);
  add_footer(command,
             "  biotropy entropy rr.txt --rr --measure sampen -m 2 -r 0.2\n"
             "  biotropy entropy rr.txt --rr -m 1,2,3 -r 0.1,0.15,0.2 -o grid.nc\n"
             "  biotropy entropy nsr001.ecg --rr-max 2\n"
             "  biotropy entropy a.edf --channels 1-3 --measure mvsampen --channel-m 2,2,3 --epoch 1024\n"
             "  biotropy entropy a.edf b.edf --measure apen --band 0.5 40 --epoch 1024 --reject 150 -o apen.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_entropy(*options, context); }; });
}

}  // namespace biotropy::cli
