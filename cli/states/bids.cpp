// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states bids`: a BIDS App for states. Level participant takes each participant by itself: the recordings are
// scored and their states found by models of the other folds, so that no sample is classified by a model that was
// trained on it, and a model of all of them is kept. Level group puts the scores of the participants into one table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/sicamm/event_tables.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/study/dataset.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/study/scored_participants.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/dataset_options.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"
#include "cli/states/output.hpp"
#include "cli/states/validation.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StatesBidsOptions : ValidationOptions {
  DatasetOptions of;
  study::ScoredParticipants::Parameters parameters;

  study::ScoredParticipants results(const study::Dataset& dataset, const Context& context) const {
    return {dataset, of.output, of.label, parameters, context.command_line};
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

std::string posteriors_table(const sicamm::StatesRecording& recording, const sicamm::Model& model,
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

/// One participant and what is written of it.
class Participant {
 public:
  Participant(const StatesBidsOptions& options, const study::ScoredParticipants& results, std::string id,
              Context& context)
      : options_(options), results_(results), id_(std::move(id)), context_(context) {}

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
    for (const sicamm::StatesRecording& one : of.recordings) {
      renamed.insert(one.renamed.begin(), one.renamed.end());
      sicamm::require_rate(one);
      found.emplace_back(one.vectors(), of.classes.size());
    }
    const StatesScores scores = cross_validated(own, of, execution, [&](const auto& part, const auto& states) {
      const std::size_t number = *part.recording;
      // The labels of a part are some of those of its recording.
      found[number].put(static_cast<std::size_t>(part.labels.data() - of.recordings[number].labels.data()), states);
    });
    sicamm::Training training =
        sicamm::train_features(sicamm::labelled(of.recordings), sicamm::recorded_from(of.recordings.front()),
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
    sicamm::save_model(model, results_.model_of(id_));
    std::vector<std::string> files;
    for (const sicamm::StatesRecording& one : of.recordings) {
      files.insert(files.end(), one.other_files.begin(), one.other_files.end());
      files.push_back(one.path);
    }
    results_.write_scores(subjects_, files, scores.classes, json_of(scores, options_.scores).dump(), &interruption());
  }

  void write_recording(const study::Subject& subject, const sicamm::StatesRecording& recording,
                       const sicamm::Model& model, const sicamm::Classification& found) const {
    const sicamm::EventTable of_states({}, sicamm::class_names(model));
    const std::vector<study::MeantColumn> of_events{{"confidence", "mean posterior of the state"}};
    results_.write_table(subject, "events", of_events, of_states.text(recording, of_states.events(recording, found)));
    const std::vector<study::MeantColumn> of_posteriors{
        {"time", "time of the sample; of a window, of its last sample", "s"},
        {"log_likelihood", "logarithm of the likelihood given the samples before, in nats"}};
    results_.write_table(subject, "posteriors", of_posteriors, posteriors_table(recording, model, found));
  }

  const StatesBidsOptions& options_;
  const study::ScoredParticipants& results_;
  std::string id_;
  Context& context_;
  std::vector<study::Subject> subjects_;
};

ExitCode run_participants(const StatesBidsOptions& options, const study::Dataset& dataset, Context& context) {
  const study::ScoredParticipants results = options.results(dataset, context);
  std::map<std::string, Participant> participants;
  for (const study::Subject& one : study::subjects_of(dataset)) {
    const std::string& id = one.participant.id;
    participants.try_emplace(id, options, results, id, context).first->second.add(one);
  }
  results.begin();
  context.console.gather(participants.size());
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
      const ExitCode failed = context.console.error(error, "states bids", id);
      if (code == ExitCode::done) code = failed;
      ++n_failed;
    }
  }
  context.console.notices(options.labels.without_event(renamed));
  if (!options.run.quiet) {
    print(fmt::format("{}: {} classified, {} failed\n  desc-{:<17}  {}\n", counted(participants.size(), "participant"),
                      participants.size() - n_failed, n_failed, options.of.label, options.of.output));
  }
  return code;
}

ExitCode run_group(const StatesBidsOptions& options, const study::Dataset& dataset, Context& context) {
  const study::ScoresOfAll done = options.results(dataset, context).write_all(&interruption());
  context.console.notices(done.notices);
  if (!options.run.quiet) {
    print(fmt::format("{}: mean accuracy {}, kappa {}\n  {}\n", counted(done.participants, "participant"),
                      done.accuracy, done.kappa, done.table.generic_string()));
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
  CLI::App& command = add_command(
      parent, "bids",
      "A BIDS App: the states of every participant of a dataset, learned from its tables of events and scored");
  const auto options = std::make_shared<StatesBidsOptions>();
  options->of.label = "states";
  options->labels.some_recordings = true;
  add_dataset_options(command, options->of,
                      "participant: model, states and scores of each; group: the scores of all in one table", "states");
  const std::size_t begin = n_options(command);
  add_read_options(command, options->input);
  add_label_options(command, options->labels, /*of_files=*/false);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decode_options(command, options->decode, false);
  const std::size_t end = n_options(command);
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy states bids dataset dataset/derivatives/states participant --classes W,N2,R --features tsi\n"
             "  biotropy states bids dataset dataset/derivatives/states group --classes W,N2,R --features tsi\n");
  set_work(
      command, chosen, [options](Context& context) { return run_states_bids(*options, context); },
      [options, &command, begin, end] { options->parameters = texts_of(command, begin, end); });
}

}  // namespace biotropy::cli
