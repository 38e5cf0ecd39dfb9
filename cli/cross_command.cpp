// SPDX-License-Identifier: Apache-2.0
//
// `biotropy cross`: the matrix of all ordered pairs of channels, for each recording and epoch, and each scale if there
// are any.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "cli/commands.hpp"
#include "cli/cross_summary.hpp"
#include "cli/entry_columns.hpp"
#include "cli/file_run.hpp"
#include "cli/interruption.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct CrossOptions {
  InputOptions input;
  entropy::Settings measure{entropy::Measure::cross_apen, {}, {2}, {}, {}};
  study::MultiscaleSettings multiscale{"", {}};
  PrepareOptions prepare;
  OutputOptions output;
  RunOptions run;
  entropy::SurrogateSettings surrogates;
  bool mean_only = false;
  std::optional<WindowLengths> windows;  // over all epochs

  /// Nothing without scales.
  std::optional<entropy::MultiscaleParameters> scales() const {
    return multiscale.scales.empty() ? std::nullopt : std::optional(multiscale.parameters(measure));
  }
};

bool has_value(const entropy::Pairwise& pairs) {
  const auto is_value = [](double value) { return !std::isnan(value); };
  return std::any_of(pairs.values.begin(), pairs.values.end(), is_value) ||
         std::any_of(pairs.mean.begin(), pairs.mean.end(), is_value);
}

// First reason for an unusable epoch and channel.
std::string first_reason(const entropy::Pairwise& pairs) {
  const auto is_given = [](const std::string& reason) { return !reason.empty(); };
  const auto found = std::find_if(pairs.reasons.begin(), pairs.reasons.end(), is_given);
  return found == pairs.reasons.end() ? std::string() : *found;
}

entropy::Request request_of(const CrossOptions& options, entropy::Keep keep) {
  entropy::Request request;
  request.measure = options.measure;
  if (options.scales()) options.multiscale.put(request);
  request.pairs = true;
  request.keep = request.tested = keep;
  request.surrogates = options.surrogates;
  return request;
}

// "m = 2, r = 0.2" for the parameters that vary.
std::string cell_name(const entropy::Grid& grid, const entropy::Parameters& parameters) {
  const std::string m = grid.m.size() > 1 ? fmt::format("m = {}", *parameters.m) : std::string();
  const std::string r = grid.r.size() > 1 ? fmt::format("r = {}", parameters.r) : std::string();
  return m + (m.empty() || r.empty() ? "" : ", ") + r;
}

bool prints(const CrossOptions& options, const files::ResultWriter* writer) {
  return !options.output.to_standard_output() && (writer == nullptr || !options.run.quiet);
}

// What a matrix is of, for its summary: an epoch, or a window over all epochs.
series::Epochs summarised(const CrossOptions& options, const series::Epochs& epochs) {
  series::Epochs of;
  of.labels = epochs.labels;
  of.n_times = options.windows ? options.windows->in(epochs).window : epochs.n_times;
  return of;
}

void print_cells(const CrossOptions& options, const PreparedFile& file, const std::vector<entropy::Pairwise>& cells) {
  const entropy::Grid grid = options.measure.grid();
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const std::string name = cell_name(grid, grid.at(cell, options.measure.parameters()));
    const std::string what = std::string(word(options.measure.measure)) + (name.empty() ? "" : ", " + name);
    print(summary(file.results.path, what, summarised(options, file.epochs), cells[cell]));
  }
}

void deliver(const CrossOptions& options, const PreparedFile& file, const entropy::Measured& measured,
             const files::ResultsHead& head, files::ResultWriter* writer) {
  files::FileResults results = file.results;
  join_entries(results, options.measure.measure, options.measure.parameters());
  if (options.windows) results.onsets = onsets(options.windows->in(file.epochs), file.epochs);
  const bool print_them = prints(options, writer);
  if (const auto scales = options.scales(); print_them && scales) {
    print(summary(results.path, entropy::title(*scales), summarised(options, file.epochs), scales->scales,
                  measured.matrices));
  } else if (print_them) {
    print_cells(options, file, measured.matrices);
  }
  if (measured.test && print_them) print(summary(*measured.test, options.surrogates));
  if (writer == nullptr) return;
  const MatrixColumns columns(measured.matrices);
  columns.show(results, head);
  if (!measured.complexity_index.empty()) results.numbers.emplace_back(measured.complexity_index);
  if (measured.test) show(*measured.test, results);
  writer->add(results, &interruption());
}

