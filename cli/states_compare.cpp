// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states compare`: cross-validation of the model beside that of simple methods, on the same folds. A fold
// counts only if every method has a score of it, so that all scores are of the same vectors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/reference_validation.hpp"
#include "biotropy/version.hpp"
#include "cli/output_options.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_validation.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

// A method with what it found in each fold.
struct ComparedMethod {
  std::string name;
  sicamm::Validation validation;
  std::map<std::uint32_t, std::vector<std::pair<sicamm::Labelled, sicamm::Classification>>> parts;
};

struct Comparison {
  std::vector<std::uint32_t> folds;  // that count
  std::vector<std::pair<std::string, StatesScores>> methods;
  std::vector<std::string> warnings;
};

void require_comparable(const ValidationOptions& options) {
  if (!options.features.recipe().spatial) return;
  throw Error::argument("features", options.features.settings.kind,
                        "raw, tsi, dsi, asi or bands, because csp and tangent are learned from labels together with "
                        "the model");
}

void require_suffix(const std::string& output) {
  const std::string suffix = std::filesystem::path(output).extension();
  if (!output.empty() && suffix != ".json" && suffix != ".tsv")
    throw Error::argument("output", output, "a name that ends in .json or .tsv");
}

// Calls `validated` with settings that keep what is found, and says the method in errors.
template <class Validated>
ComparedMethod compared(std::string_view name, sicamm::ValidationSettings settings, Validated validated) {
  ComparedMethod method{std::string(name), {}, {}};
  settings.scored = [&](std::uint32_t fold, const sicamm::Labelled& part, const sicamm::Classification& found) {
    method.parts[fold].emplace_back(part, found);
  };
  try {
    method.validation = validated(settings);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::too_short) throw;
    throw Error(error.code(), fmt::format("{}: {}", name, error.what()));
  }
  return method;
}

// The folds that all methods have a score of, with a warning for every other.
std::vector<std::uint32_t> shared_folds(const std::vector<ComparedMethod>& methods,
                                        std::vector<std::string>& warnings) {
  std::map<std::uint32_t, std::set<std::string>> methods_of;
  for (const ComparedMethod& method : methods) {
    for (const sicamm::FoldResult& one : method.validation.folds) methods_of[one.fold].insert(method.name);
  }
  std::vector<std::uint32_t> result;
  for (const auto& [fold, names] : methods_of) {
    std::vector<std::string> without;
    for (const ComparedMethod& method : methods) {
      if (!names.contains(method.name)) without.push_back(method.name);
    }
    if (without.empty()) {
      result.push_back(fold);
      continue;
    }
    warnings.push_back(fmt::format("fold {} counts for no method, because there is no score by {}", fold + 1,
                                   fmt::join(without, ", ")));
  }
  if (result.empty()) {
    throw Error(ErrorCode::too_short,
                fmt::format("no fold has a score by every method: {}", fmt::join(warnings, "; ")));
  }
  return result;
}

StatesScores scores_of(const ComparedMethod& method, const std::vector<std::uint32_t>& folds,
                       RecordingScores of_recordings, StatesScores result, const Execution& execution) {
  sicamm::Scorer all(result.classes.size());
  for (const sicamm::FoldResult& one : method.validation.folds) {
    if (!std::binary_search(folds.begin(), folds.end(), one.fold)) continue;
    result.parts.push_back(named(one));
    for (const auto& [part, found] : method.parts.at(one.fold)) {
      all.add(part.labels, found.labels, found.posteriors);
      of_recordings.add(part, found);
    }
  }
  result.all = all.scores();
  of_recordings.finish(execution, result);
  result.warnings = method.validation.warnings;
  return result;
}

Comparison comparison_of(const ValidationOptions& options, Context& context) {
  const Execution execution = options.run.execution();
  const LabelledRecordings of(options, context.console, execution);
  StatesScores empty;
  empty.classes = of.classes;
  const RecordingScores of_recordings(options, of.recordings, empty);
  const std::vector<sicamm::Labelled> pieces = labelled(of.recordings);
  const std::vector<std::string> channels = of.channels();
  const sicamm::ValidationSettings settings = of.settings(options);
  std::vector<ComparedMethod> methods;
  using sicamm::ReferenceMethod;
  for (const auto method : {ReferenceMethod::chance, ReferenceMethod::gaussian, ReferenceMethod::logistic}) {
    methods.push_back(compared(name(method), settings, [&](const sicamm::ValidationSettings& keeping) {
      return validate_reference(method, pieces, channels, of.classes, keeping, execution);
    }));
  }
  methods.push_back(compared("sicamm", settings, [&](const sicamm::ValidationSettings& keeping) {
    return cross_validate(pieces, channels, of.classes, keeping, execution);
  }));
  Comparison result;
  for (const ComparedMethod& method : methods) {
    for (const std::string& one : method.validation.warnings)
      result.warnings.push_back(fmt::format("{}: {}", method.name, one));
  }
  result.folds = shared_folds(methods, result.warnings);
  for (const ComparedMethod& method : methods) {
    result.methods.emplace_back(method.name, scores_of(method, result.folds, of_recordings, empty, execution));
  }
  for (std::string& warning : options.run.warnings->take()) result.warnings.push_back(std::move(warning));
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
    table.add(std::move(row));
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

std::string json_of(const Comparison& comparison, const ValidationOptions& options, const Context& context) {
  Json json = {{"program", fmt::format("biotropy {}", version())}, {"command", context.command_line}};
  for (const std::uint32_t fold : comparison.folds) json["folds"].push_back(fold + 1);
  for (const auto& [name, scores] : comparison.methods) {
    Json method = {{"method", name}};
    method.update(json_of(scores, options.scores));
    json["methods"].push_back(std::move(method));
  }
  json["warnings"] = comparison.warnings;
  // File names may hold invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode run_compare(const ValidationOptions& options, Context& context) {
  options.run.apply(context.console);
  require_comparable(options);
  require_suffix(options.output);
  require_other_than({options.output, ""}, options.input.files);
  const Comparison comparison = comparison_of(options, context);
  for (const std::string& warning : comparison.warnings) context.console.warning(warning);
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
  CLI::App& command = *parent.add_subcommand(
      "compare",
      "Scores of the model beside those of chance, a Gaussian hidden Markov model and logistic regression, each "
      "trained on all but a part of labelled recordings and scored on that part");
  const auto options = std::make_shared<ValidationOptions>();
  add_input_options(command, options->input);
  command
      .add_option("-o,--output", options->output,
                  "File for the scores: all of them as JSON (.json), or the table separated by tabs (.tsv); the table "
                  "is printed as well")
      ->option_text("FILE")
      ->group("Output");
  add_label_options(command, options->labels);
  add_feature_options(command, options->features);
  add_train_options(command, options->train);
  add_fold_options(command, options->folds);
  add_decoder_options(command, options->decode);
  add_interval_options(command, options->scores);
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy states compare eeg.edf --folds 4\n"
             "  biotropy states compare sub-*.edf --fold-unit recordings --intervals persons -o compared.json\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_compare(*options, context); }; });
}

}  // namespace biotropy::cli
