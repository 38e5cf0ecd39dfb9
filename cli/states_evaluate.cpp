// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states evaluate`: scores of a model on labelled recordings, or cross-validation of training on them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/null_space.hpp"
#include "biotropy/sicamm/validation.hpp"
#include "biotropy/version.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_recording.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

struct StatesEvaluateOptions {
  InputOptions input;
  FeatureOptions features;
  LabelOptions labels;
  TrainOptions train;
  FoldOptions folds;
  DecodeOptions decode;
  RunOptions run;
  std::string model, output;
};

/// Scores of recordings, or of folds.
struct Evaluation {
  std::vector<std::string> classes;
  sicamm::Scores scores;
  std::vector<std::pair<std::string, sicamm::Scores>> parts;
  std::vector<std::string> warnings;
};

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(const sicamm::Scores& scores, const std::vector<std::string>& classes) {
  Json json = {{"vectors", scores.samples},
               {"accuracy", number(scores.accuracy)},
               {"balanced_accuracy", number(scores.balanced_accuracy)},
               {"log_loss", number(scores.log_loss)},
               {"brier", number(scores.brier)},
               {"calibration_error", number(scores.calibration_error)}};
  for (std::size_t k = 0; k < classes.size(); ++k) {
    Json row = Json::array();
    for (std::size_t label = 0; label < classes.size(); ++label)
      row.push_back(scores.confusion[k * classes.size() + label]);
    json["classes"].push_back({{"name", classes[k]}, {"recall", number(scores.recall[k])}, {"labelled_as", row}});
  }
  for (const sicamm::ReliabilityBin& bin : scores.reliability) {
    json["reliability"].push_back({{"from", bin.from},
                                   {"to", bin.to},
                                   {"vectors", bin.samples},
                                   {"mean_posterior", number(bin.mean_posterior)},
                                   {"accuracy", number(bin.accuracy)}});
  }
  const sicamm::SwitchDelay& delay = scores.switch_delay;
  json["switches"] = {{"of_truth", delay.switches},
                      {"followed", delay.followed},
                      {"mean_delay", number(delay.mean)},
                      {"median_delay", number(delay.median)},
                      {"of_labels", delay.label_switches}};
  return json;
}

std::string text_of(const Evaluation& evaluation) {
  Table table({{"part"},
               {"vectors", true},
               {"accuracy", true},
               {"balanced", true},
               {"log loss", true},
               {"Brier", true},
               {"calibration", true},
               {"delay", true}});
  const auto add = [&](const std::string& name, const sicamm::Scores& scores) {
    table.add({name, fmt::format("{}", scores.samples), fmt::format("{:.4f}", scores.accuracy),
               fmt::format("{:.4f}", scores.balanced_accuracy), fmt::format("{:.4f}", scores.log_loss),
               fmt::format("{:.4f}", scores.brier), fmt::format("{:.4f}", scores.calibration_error),
               fmt::format("{:.4g}", scores.switch_delay.median)});
  };
  for (const auto& [name, scores] : evaluation.parts) add(name, scores);
  if (evaluation.parts.size() > 1) add("all", evaluation.scores);
  std::vector<Table::Column> columns = {{"class"}, {"recall", true}};
  for (const std::string& name : evaluation.classes) columns.push_back({"as " + name, true});
  Table confusion(columns);
  const std::size_t classes = evaluation.classes.size();
  for (std::size_t k = 0; k < classes; ++k) {
    std::vector<std::string> row = {evaluation.classes[k], fmt::format("{:.4f}", evaluation.scores.recall[k])};
    for (std::size_t label = 0; label < classes; ++label) {
      row.push_back(fmt::format("{}", evaluation.scores.confusion[k * classes + label]));
    }
    confusion.add(std::move(row));
  }
  return table.text() + "\n" + confusion.text();
}

