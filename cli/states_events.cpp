// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states events`: the states of recordings as events, in the tables of BIDS and of SzCORE, or as annotations
// of EDF+, such as hypnograms.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf_writer.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/state_events.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states_output.hpp"
#include "cli/states_recording.hpp"

namespace biotropy::cli {

namespace {

struct StatesEventsOptions {
  InputOptions input;
  DecodeOptions decode;
  RunOptions run;
  std::string model, output = "-", format = "bids", types;
  std::vector<std::string> hed;
  std::optional<double> epoch;
  double join = 0.0, shortest = 0.0;
  bool no_verify = false;

  bool szcore() const { return format == "szcore"; }
};

// Names of the classes in the output, and their tags.
struct ClassNames {
  std::vector<std::string> types, tags;
  std::vector<std::int32_t> seizures;
};

constexpr const char* kBackground = "bckg";

bool was_seen(std::int32_t state) {
  return state != sicamm::kUnlabelled;
}

// "CLASS=TEXT" into the place of the class.
void assign(const char* option, const std::string& given, const std::vector<std::string>& classes,
            std::vector<std::string>& texts) {
  const std::size_t equals = given.rfind('=');
  const auto found = std::find(classes.begin(), classes.end(), given.substr(0, equals));
  if (equals == std::string::npos || found == classes.end() || equals + 1 == given.size()) {
    throw Error::argument(option, given, fmt::format("CLASS=NAME with one of {}", fmt::join(classes, ", ")));
  }
  texts[static_cast<std::size_t>(found - classes.begin())] = given.substr(equals + 1);
}

ClassNames names_for(const StatesEventsOptions& options, const std::vector<std::string>& classes) {
  ClassNames names{classes, std::vector<std::string>(classes.size()), {}};
  for (const std::string& one : list_of_distinct_names("types", options.types)) {
    assign("types", one, classes, names.types);
  }
  for (const std::string& one : options.hed) assign("hed", one, classes, names.tags);
  if (!options.szcore()) return names;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const std::string& type = names.types[k];
    if (type.starts_with("sz")) {
      names.seizures.push_back(static_cast<std::int32_t>(k));
    } else if (type != kBackground) {
      throw Error::argument("types", type.empty() ? "none" : type,
                            fmt::format("'--types {}=TYPE' with a type of SzCORE, sz... or bckg", classes[k]));
    }
  }
  if (names.seizures.empty()) throw Error::argument("types", options.types, "a class of the type sz...");
  return names;
}

void check_options(const StatesEventsOptions& options) {
  const bool joins = options.join != 0.0 || options.shortest != 0.0;
  if (joins && !options.szcore()) {
    throw Error::argument(options.join != 0.0 ? "join" : "shortest", "given",
                          "no such option without '--format szcore'");
  }
  if (options.szcore() && !options.hed.empty()) {
    throw Error::argument("hed", "given",
                          "no such option with '--format szcore', whose event types are those of HED-SCORE");
  }
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

// Seizures and what was not seen; without a seizure the rest is background.
std::string szcore_table(const std::vector<sicamm::StateEvent>& events, const StatesEventsOptions& options,
                         const ClassNames& names, double seconds) {
  std::string text = "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration\n";
  const auto add = [&](double onset, double duration, const std::string& type, const std::string& confidence) {
    text +=
        fmt::format("{:.2f}\t{:.2f}\t{}\t{}\tn/a\tn/a\t{:.2f}\n", onset, duration, as_field(type), confidence, seconds);
  };
  std::vector<sicamm::StateEvent> rows = sicamm::joined_events(events, names.seizures, options.join, options.shortest);
  const bool background = rows.empty();
  std::copy_if(events.begin(), events.end(), std::back_inserter(rows),
               [](const sicamm::StateEvent& event) { return !was_seen(event.label); });
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.onset < b.onset; });
  double end = 0.0;
  for (const sicamm::StateEvent& event : rows) {
    const bool is_unseen_start = end == 0.0 && !was_seen(event.label);
    if (background && event.onset > end) add(end, event.onset - end, is_unseen_start ? "n/a" : kBackground, "n/a");
    if (was_seen(event.label)) {
      add(event.onset, event.duration, names.types[static_cast<std::size_t>(event.label)],
          fmt::format("{:.2f}", event.confidence));
    } else {
      add(event.onset, event.duration, "n/a", "n/a");
    }
    end = event.onset + event.duration;
  }
  const bool is_unseen_end = !rows.empty() && !was_seen(rows.back().label);
  if (background && end < seconds) add(end, seconds - end, is_unseen_end ? "n/a" : kBackground, "n/a");
  return text;
}

