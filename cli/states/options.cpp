// SPDX-License-Identifier: Apache-2.0
#include "cli/states/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

void apply(const sicamm::GivenChain& given, sicamm::Model& model) {
  if (given.any()) model.chain = given.applied_to(model.chain, sicamm::class_names(model));
}

sicamm::TrainingSettings TrainOptions::training(const sicamm::FoldSettings& folds) const {
  sicamm::TrainingSettings training = settings;
  training.chain = chain;
  training.folds = folds;
  return training;
}

namespace {

constexpr const char* kDecoding = "Decoding";

}  // namespace

void add_feature_options(CLI::App& command, FeatureOptions& options) {
  const char* group = "Features";
  command.add_option("--channels", options.channels, "Channels, by label, number or range (Fp1,O2,3-8); otherwise all")
      ->option_text("LIST")
      ->group(group);
  add_rows(command, options.settings, sicamm::feature_options(), group);
}

void add_label_options(CLI::App& command, sicamm::LabelSettings& options) {
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
  add_rows(command, options, sicamm::label_options(), group);
}

void add_train_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Training";
  add_rows(command, options.settings, sicamm::training_options(), group);
  add_rows(command, options.chain, sicamm::chain_options(), group);
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
  if (of_model) add_rows(command, options.chain, sicamm::chain_options(), kDecoding);
  command.add_option("--density", options.density, "table: polynomials, within 1e-10; direct: sums over all kernels")
      ->check(CLI::IsMember({"table", "direct"}))
      ->option_text("table|direct [table]")
      ->group(kDecoding);
}

}  // namespace biotropy::cli