Evaluation of_model(const StatesEvaluateOptions& options, Context& context) {
  const Execution execution = options.run.execution();
  const sicamm::ClassifySettings settings = options.decode.settings();
  const sicamm::Model model = sicamm::load_model(options.model);
  const ChannelSelection selection = channels_of(model);
  const sicamm::Classifier classifier(model, sicamm::density_mode(options.decode.density), execution);
  Evaluation result{sicamm::class_names(model), {}, {}, {}};
  sicamm::Scorer all(model.classes.size());
  for (StatesRecording& one : read_all_states(options.input, options.labels, selection, context.console, execution)) {
    require_other_than({options.output, ""}, one.other_files);
    sicamm::require_sampling_rate(model, one.path, one.rate);
    one.label(result.classes, context.console);
    for (const std::string& fault : sicamm::null_space_faults(model, one.features.values)) {
      options.run.warnings->add(fmt::format("{}: {}", one.path, fault));
    }
    sicamm::Scorer scorer(model.classes.size());
    for (const sicamm::Labelled& piece : one.labelled()) {
      const sicamm::Classification found = classifier.classify(piece.samples, settings, execution);
      scorer.add(piece.labels, found.labels, found.posteriors);
      all.add(piece.labels, found.labels, found.posteriors);
    }
    result.parts.emplace_back(std::filesystem::path(one.path).filename().string(), scorer.scores());
  }
  result.scores = all.scores();
  result.warnings = options.run.warnings->take();
  return result;
}

Evaluation of_training(const StatesEvaluateOptions& options, Context& context) {
  const Execution execution = options.run.execution();
  auto recordings =
      read_all_states(options.input, options.labels, {options.features.channels, {}, {}, options.features.recipe()},
                      context.console, execution);
  Evaluation result{class_names(options.labels, recordings), {}, {}, {}};
  for (StatesRecording& one : recordings) {
    require_other_than({options.output, ""}, one.other_files);
    one.label(result.classes, context.console);
  }
  const sicamm::FoldSettings folds = options.folds.settings();
  sicamm::FoldSettings inner;
  inner.gap = folds.gap;
  const sicamm::Validation validation =
      sicamm::cross_validate(labelled(recordings), recordings.front().channels, result.classes,
                             {folds, options.train.training(inner), options.decode.settings()}, execution);
  for (const sicamm::FoldResult& fold : validation.folds) {
    result.parts.emplace_back(fmt::format("fold {}, beta {:.4g}", fold.fold + 1, fold.beta), fold.scores);
  }
  result.scores = validation.scores;
  result.warnings = validation.warnings;
  for (std::string& warning : options.run.warnings->take()) result.warnings.push_back(std::move(warning));
  return result;
}

void write_report(const StatesEvaluateOptions& options, const Evaluation& evaluation, const Context& context) {
  Json json = {{"program", fmt::format("biotropy {}", version())}, {"command", context.command_line}};
  json["all"] = json_of(evaluation.scores, evaluation.classes);
  for (const auto& [name, scores] : evaluation.parts) {
    json["parts"].push_back({{"name", name}, {"scores", json_of(scores, evaluation.classes)}});
  }
  json["warnings"] = evaluation.warnings;
  files::Output output{std::filesystem::path(options.output)};
  // File names may hold invalid UTF-8.
  output.write(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  output.finish();
}

ExitCode run_evaluate(const StatesEvaluateOptions& options, Context& context) {
  options.run.apply(context.console);
  require_other_than({options.output, ""}, options.input.files);
  require_other_than({options.output, ""}, {options.model}, "the model");
  validate(options.decode.settings().rules);
  const Evaluation evaluation = options.model.empty() ? of_training(options, context) : of_model(options, context);
  for (const std::string& warning : evaluation.warnings) context.console.warning(warning);
  if (evaluation.scores.samples == 0) {
    throw Error(ErrorCode::invalid_data, "no sample has a label of one of the classes");
  }
  if (!options.output.empty()) write_report(options, evaluation, context);
  if (options.output.empty() || !options.run.quiet) print(text_of(evaluation));
  return ExitCode::done;
}

}  // namespace

void add_states_evaluate(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "evaluate",
      "Scores on labelled recordings: of a model, or without one of models that are trained on all but a "
      "part of them");
  const auto options = std::make_shared<StatesEvaluateOptions>();
  add_input_options(command, options->input);
  command
      .add_option("-m,--model", options->model,
                  "Model to be scored; otherwise every part is scored by a model of the rest")
      ->option_text("FILE");
  command
      .add_option("-o,--output", options->output,
                  "File for all scores, with reliability and switches, as JSON; a summary is printed as well")
      ->option_text("FILE")
      ->group("Output");
  add_label_options(command, options->labels);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decode_options(command, options->decode, false);
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy states evaluate eeg.edf --model model.nc -o scores.json\n"
             "  biotropy states evaluate sub-*.edf --fold-unit recordings --folds 10\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_evaluate(*options, context); }; });
}

}  // namespace biotropy::cli
