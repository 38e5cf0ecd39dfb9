// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states events`: the states of recordings as events, in the tables of BIDS and of SzCORE, or as annotations
// of EDF+, such as hypnograms.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/event_tables.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

namespace {

struct StatesEventsOptions {
  InputOptions input;
  DecodeOptions decode;
  RunOptions run;
  std::string model, output = "-";
  sicamm::EventTableSettings table;
  bool no_verify = false;
};

void check_options(const StatesEventsOptions& options) {
  validate(options.table);
  require_other_than({options.output, ""}, options.input.files);
  require_other_than({options.output, ""}, {options.model}, "the model");
}

// With several recordings the output is a folder.
std::filesystem::path events_file(const StatesEventsOptions& options, const std::string& path) {
  if (options.input.files.size() == 1) return options.output;
  const std::string stem = std::filesystem::path(path).stem().generic_string();
  return std::filesystem::path(options.output) / (stem + "_events.tsv");
}

void check_outputs(const StatesEventsOptions& options) {
  if (options.input.files.size() == 1) return;
  std::error_code unknown;
  if (!std::filesystem::is_directory(options.output, unknown)) {
    throw Error::argument("output", options.output, "a folder that exists, for more than one recording");
  }
  std::vector<OneOutput> outputs;
  for (const std::string& path : options.input.files) {
    const std::filesystem::path output = events_file(options, path);
    require_other_than({output.generic_string(), ""}, options.input.files);
    outputs.push_back({output, path});
  }
  require_distinct(outputs);
}

void write_events(const StatesEventsOptions& options, const sicamm::StatesRecording& recording,
                  const sicamm::EventTable& table, const std::vector<sicamm::StateEvent>& events) {
  const std::filesystem::path path = events_file(options, recording.path);
  if (path.extension() == ".edf") return table.write_annotations(path, events);
  const auto write = [&](files::Output output) {
    output.write(table.text(recording, events));
    output.finish();
  };
  options.output == "-" ? write({system::kStandardOutput, "standard output"}) : write(files::Output(path));
}

ExitCode run_events(const StatesEventsOptions& options, Context& context) {
  options.run.apply(context.console);
  const Execution execution = options.run.execution();
  const sicamm::ClassifySettings& settings = options.decode.settings;
  validate(settings);
  check_options(options);
  check_outputs(options);
  sicamm::Model model = sicamm::load_model(options.model, !options.no_verify);
  apply(options.decode.chain, model);
  const sicamm::EventTable table(options.table, sicamm::class_names(model));
  const sicamm::Classifier classifier(model, sicamm::density_mode(options.decode.density), execution);
  ExitCode code = ExitCode::nothing_computed;
  for (const std::string& path : options.input.files) {
    const sicamm::StatesRecording recording = sicamm::read_states(path, options.input, sicamm::channels_of(model),
                                                                  context.console.takes_notices(), execution);
    if (options.input.files.size() == 1) require_other_than({options.output, ""}, recording.other_files);
    sicamm::require_rate(model, recording);
    sicamm::require_rate(recording);
    const sicamm::Classification found =
        classifier.classify(recording.features.values, recording.gaps(), settings, execution);
    context.console.notices(sicamm::vector_faults(model, recording.features.values), path);
    if (const auto fault = sicamm::familiarity_fault(model, classifier, recording.features.values)) {
      context.console.notices({*fault}, path);
    }
    context.console.notices(options.run.notices->take(), path);
    const std::vector<std::int32_t> states = found.states();
    const auto was_seen = [](std::int32_t state) { return state != sicamm::kUnlabelled; };
    if (std::any_of(states.begin(), states.end(), was_seen)) code = ExitCode::done;
    write_events(options, recording, table, table.events(recording, found));
  }
  return code;
}

}  // namespace

void add_states_events(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      *parent.add_subcommand("events", "The states of recordings as events: tables of BIDS or SzCORE, EDF+");
  const auto options = std::make_shared<StatesEventsOptions>();
  add_input_options(command, options->input);
  add_model_options(command, options->model, options->no_verify)->required();
  const char* group = "Output";
  command
      .add_option(
          "-o,--output", options->output,
          "Table separated by tabs, or .edf for annotations of EDF+; '-': standard output; a folder for several "
          "recordings")
      ->option_text("FILE [-]")
      ->group(group);
  add_rows(command, options->table, sicamm::event_table_options(), group);
  command.add_option("--hed", options->table.hed, "HED tags of a class, for a column of their own")
      ->option_text("CLASS=TAGS ...")
      ->group(group);
  add_decode_options(command, options->decode, true);
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy states events night.edf --model stages.nc --epoch 30 -o night_hypnogram.edf\n"
             "  biotropy states events eeg.edf --model seizures.nc --format szcore --types rest=bckg,seizure=sz\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_events(*options, context); }; });
}

}  // namespace biotropy::cli
