// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states bids`: a BIDS App for states. Level participant takes each participant by itself: the recordings are
// scored and their states found by models of the other folds, so that no sample is classified by a model that was
// trained on it, and a model of all of them is kept. Level group puts the scores of the participants into one table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/state_events.hpp"
#include "biotropy/study/dataset.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/dataset_options.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"
#include "cli/states_output.hpp"
#include "cli/states_validation.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct StatesBidsOptions : ValidationOptions {
  DatasetOptions of;
  Json parameters;  ///< every option that scores depend on

  fs::path output_folder() const { return of.output; }
  /// Of a file within the dataset.
  std::string name_of(const fs::path& path) const {
    return path.lexically_normal().lexically_relative(fs::path(of.dataset).lexically_normal()).generic_string();
  }
  /// Of a participant, and "" for all of them.
  fs::path scores_of(const std::string& id) const {
    return output_folder() / id / fmt::format("{}_desc-{}_scores.json", id, of.label);
  }
};

/// What the models of the other folds say of a recording: for each vector, and kUnlabelled where no fold could say it.
struct FoundStates {
  sicamm::Classification all;

  FoundStates(std::size_t vectors, std::size_t classes)
      : all{classes,
            std::vector<double>(vectors * classes, kNaN),
            std::vector<std::int32_t>(vectors, sicamm::kUnlabelled),
            std::vector<double>(vectors, kNaN),
            std::vector<std::uint8_t>(vectors, 0),
            0.0} {}

  void put(std::size_t first, const sicamm::Classification& part) {
    std::copy(part.posteriors.begin(), part.posteriors.end(), all.posteriors.begin() + at(first * all.classes));
    std::copy(part.labels.begin(), part.labels.end(), all.labels.begin() + at(first));
    std::copy(part.log_likelihoods.begin(), part.log_likelihoods.end(), all.log_likelihoods.begin() + at(first));
    std::copy(part.flags.begin(), part.flags.end(), all.flags.begin() + at(first));
  }

 private:
  static std::ptrdiff_t at(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }
};

void write_text(const fs::path& path, const std::string& text) {
  files::Output output(path);
  output.write(text);
  output.finish();
}

