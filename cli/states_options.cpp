// SPDX-License-Identifier: Apache-2.0
#include "cli/states_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

std::vector<std::string> list_of_names(const char* option, const std::string& list) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : list + (list.empty() ? "" : ",")) {
    if (c != ',') {
      name += c;
      continue;
    }
    if (name.empty()) throw Error::argument(option, list, "a list of names separated by single commas");
    names.push_back(std::move(name));
    name.clear();
  }
  return names;
}

std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list) {
  std::vector<std::string> names = list_of_names(option, list);
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    throw Error::argument(option, list, fmt::format("a list with each name once ('{}' stands there twice)", *name));
  }
  return names;
}

std::vector<std::string> LabelOptions::class_names() const {
  return list_of_distinct_names("classes", classes);
}

std::map<std::string, std::string> LabelOptions::new_names() const {
  std::map<std::string, std::string> result;
  for (const std::string& one : list_of_names("rename", rename)) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == one.size()) {
      throw Error::argument("rename", one, "a list of OLD=NEW, separated by commas");
    }
    const std::string old = one.substr(0, equals);
    if (!result.try_emplace(old, one.substr(equals + 1)).second) {
      throw Error::argument("rename", rename, fmt::format("a list with each OLD once ('{}' stands there twice)", old));
    }
  }
  return result;
}

sicamm::GivenChain ChainOptions::given() const {
  sicamm::GivenChain result;
  if (!transition.empty()) result.transitions = sicamm::numbers_of("transition", transition);
  if (!prior.empty()) result.priors = sicamm::numbers_of("prior", prior);
  result.stay = stay;
  return result;
}

void apply(const sicamm::GivenChain& given, sicamm::Model& model) {
  if (given.any()) model.chain = given.applied_to(model.chain, sicamm::class_names(model));
}

sicamm::TrainingSettings TrainOptions::training(const sicamm::FoldSettings& folds) const {
  sicamm::TrainingSettings training = settings;
  training.chain = chain.given();
  training.folds = folds;
  return training;
}

namespace {

constexpr const char* kDecoding = "Decoding";

void add_chain_options(CLI::App& command, ChainOptions& options, const char* group) {
  command
      .add_option("--transition", options.transition,
                  "Probabilities of the next class, a row for each class, in their order, separated by semicolons")
      ->option_text("P,...;P,...")
      ->group(group);
  command
      .add_option("--prior", options.prior, "Probabilities of the classes at the start and after gaps, in their order")
      ->option_text("P,...")
      ->group(group);
  command
      .add_option("--stay", options.stay,
                  "Probability that a class lasts until the next vector; others keep their shares of the rest")
      ->option_text("P")
      ->group(group);
}

}  // namespace

void add_feature_options(CLI::App& command, FeatureOptions& options) {
  const char* group = "Features";
  command.add_option("--channels", options.channels, "Channels, by label, number or range (Fp1,O2,3-8); otherwise all")
      ->option_text("LIST")
      ->group(group);
  add_rows(command, options.settings, sicamm::feature_options(), group);
}

void add_label_options(CLI::App& command, LabelOptions& options) {
  const char* group = "Labels";
  command
      .add_option(
          "--events", options.events,
          "Tables with the columns onset, duration and trial_type (BIDS), or files of EDF+ with annotations, one "
          "for each recording; otherwise "
          "..._events.tsv beside it, or the annotations of the recording; 'none': no labels, and of the "
          "annotations those alone that mark bad time")
      ->option_text("TSV ...")
      ->group(group);
  command.add_option("--event-column", options.column, "The column that names an event")
      ->option_text("NAME [trial_type]")
      ->group(group);
  command
      .add_option("--rename", options.rename,
                  "Names of events in place of others, such as one class for two stages; each event is renamed once")
      ->option_text("OLD=NEW,...")
      ->group(group);
  command
      .add_option("--classes", options.classes, "Names of the events that are classes, in their order; otherwise all")
      ->option_text("NAME,...")
      ->group(group);
}

void add_train_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Training";
  add_rows(command, options.settings, sicamm::training_options(), group);
  add_chain_options(command, options.chain, group);
}

void add_fold_options(CLI::App& command, sicamm::FoldSettings& settings) {
  add_rows(command, settings, sicamm::fold_options(), "Samples left out");
}

void add_decoder_options(CLI::App& command, DecodeOptions& options) {
  add_rows(command, options.settings, sicamm::decoding_options().first(2), kDecoding);
}

CLI::Option* add_model_options(CLI::App& command, std::string& model, bool& no_verify) {
  command.add_flag("--no-verify", no_verify, "Read a model that another program has changed: its checksum is ignored");
  return command.add_option("-m,--model", model, "Model of 'biotropy states train'")->option_text("FILE");
}

void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model) {
  for (const auto& row : sicamm::decoding_options()) {
    if (of_model || row.name != "beta") add_rows(command, options.settings, std::span(&row, 1), kDecoding);
  }
  if (of_model) add_chain_options(command, options.chain, kDecoding);
  command.add_option("--density", options.density, "table: polynomials, within 1e-10; direct: sums over all kernels")
      ->check(CLI::IsMember({"table", "direct"}))
      ->option_text("table|direct [table]")
      ->group(kDecoding);
}

}  // namespace biotropy::cli
