// SPDX-License-Identifier: Apache-2.0
//
// `biotropy multiscale`: an entropy at many time scales, for each recording, epoch and channel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/error.hpp"
#include "cli/entry_columns.hpp"
#include "cli/entry_table.hpp"
#include "cli/interruption.hpp"
#include "cli/number_list.hpp"
#include "cli/series_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

const char* const kGroup = "Scales";

struct MultiscaleOptions {
  SeriesOptions series;
  std::string method = "mse", scales = "1-20", grain = "mean", tolerance_of;
  std::optional<double> cutoff;

  /// @throws Error invalid_argument.
  entropy::MultiscaleParameters parameters() const;
};

entropy::MultiscaleMethod method_of(const std::string& name) {
  for (const auto method : entropy::kMultiscaleMethods) {
    if (entropy::name(method) == name) return method;
  }
  throw Error::argument("method", name, "mse, rmse, cmse or rcmse");
}

entropy::MultiscaleParameters MultiscaleOptions::parameters() const {
  const MeasureOptions measuring = series.measuring();
  measuring.require_single("for a curve over scales");
  entropy::MultiscaleParameters parameters =
      entropy::conventional_multiscale(measuring.convention(), measuring.measure(), method_of(method));
  parameters.entropy = measuring.parameters();
  parameters.scales = whole_numbers("scales", scales);
  if (grain == "variance") parameters.grain = series::Grain::variance;
  if (tolerance_of == "original") parameters.tolerance_of = entropy::ToleranceOf::original;
  if (tolerance_of == "scale") parameters.tolerance_of = entropy::ToleranceOf::scale;
  if (cutoff) {
    if (*cutoff != parameters.cutoff && parameters.method != entropy::MultiscaleMethod::rmse) {
      throw Error::argument("cutoff", fmt::format("{}", *cutoff), "the method rmse, which alone filters,");
    }
    parameters.cutoff = *cutoff;
  }
  entropy::validate(parameters);
  return parameters;
}

std::vector<files::Parameter> for_the_record(const entropy::MultiscaleParameters& parameters) {
  std::vector<files::Parameter> list;
  list.push_back({"method", std::string(entropy::name(parameters.method))});
  list.push_back({"scales", std::vector<std::int64_t>(parameters.scales.begin(), parameters.scales.end())});
  list.push_back({"grain", std::string(parameters.grain == series::Grain::mean ? "mean" : "variance")});
  const bool original = entropy::tolerance_of(parameters) == entropy::ToleranceOf::original;
  list.push_back({"tolerance_of", std::string(original ? "original" : "scale")});
  if (parameters.method == entropy::MultiscaleMethod::rmse) list.push_back({"cutoff", parameters.cutoff});
  return list;
}

files::ResultsHead head_of(const MultiscaleOptions& options, const entropy::MultiscaleParameters& parameters,
                           const Context& context) {
  files::ResultsHead head = series_head(context, options.series, for_the_record(parameters));
  std::string method(entropy::name(parameters.method));
  std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  head.long_name = fmt::format("{} of {}", method, title(parameters.measure));
  head.axes.push_back({"scale", "scale, in samples of the prepared recording",
                       std::vector<std::int64_t>(parameters.scales.begin(), parameters.scales.end())});
  describe_entries(head, parameters.measure);
  head.numbers.push_back({"complexity_index", "sum of the values over the scales", "nat", false});
  return head;
}

// The curves of a recording, written or printed.
void deliver(const std::vector<entropy::Multiscale>& curves, const PreparedFile& file, const files::ResultsHead& head,
             const std::function<void(const files::FileResults&)>& to) {
  const std::size_t n_scales = head.cells();
  const EntryColumns columns(
      curves.size() * n_scales, [&](std::size_t place) -> const auto& {
        return curves[place / n_scales].scales[place % n_scales].entropy;
      });
  std::vector<double> complexity;
  for (const entropy::Multiscale& curve : curves) complexity.push_back(curve.complexity_index);
  files::FileResults results = file.results;
  columns.show(results, head);
  results.numbers.emplace_back(complexity);
  to(results);
}

ExitCode run_multiscale(const MultiscaleOptions& options, Context& context) {
  const SeriesOptions& series = options.series;
  series.run.apply(context.console);
  const entropy::MultiscaleParameters parameters = options.parameters();
  const files::ResultsHead head = head_of(options, parameters, context);
  const int largest = *std::max_element(parameters.scales.begin(), parameters.scales.end());
  FileRun run = series_run(context, "multiscale", series, series.measuring().gap_fill(largest));
  require_other_than(series.output, series.input.files);
  const auto writer = series.output.given() ? series.output.start(head) : nullptr;

  std::size_t n_delivered = 0;
  run.each(
      "series",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        return entropy::multiscale_each_channel(file.epochs, parameters, series.run.execution(), progress);
      },
      [&](const PreparedFile& file, const std::vector<entropy::Multiscale>& curves) {
        for (const entropy::Multiscale& curve : curves) {
          for (const entropy::ScaleEntropy& at : curve.scales) {
            if (!std::isnan(at.entropy.value)) run.found_value();
          }
        }
        deliver(curves, file, head, [&](const files::FileResults& results) {
          if (writer) {
            writer->add(results, &interruption());
          } else {
            const std::string table =
                entry_table(head, results, series.measure.measure_name) + "\n" + summary_table(head, results);
            print(with_heading(series, results.path, n_delivered == 0, table));
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
      *program.add_subcommand("multiscale", "An entropy at many time scales, for each recording, epoch and channel");
  const auto options = std::make_shared<MultiscaleOptions>();
  add_series_options(command, options->series);
  command
      .add_option(
          "--method", options->method,
          "mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass "
          "filter and thinning")
      ->check(CLI::IsMember({"mse", "rmse", "cmse", "rcmse"}))
      ->option_text("mse|rmse|cmse|rcmse [mse]")
      ->group(kGroup);
  command.add_option("--scales", options->scales, "Scales in samples: 1-20, or 1,2,5,10-15")
      ->option_text("LIST [1-20]")
      ->group(kGroup);
  command.add_option("--grain", options->grain, "What a window becomes; variance: generalised multiscale entropy")
      ->check(CLI::IsMember({"mean", "variance"}))
      ->option_text("mean|variance [mean]")
      ->group(kGroup);
  command
      .add_option("--tolerance-of", options->tolerance_of,
                  "The series whose standard deviation R is a multiple of: the original, or that of each scale")
      ->check(CLI::IsMember({"original", "scale"}))
      ->option_text("original|scale [original; rmse, variance: scale]")
      ->group(kGroup);
  command
      .add_option("--cutoff", options->cutoff,
                  "rmse: edge of the low-pass filter times the scale, in cycles per sample")
      ->option_text("F [0.5]")
      ->group(kGroup);
  add_output_and_run_options(command, options->series);
  add_footer(command,
             "  biotropy multiscale rr.txt --rr --method mse --measure sampen -m 2 -r 0.15 --scales 1-20\n"
             "  biotropy multiscale a.edf --method rcmse --scales 1-10,15,20 --epoch 4096 -o curves.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_multiscale(*options, context); }; });
}

}  // namespace biotropy::cli