void write_json(const fs::path& path, const Json& json) {
  // File names may hold invalid UTF-8.
  write_text(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Json about(const std::string& description, const Context& context) {
  return {{"Description", description},
          {"Program", "biotropy"},
          {"Version", version()},
          {"Command", context.command_line},
          {"Sources", Json::array()}};
}

// The runs of a state without gaps. Vectors that no fold could classify have none.
std::vector<sicamm::StateEvent> events_of(const StatesRecording& recording, const sicamm::Classification& found) {
  const std::vector<std::int32_t> states = found.states();
  return sicamm::state_events(state_pieces(recording, found, states), found.classes, recording.vector_rate());
}

std::string posteriors_table(const StatesRecording& recording, const sicamm::Model& model,
                             const sicamm::Classification& found) {
  std::string text = states_header(model);
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    if (found.labels[i] == sicamm::kUnlabelled) {
      text += fmt::format("{}", recording.time(i));
      for (std::size_t field = 0; field < found.classes + 3; ++field) text += "\tn/a";
      text += "\n";
      continue;
    }
    text += states_line(model, recording.time(i), found.labels[i],
                        std::span(found.posteriors).subspan(i * found.classes, found.classes), found.log_likelihoods[i],
                        found.flags[i]);
  }
  return text;
}

std::string source(const study::Subject& subject) {
  return "bids:raw:" + subject.shown_path;
}

/// One participant and what is written of it.
class Participant {
 public:
  Participant(const StatesBidsOptions& options, std::string id, Context& context)
      : options_(options), id_(std::move(id)), context_(context) {}

  void add(const study::Subject& subject) { subjects_.push_back(subject); }

  /// @param renamed takes the names that --rename replaced. @returns its line of the summary.
  /// @throws Error as LabelledRecordings, cross_validated() and train_features() do.
  std::string run(std::set<std::string>& renamed) const {
    const Execution execution = options_.run.execution();
    ValidationOptions own = options_;
    for (const study::Subject& one : subjects_) {
      if (!one.failure.empty()) throw Error(ErrorCode::bad_file, one.failure);
      own.input.files.push_back(one.path.generic_string());
    }
    const LabelledRecordings of(own, context_.console, execution);
    std::vector<FoundStates> found;
    for (const StatesRecording& one : of.recordings) {
      renamed.insert(one.renamed.begin(), one.renamed.end());
      if (!one.has_rate) throw Error::argument("rate", "unknown", fmt::format("'--rate' for {}", one.path));
      found.emplace_back(one.vectors(), of.classes.size());
    }
    const StatesScores scores = cross_validated(own, of, execution, [&](const auto& part, const auto& states) {
      const std::size_t number = *part.recording;
      // The labels of a part are some of those of its recording.
      found[number].put(static_cast<std::size_t>(part.labels.data() - of.recordings[number].labels.data()), states);
    });
    sicamm::Training training = sicamm::train_features(labelled(of.recordings), recorded_from(of.recordings.front()),
                                                       of.classes, of.recipe, own.train.training(own.folds), execution);
    context_.console.notices(scores.notices, id_);
    context_.console.notices(training.notices, id_);
    write(of, found, training.model, scores);
    return fmt::format("{}: {}, {}, accuracy {:.4f}, kappa {:.4f}\n", id_, counted(of.recordings.size(), "recording"),
                       fmt::join(of.classes, " "), scores.all.accuracy, scores.all.kappa);
  }

 private:
  // The scores come last: where they are, everything is.
  void write(const LabelledRecordings& of, const std::vector<FoundStates>& found, sicamm::Model& model,
             const StatesScores& scores) const {
    for (std::size_t number = 0; number < subjects_.size(); ++number) {
      write_recording(subjects_[number], of.recordings[number], model, found[number].all);
    }
    model.notes.emplace_back("program", fmt::format("biotropy {}", version()));
    model.notes.emplace_back("command", context_.command_line);
    const fs::path last = options_.scores_of(id_);
    study::make_folder(last.parent_path());
    sicamm::save_model(model, last.parent_path() / fmt::format("{}_desc-{}_model.nc", id_, options_.of.label));
    Json json = about("Scores of the states of a participant, whose folds were left out in turn", context_);
    for (const study::Subject& one : subjects_) json["Sources"].push_back(source(one));
    json["Parameters"] = options_.parameters;
    json["SHA256"] = Json::object();
    for (const StatesRecording& one : of.recordings) {
      std::vector<std::string> files = one.other_files;
      files.push_back(one.path);
      for (const auto& [path, digest] : files::digests(files, &interruption())) {
        json["SHA256"][options_.name_of(path)] = digest;
      }
    }
    json["Classes"] = scores.classes;
    json["Scores"] = json_of(scores, options_.scores);
    write_json(last, json);
  }

  void write_recording(const study::Subject& subject, const StatesRecording& recording, const sicamm::Model& model,
                       const sicamm::Classification& found) const {
    const fs::path folder = options_.output_folder() / fs::path(subject.shown_path).parent_path();
    study::make_folder(folder);
    const std::string stem =
        (folder / fmt::format("{}_desc-{}", subject.name().substr(0, subject.name().rfind('_')), options_.of.label))
            .generic_string();
    Json json = about("States of a recording, each found by a model of the other folds", context_);
    json["Sources"].push_back(source(subject));
    Json posteriors = json;
    json["confidence"] = {{"Description", "mean posterior of the state"}};
    write_json(stem + "_events.json", json);
    write_text(stem + "_events.tsv", events_table(events_of(recording, found), sicamm::class_names(model)));
    posteriors["time"] = {{"Description", "time of the sample; of a window, of its last sample"}, {"Units", "s"}};
    posteriors["log_likelihood"] = {{"Description", "logarithm of the likelihood given the samples before, in nats"}};
    write_json(stem + "_posteriors.json", posteriors);
    write_text(stem + "_posteriors.tsv", posteriors_table(recording, model, found));
  }

  const StatesBidsOptions& options_;
  std::string id_;
  Context& context_;
  std::vector<study::Subject> subjects_;
};

ExitCode run_participants(const StatesBidsOptions& options, const study::Dataset& dataset, Context& context) {
  std::map<std::string, Participant> participants;
  for (const study::Subject& one : study::subjects_of(dataset)) {
    const std::string& id = one.participant.id;
    participants.try_emplace(id, options, id, context).first->second.add(one);
  }
  study::begin_derivatives(options.of.dataset, options.of.output);
  ExitCode code = ExitCode::done;
  std::size_t n_failed = 0;
  std::set<std::string> renamed;
  for (const auto& [id, participant] : participants) {
    interruption().check();
    try {
      const std::string summary = participant.run(renamed);
      if (!options.run.quiet) print(summary);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || is_about_output(error)) throw;
      context.console.error(fmt::format("{}: {}", id, error.what()));
      if (code == ExitCode::done) code = exit_code(error);
      ++n_failed;
    }
  }
  // No error, as other participants may have these events.
  for (const auto& [old, unused] : options.labels.new_names()) {
    if (!renamed.contains(old)) context.console.warning(fmt::format("--rename: no event is called '{}'", old));
  }
  if (!options.run.quiet) {
    print(fmt::format("{}: {} classified, {} failed\n  desc-{:<17}  {}\n", counted(participants.size(), "participant"),
                      participants.size() - n_failed, n_failed, options.of.label, options.of.output));
  }
  return code;
}

