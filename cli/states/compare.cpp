// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states compare`: cross-validation of the model beside that of simple methods, on the same folds.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/method_comparison.hpp"
#include "biotropy/sicamm/reference_validation.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/states/validation.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

// With the options of the mixture beside those of all commands that validate.
struct CompareOptions : ValidationOptions {
  std::size_t mixture_components = sicamm::ValidationSettings().mixture_components;
};

struct Comparison {
  std::vector<std::uint32_t> folds;  // that count
  std::vector<std::pair<std::string, StatesScores>> methods;
  Notices notices;
};

void require_suffix(const std::string& output) {
  const std::string suffix = std::filesystem::path(output).extension().generic_string();
  if (!output.empty() && suffix != ".json" && suffix != ".tsv")
    throw Error::argument("output", output, "a name that ends in .json or .tsv");
}

Comparison comparison_of(const CompareOptions& options, Context& context) {
  const Execution execution = options.run.execution();
  const LabelledRecordings of(options, context.console, execution);
  const sicamm::EvaluationSettings evaluation = evaluation_settings(options, of.recordings, of.classes);
  const std::vector<sicamm::Labelled> pieces = sicamm::labelled(of.recordings);
  sicamm::ValidationSettings settings = of.settings(options);
  settings.mixture_components = options.mixture_components;
  sicamm::MethodComparison found = sicamm::compare_methods(pieces, of.channels(), of.classes, settings, evaluation,
                                                           options.scores.persons_of(options.input.files), execution);
  Comparison result{found.folds, {}, std::move(found.notices)};
  for (sicamm::MethodScores& one : found.methods) {
    StatesScores scores{of.classes, {}, std::move(one.all), {}, std::move(one.evaluation), std::move(one.notices)};
    for (const sicamm::FoldResult& fold : one.folds) scores.parts.push_back(named(fold));
    result.methods.emplace_back(std::move(one.method), std::move(scores));
  }
  for (Notice& one : options.run.notices->take()) result.notices.push_back(std::move(one));
  return result;
}

struct ComparedScore {
  const char *name, *title;
  double sicamm::LabelScores::*value;
};

constexpr ComparedScore kComparedScores[] = {{"accuracy", "accuracy", &sicamm::LabelScores::accuracy},
                                             {"balanced_accuracy", "balanced", &sicamm::LabelScores::balanced_accuracy},
                                             {"kappa", "kappa", &sicamm::LabelScores::kappa},
                                             {"log_loss", "log loss", &sicamm::LabelScores::log_loss}};

std::string text_of(const Comparison& comparison) {
  std::vector<Table::Column> columns = {{"method"}, {"vectors", true}};
  for (const ComparedScore& score : kComparedScores) columns.push_back({score.title, true});
  Table table(columns);
  for (const auto& [name, scores] : comparison.methods) {
    std::vector<std::string> row = {name, fmt::format("{}", scores.all.samples)};
    for (const ComparedScore& score : kComparedScores) {
      row.push_back(fmt::format("{:.4f}", scores.all.*score.value));
      if (const auto& found = scores.evaluation.intervals) {
        row.back() += fmt::format(" [{:.4f}, {:.4f}]", found->low_labels.*score.value, found->high_labels.*score.value);
      }
    }
    table.add(row);
  }
  return table.text();
}

std::string tabs_of(const Comparison& comparison) {
  const bool with_intervals = comparison.methods.front().second.evaluation.intervals.has_value();
  std::string text = "method\tvectors";
  for (const ComparedScore& score : kComparedScores) {
    text += fmt::format("\t{}", score.name);
    if (with_intervals) text += fmt::format("\t{0}_low\t{0}_high", score.name);
  }
  text += "\n";
  for (const auto& [name, scores] : comparison.methods) {
    text += fmt::format("{}\t{}", name, scores.all.samples);
    for (const ComparedScore& score : kComparedScores) {
      text += fmt::format("\t{}", scores.all.*score.value);
      if (const auto& found = scores.evaluation.intervals)
        text += fmt::format("\t{}\t{}", found->low_labels.*score.value, found->high_labels.*score.value);
    }
    text += "\n";
  }
  return text;
}

std::string json_of(const Comparison& comparison, const CompareOptions& options, const Context& context) {
  Json json = {{"program", fmt::format("biotropy {}", version())}, {"command", context.command_line}};
  for (const std::uint32_t fold : comparison.folds) json["folds"].push_back(fold + 1);
  for (const auto& [name, scores] : comparison.methods) {
    Json method = {{"method", name}};
    if (name == word(sicamm::ReferenceMethod::mixture)) method["components"] = options.mixture_components;
    method.update(json_of(scores, options.scores));
    json["methods"].push_back(std::move(method));
  }
  json["notices"] = comparison.notices;
  // File names may hold invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode run_compare(const CompareOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  require_suffix(options.output);
  require_other_than({options.output, {}}, options.input.files);
  const Comparison comparison = comparison_of(options, context);
  context.console.notices(comparison.notices);
  if (!options.output.empty()) {
    files::Output output{std::filesystem::path(options.output)};
    output.write(options.output.ends_with(".tsv") ? tabs_of(comparison) : json_of(comparison, options, context));
    output.finish();
  }
  if (options.output.empty() || !options.run.quiet) print(text_of(comparison));
  return ExitCode::done;
}

}  // namespace

void add_states_compare(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "compare",
                  "Scores of the model beside those of chance, Gaussian hidden Markov models with one and several "
                  "components for each class, and logistic regression, each trained on all but a part of labelled "
                  "recordings and "
                  "scored on that part");
  const auto options = std::make_shared<CompareOptions>();
  add_input_options(command, options->input);
  add_row(
      command, options->output, "output",
      {"FILE",
       "",
       "a file",
       "File for the scores: all of them as JSON (.json), or the table separated by tabs (.tsv); the table is printed "
       "as well",
       {},
       "Output"},
      {.also = "-o"});
  add_label_options(command, options->labels);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decoder_options(command, options->decode);
  add_row(command, options->mixture_components, "mixture_components",
          {"N", "", "an integer of at least 1", "Gaussians of each class of the method 'mixture'", {}, "Training"});
  add_interval_options(command, options->scores);
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy states compare eeg.edf --n-folds 4\n"
             "  biotropy states compare sub-*.edf --fold-unit persons --intervals persons -o compared.json\n");
  set_work(command, chosen, [options](Context& context) { return run_compare(*options, context); });
}

}  // namespace biotropy::cli