// Time that was not seen has no annotation.
void write_annotations(const std::filesystem::path& path, const std::vector<sicamm::StateEvent>& events,
                       const ClassNames& names) {
  series::Recording hypnogram;
  for (const sicamm::StateEvent& event : events) {
    if (!was_seen(event.label)) continue;
    hypnogram.annotations.push_back({event.onset, event.duration, names.types[static_cast<std::size_t>(event.label)]});
  }
  files::write_edf(path, hypnogram);
}

std::vector<sicamm::StateEvent> events_in(const StatesEventsOptions& options, const StatesRecording& recording,
                                          const sicamm::Classification& found, std::span<const std::int32_t> states) {
  const auto pieces = state_pieces(recording, found, states);
  return options.epoch ? sicamm::epoch_events(pieces, found.classes, recording.vector_rate(), *options.epoch)
                       : sicamm::state_events(pieces, found.classes, recording.vector_rate());
}

void write_events(const StatesEventsOptions& options, const StatesRecording& recording,
                  const std::vector<sicamm::StateEvent>& events, const ClassNames& names) {
  const std::filesystem::path path = events_file(options, recording.path);
  if (path.extension() == ".edf") return write_annotations(path, events, names);
  const std::string text =
      options.szcore()
          ? szcore_table(events, options, names, recording.end_of_piece(recording.pieces.size() - 1))
          : events_table(events, names.types, options.hed.empty() ? std::vector<std::string>() : names.tags);
  if (options.output == "-") {
    files::Output output(system::kStandardOutput, "standard output");
    output.write(text);
    output.finish();
    return;
  }
  files::Output output(path);
  output.write(text);
  output.finish();
}

ExitCode run_events(const StatesEventsOptions& options, Context& context) {
  options.run.apply(context.console);
  const Execution execution = options.run.execution();
  const sicamm::ClassifySettings& settings = options.decode.settings;
  validate(settings);
  check_options(options);
  check_outputs(options);
  sicamm::Model model = sicamm::load_model(options.model, !options.no_verify);
  apply(options.decode.chain.given(), model);
  const ClassNames names = names_for(options, sicamm::class_names(model));
  const sicamm::Classifier classifier(model, sicamm::density_mode(options.decode.density), execution);
  ExitCode code = ExitCode::nothing_computed;
  for (const std::string& path : options.input.files) {
    const StatesRecording recording = read_states(path, options.input, channels_of(model), context.console, execution);
    if (options.input.files.size() == 1) require_other_than({options.output, ""}, recording.other_files);
    require_rate(model, recording);
    if (!recording.has_rate) throw Error::argument("rate", "unknown", fmt::format("'--rate' for {}", path));
    const sicamm::Classification found =
        classifier.classify(recording.features.values, recording.gaps(), settings, execution);
    context.console.notices(sicamm::vector_faults(model, recording.features.values), path);
    if (const auto fault = sicamm::familiarity_fault(model, classifier, recording.features.values)) {
      context.console.notices({*fault}, path);
    }
    context.console.notices(options.run.notices->take(), path);
    const std::vector<std::int32_t> states = found.states();
    if (std::any_of(states.begin(), states.end(), was_seen)) code = ExitCode::done;
    write_events(options, recording, events_in(options, recording, found, states), names);
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
  command
      .add_option("--format", options->format,
                  "bids: every state with onset, duration, trial_type and confidence; szcore: seizures with eventType "
                  "and the other columns of SzCORE")
      ->check(CLI::IsMember({"bids", "szcore"}))
      ->option_text("bids|szcore [bids]")
      ->group(group);
  command
      .add_option("--types", options->types,
                  "Names of classes in the output; with szcore sz... or bckg, where classes are not called so")
      ->option_text("CLASS=NAME,...")
      ->group(group);
  command.add_option("--hed", options->hed, "HED tags of a class, for a column of their own")
      ->option_text("CLASS=TAGS ...")
      ->group(group);
  command
      .add_option("--epoch", options->epoch,
                  "Seconds of an epoch, which has the class with the largest mean posterior; otherwise every sample "
                  "has its own")
      ->option_text("S")
      ->group(group);
  command.add_option("--join", options->join, "Seizures closer than that are one, in seconds")
      ->option_text("S [0]")
      ->group(group);
  command.add_option("--shortest", options->shortest, "Shorter seizures are left out, in seconds")
      ->option_text("S [0]")
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