/// A score of the table of all participants.
struct Score {
  const char* name;
  const char* meaning;
};

constexpr Score kTableScores[] = {{"vectors", "samples or windows with a class"},
                                  {"accuracy", "share of right labels"},
                                  {"balanced_accuracy", "mean of the recalls of the classes"},
                                  {"kappa", "Cohen's kappa"},
                                  {"macro_f1", "mean F1 of the classes that occur"},
                                  {"log_loss", "-ln of the posterior of the true class, mean, in nats"},
                                  {"brier", "sum over classes of (posterior - truth)^2, mean"},
                                  {"calibration_error", "distance between mean posterior and accuracy in ten bins"}};

// Scores of other options or recordings are other scores.
void require_measured(const StatesBidsOptions& options, const std::string& id, const Json& sources, const Json& json) {
  Json there = json.value("Parameters", Json()), here = options.parameters;
  if (!there.is_object()) there = Json::object();  // of an older version
  there["version"] = json.value("Version", Json());
  here["version"] = version();
  if (const std::string found = difference(there, here); !found.empty()) {
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("{} has not been measured with these options ({}): both levels need the same ones", id, found));
  }
  if (json.value("Sources", Json()) == sources) return;
  throw Error(ErrorCode::invalid_data,
              fmt::format("{} has not been measured with these recordings: its scores are of {}, and {} are chosen", id,
                          json.value("Sources", Json()).dump(), sources.dump()));
}

// Scores of files that have changed are other scores, and so are those with a table of events that came later.
void require_unchanged(const StatesBidsOptions& options, const std::vector<study::Subject>& recordings,
                       const Json& json) {
  const Json there = json.value("SHA256", Json::object());
  std::set<std::string> names;
  for (const auto& [name, unused] : there.items()) names.insert(name);
  for (const study::Subject& one : recordings) {
    names.insert(options.name_of(one.path));
    if (const auto table = files::bids_table(one.path, "events")) names.insert(options.name_of(*table));
  }
  for (const std::string& name : names) {
    const fs::path path = options.of.dataset / fs::path(name);
    const std::string here = fs::exists(path) ? files::sha256(path, &interruption()) : "";
    if (there.value(name, "") == here) continue;
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("{} is not the file that the scores of {} were measured with: run the level participant again",
                    path.generic_string(), recordings.front().participant.id));
  }
}

Json read_scores(const StatesBidsOptions& options, const std::string& id,
                 const std::vector<study::Subject>& recordings) {
  const fs::path path = options.scores_of(id);
  std::ifstream file(path);
  if (!file) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} has no scores yet ({}): run the level participant first", id, path.generic_string()));
  }
  Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  const bool whole = json.is_object() && json.contains("Classes") && json.contains("Scores") &&
                     json["Scores"].is_object() && json["Scores"].contains("all") && json["Scores"]["all"].is_object();
  if (!whole) throw Error(ErrorCode::bad_file, fmt::format("{}: no scores of this program", path.generic_string()));
  Json sources = Json::array();
  for (const study::Subject& one : recordings) sources.push_back(source(one));
  require_measured(options, id, sources, json);
  require_unchanged(options, recordings, json);
  return json;
}

// Mean and SD over the participants with a value.
Json moments(const std::vector<double>& values) {
  double n = 0.0, sum = 0.0, squares = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    n += 1.0;
    sum += value;
  }
  const double mean = sum / n;
  for (const double value : values) squares += std::isnan(value) ? 0.0 : (value - mean) * (value - mean);
  const auto known = [](bool is, double value) { return is ? Json(value) : Json(nullptr); };
  return {{"Mean", known(n > 0.0, mean)}, {"SD", known(n > 1.0, std::sqrt(squares / (n - 1.0)))}, {"Participants", n}};
}

