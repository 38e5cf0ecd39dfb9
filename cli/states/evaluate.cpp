// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states evaluate`: scores of a model on labelled recordings, or cross-validation of training on
// them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/states/validation.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

struct StatesEvaluateOptions : ValidationOptions, ModelOptions {};

StatesScores of_model(const StatesEvaluateOptions& options, Context& context) {
  const Execution execution = options.run.execution();
  sicamm::ClassifySettings settings = options.decode.settings;
  settings.rules.beta = options.train.settings.beta;
  sicamm::Model model = options.load();
  apply(options.train.chain, model);
  const sicamm::Classifier classifier(model, options.decode.density, execution);
  StatesScores result;
  result.classes = sicamm::class_names(model);
  result.familiarity = sicamm::familiarity_of(model);
  sicamm::Scorer all(model.classes.size());
  auto recordings = sicamm::read_all_states(options.input.files, options.input, options.labels,
                                            sicamm::channels_of(model), context.console.takes_notices(), execution);
  sicamm::require_events(recordings);
  for (sicamm::StatesRecording& one : recordings) {
    require_other_than({options.output, {}}, one.other_files);
    sicamm::require_rate(model, one);
    sicamm::keep_classes(options.labels, result.classes, one);
    one.label(result.classes, context.console.takes_notices());
    for (const Notice& fault : sicamm::vector_faults(model, one.features.values)) {
      options.run.notices->add(fault.at(one.path));
    }
    RecordingLikeness& of = result.likenesses.emplace_back(RecordingLikeness{one.path, {}});
    if (!result.familiarity) continue;
    of.likeness = sicamm::likeness_of(*result.familiarity, classifier, one.features.values);
    if (const auto fault = sicamm::familiarity_fault(*result.familiarity, of.likeness)) {
      options.run.notices->add(fault->at(one.path));
    }
  }
  sicamm::RecordingEvaluator evaluator = recording_evaluator(options, recordings, result);
  const std::vector<sicamm::Labelled> pieces = sicamm::labelled(recordings);
  for (std::size_t number = 0; number < recordings.size(); ++number) {
    sicamm::Scorer scorer(model.classes.size());
    for (const sicamm::Labelled& piece : pieces) {
      if (piece.recording != number) continue;
      const sicamm::Classification found = classifier.classify(piece.samples, settings, execution);
      const std::vector<std::int32_t> states = found.states();
      scorer.add(piece.labels, states, found.posteriors);
      all.add(piece.labels, states, found.posteriors);
      evaluator.add(piece, found);
    }
    const std::filesystem::path path(recordings[number].path);
    result.parts.emplace_back(path.filename().generic_string(), scorer.scores());
  }
  result.all = all.scores();
  result.evaluation = evaluator.result(execution);
  result.notices = options.run.notices->take();
  return result;
}

void write_report(const StatesEvaluateOptions& options, const StatesScores& scores, const Context& context) {
  Json json = {{"program", fmt::format("biotropy {}", version())}, {"command", context.command_line}};
  json.update(json_of(scores, options.scores));
  files::Output output{std::filesystem::path(options.output)};
  // File names may hold invalid UTF-8.
  output.write(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  output.finish();
}

ExitCode run_evaluate(const StatesEvaluateOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  require_other_than({options.output, {}}, options.input.files);
  require_other_than({options.output, {}}, {options.model}, "the model");
  validate(options.decode.settings);
  const StatesScores scores =
      options.model.empty()
          ? cross_validated(options, {options, context.console, options.run.execution()}, options.run.execution())
          : of_model(options, context);
  context.console.notices(scores.notices);
  if (!options.output.empty()) write_report(options, scores, context);
  if (options.output.empty() || !options.run.quiet) print(text_of(scores));
  return scores.all.samples > 0 ? ExitCode::done : ExitCode::nothing_computed;
}

// Refuses options of vectors, training and folds beside a model, which has them. Beta and the chain replace those of
// the model, and intervals are drawn from the seed.
void refuse_unused_with_model(CLI::App& command) {
  const std::set<std::string> used = {"--beta", "--transition", "--prior", "--stay", "--seed"};
  const std::set<std::string> groups = {"Features", "Training", "Samples left out"};
  exclude_groups(command, "--model", groups, used);
}

}  // namespace

void add_states_evaluate(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "evaluate",
                  "Scores on labelled recordings: of a model, or without one of models that are trained on all but a "
                  "part of them");
  const auto options = std::make_shared<StatesEvaluateOptions>();
  add_input_options(command, options->input);
  add_model_options(command, *options, false);
  describe(command, "--model", "Model to be scored; otherwise every part is scored by a model of the rest");
  add_row(command, options->output, "output",
          {"FILE",
           "",
           "a file",
           "File for all scores, with reliability and switches, as JSON; a summary is printed as well",
           {},
           "Output"},
          {.also = "-o"});
  add_label_options(command, options->labels);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decode_options(command, options->decode, false);
  add_score_options(command, options->scores);
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy states evaluate eeg.edf --model model.nc -o scores.json\n"
             "  biotropy states evaluate sub-*.edf --fold-unit persons --n-folds 10\n"
             "  biotropy states evaluate sub-*.edf --model model.nc --event-classes sz --intervals persons\n");
  refuse_unused_with_model(command);
  set_work(command, chosen, [options](Context& context) { return run_evaluate(*options, context); });
}

}  // namespace biotropy::cli