files::ResultsHead head_of(const CrossOptions& options, const Context& context) {
  files::ResultsHead head;
  head.long_name = entropy::title(options.measure.measure);
  head.unit = entropy::unit_of(options.measure.measure, options.measure.parameters());
  head.pairs = true;
  head.mean_only = options.mean_only;
  const auto scales = options.scales();
  if (scales) {
    head.long_name = entropy::title(*scales);
    add_axis(head, *scales);
  } else {
    add_axes(head, options.measure.grid());
  }
  if (!options.mean_only) describe_entries(head, options.measure.measure);
  if (scales) describe_complexity(head);
  describe_test(head, options.surrogates);
  head.windows = options.prepare.window.has_value() || options.windows.has_value();
  head.n_inputs = options.input.files.size();
  head.command = context.command_line;
  study::record(request_of(options, entropy::Keep::epochs), head.parameters);
  study::record(study::prepare_options(), options.prepare, head.parameters);
  if (options.windows) record(*options.windows, head.parameters);
  study::record<files::OpenOptions>(files::open_options(), options.input, head.parameters);
  return head;
}

ExitCode run_cross(const CrossOptions& given, Context& context) {
  CrossOptions options = given;
  options.windows = take_windows(options.prepare, given.measure.parameters());
  options.run.apply(context.console);
  entropy::validate(options.surrogates, options.measure.measure);
  const files::ResultsHead head = head_of(options, context);
  FileRun run(context.console, "cross", options.input, options.prepare, options.run, options.output,
              study::gap_fill(options.measure, options.scales().has_value()), /*cells=*/0);
  require_other_than(options.output, options.input.files);
  const auto writer = options.output.given() ? options.output.start(head) : nullptr;
  // Matrices of single epochs are only needed for an output file.
  entropy::Request request =
      request_of(options, options.mean_only || !writer ? entropy::Keep::mean : entropy::Keep::epochs);

  study::OneUnit unit(options.measure);
  std::size_t n_delivered = 0;
  run.each(
      "pairs",
      [&](const PreparedFile& file, const ProgressCallback& progress) {
        request.measure = unit.settings_for(file.epochs);
        return entropy::measure_and_test(in_windows(request, options.windows, file.epochs), file.epochs, nullptr,
                                         options.run.execution(), progress);
      },
      [&](PreparedFile& file, const entropy::Measured& measured) {
        for (const entropy::Pairwise& cell : measured.matrices) run.found(has_value(cell), first_reason(cell));
        if (!options.scales()) {
          run.notify(file, omitted_templates(file.epochs, options.measure,
                                             [&](std::size_t cell) { return measured.matrices[cell].templates_m; }));
        }
        deliver(options, file, measured, head, writer.get());
        ++n_delivered;
      });
  if (writer && n_delivered > 0) writer->finish();
  return run.exit_code();
}

}  // namespace

void add_cross_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(
      program, "cross",
      "Matrices of all ordered pairs of channels: entry (channel, partner) has its templates from the channel and "
      "is matched in the partner");
  const auto options = std::make_shared<CrossOptions>();
  add_input_options(command, options->input);
  add_measure_options(command, options->measure, Measures::of_two);
  add_multiscale_options(command, options->multiscale);
  add_surrogate_options(command, options->surrogates);
  add_prepare_options(command, options->prepare);
  add_output_options(command, options->output, "otherwise the summary alone is printed");
  add_row(command, options->mean_only, "mean_only",
          {"", "", "", "Keep only the mean over epochs, in less memory", {}, "Output"});
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy cross eeg.edf --measure cross-apen -m 1 -r 0.2 --band 0.5 40 --epoch 1024 -o matrices.nc\n"
             "  biotropy cross sub-*.edf -m 1 --epoch 1024 --mean-only -o means.nc\n"
             "  biotropy cross eeg.edf -m 1,2 -r 0.1,0.2 --epoch 1024 --mean-only -o grid.nc\n"
             "  biotropy cross eeg.edf --measure cross-sampen --scales 1-10 --epoch 4096 -o scales.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_cross(*options, context); });
}

}  // namespace biotropy::cli