ExitCode run_group(const StatesBidsOptions& options, const study::Dataset& dataset, Context& context) {
  std::map<std::string, std::vector<study::Subject>> recordings;
  for (const study::Subject& one : study::subjects_of(dataset)) recordings[one.participant.id].push_back(one);
  std::map<std::string, Json> of_participants;
  for (const auto& [id, of] : recordings) of_participants.emplace(id, read_scores(options, id, of));
  const Json classes = of_participants.begin()->second["Classes"];
  for (const auto& [id, json] : of_participants) {
    if (json["Classes"] == classes) continue;
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} has the classes {} where {} has {}: choose them with '--classes'", id,
                            json["Classes"].dump(), of_participants.begin()->first, classes.dump()));
  }
  study::begin_derivatives(options.of.dataset, options.of.output);
  Json about_table = about("Scores of the states of all participants", context);
  about_table["Classes"] = classes;
  about_table["participant_id"] = {{"Description", "the participant, whose model was trained on its other folds"}};
  std::string text = "participant_id", lines;
  std::map<std::string, std::vector<double>> columns;
  for (const auto& [id, json] : of_participants) {
    lines += id;
    about_table["Sources"].push_back(
        "bids::" + options.scores_of(id).lexically_relative(options.output_folder()).generic_string());
    for (const Score& score : kTableScores) {
      const Json value = json["Scores"]["all"].value(score.name, Json());
      columns[score.name].push_back(value.is_number() ? value.get<double>() : kNaN);
      lines += "\t" + (value.is_number() ? value.dump() : "n/a");
    }
    lines += "\n";
  }
  for (const Score& score : kTableScores) {
    text += fmt::format("\t{}", score.name);
    about_table[score.name] = {{"Description", score.meaning}};
    about_table[score.name].update(moments(columns[score.name]));
  }
  const fs::path table = options.output_folder() / fmt::format("group_desc-{}_scores.tsv", options.of.label);
  write_json(fs::path(table).replace_extension(".json"), about_table);
  write_text(table, text + "\n" + lines);
  if (!options.run.quiet) {
    const auto mean = [&](const char* name) { return about_table[name]["Mean"].dump(); };
    print(fmt::format("{}: mean accuracy {}, kappa {}\n  {}\n", counted(of_participants.size(), "participant"),
                      mean("accuracy"), mean("kappa"), table.generic_string()));
  }
  return ExitCode::done;
}

ExitCode run_states_bids(const StatesBidsOptions& options, Context& context) {
  options.run.apply(context.console);
  validate(options.decode.settings);
  study::require_derivatives(options.of.dataset, options.of.output, options.of.label);
  const study::Dataset dataset =
      study::open_dataset(options.of.dataset, options.of.selection, !options.of.skip_validation);
  return options.of.of_group() ? run_group(options, dataset, context) : run_participants(options, dataset, context);
}

}  // namespace

void add_states_bids(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "bids", "A BIDS App: the states of every participant of a dataset, learned from its tables of events and scored");
  const auto options = std::make_shared<StatesBidsOptions>();
  options->of.label = "states";
  options->labels.some_recordings = true;
  add_dataset_options(command, options->of,
                      "participant: model, states and scores of each; group: the scores of all in one table", "states");
  const std::size_t begin = command.get_options().size();
  command.option_defaults()->always_capture_default();
  add_read_options(command, options->input);
  add_label_options(command, options->labels);
  command.remove_option(command.get_option("--events"));
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decode_options(command, options->decode, false);
  const CLI::App& parsed = command;
  std::vector<const CLI::Option*> of_scores = parsed.get_options();
  of_scores.erase(of_scores.begin(), of_scores.begin() + static_cast<std::ptrdiff_t>(begin));
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy states bids dataset dataset/derivatives/states participant --classes W,N2,R --features tsi\n"
             "  biotropy states bids dataset dataset/derivatives/states group --classes W,N2,R --features tsi\n");
  command.callback([options, of_scores, &chosen] {
    options->parameters = values_of(of_scores);
    chosen = [options](Context& context) { return run_states_bids(*options, context); };
  });
}

}  // namespace biotropy::cli
