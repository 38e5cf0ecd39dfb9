// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states events`: the states of recordings as events, in the tables of BIDS and of SzCORE, or as annotations
// of EDF+, such as hypnograms.
#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"

namespace biotropy::cli {

namespace {

struct StatesEventsOptions : ModelOptions {
  InputOptions input;
  DecodeOptions decode;
  RunOptions run;
  std::string output = "-";
  sicamm::EventTableSettings table;

  EachOutput outputs() const { return {output, input.files, "_events.tsv"}; }
};

void write_events(const StatesEventsOptions& options, const sicamm::StatesRecording& recording,
                  const sicamm::EventTable& table, const std::vector<sicamm::StateEvent>& events) {
  const std::filesystem::path path = options.outputs().of(recording.path);
  if (path.extension() == ".edf") return table.write_annotations(path, events);
  const auto write = [&](files::Output output) {
    output.write(table.text(recording, events));
    output.finish();
  };
  options.output == "-" ? write({system::kStandardOutput, "standard output"}) : write(files::Output(path));
}

ExitCode run_events(const StatesEventsOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  const Execution execution = options.run.execution();
  const sicamm::ClassifySettings& settings = options.decode.settings;
  validate(settings);
  validate(options.table);
  require_other_than({options.output, {}}, {options.model}, "the model");
  options.outputs().require({{options.model, "the model"}});
  sicamm::Model model = options.load();
  apply(options.decode.chain, model);
  const sicamm::EventTable table(options.table, sicamm::class_names(model));
  const sicamm::Classifier classifier(model, options.decode.density, execution);
  ExitCode code = ExitCode::nothing_computed;
  for (const std::string& path : options.input.files) {
    const sicamm::StatesRecording recording = sicamm::read_states(path, options.input, sicamm::channels_of(model),
                                                                  context.console.takes_notices(), execution);
    if (options.input.files.size() == 1) require_other_than({options.output, {}}, recording.other_files);
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
      add_command(parent, "events", "The states of recordings as events: tables of BIDS or SzCORE, EDF+");
  const auto options = std::make_shared<StatesEventsOptions>();
  add_input_options(command, options->input);
  add_model_options(command, *options, true);
  add_row(command, options->output, "output",
          {"FILE",
           "",
           "a file",
           "Table separated by tabs, or .edf for annotations of EDF+; '-': standard output; a folder for several "
           "recordings",
           {},
           "Output"},
          {.also = "-o"});
  add_rows(command, options->table, sicamm::event_table_options(), "Output");
  add_row(command, options->table.hed, "hed",
          {"CLASS=TAGS ...", "", "CLASS=TAGS", "HED tags of a class, for a column of their own", {}, "Output"});
  add_decode_options(command, options->decode, true);
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy states events night.edf --model stages.nc --epoch 30 -o night_hypnogram.edf\n"
             "  biotropy states events eeg.edf --model seizures.nc --format szcore --types rest=bckg,seizure=sz\n");
  set_work(command, chosen, [options](Context& context) { return run_events(*options, context); });
}

}  // namespace biotropy::cli
