// SPDX-License-Identifier: Apache-2.0
#include "cli/states/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "biotropy/sicamm/model_file.hpp"
#include "cli/parser.hpp"

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

constexpr const char *kDecoding = "Decoding", *kScores = "Scores";

}  // namespace

sicamm::Model ModelOptions::load() const {
  return sicamm::load_model(model, !no_verify);
}

void add_feature_options(CLI::App& command, FeatureOptions& options) {
  const char* group = "Features";
  add_row(command, options.channels, "channels",
          {"LIST", "", "a list", "Channels, by label, number or range (Fp1,O2,3-8); otherwise all", {}, group});
  add_rows(command, options.settings, sicamm::feature_options(), group);
}

void add_label_options(CLI::App& command, sicamm::LabelSettings& options, bool of_files) {
  const char* group = "Labels";
  if (of_files) {
    add_row(
        command, options.events, "events",
        {"TSV ...",
         "",
         "files",
         "Tables with the columns onset, duration and trial_type (BIDS), or files of EDF+ with annotations, one for "
         "each recording; otherwise ..._events.tsv beside it, or the annotations of the recording; 'none': no labels, "
         "and of the annotations those alone that mark bad time",
         {},
         group});
  }
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

void add_interval_options(CLI::App& command, sicamm::ScoreSettings& settings) {
  add_rows(command, settings, sicamm::score_options().first(2), kScores);
  add_rows(command, settings.drawn, sicamm::interval_options(), kScores);
}

void add_score_options(CLI::App& command, sicamm::ScoreSettings& settings) {
  add_rows(command, settings, sicamm::score_options().last(1), kScores);
  add_rows(command, settings.events, sicamm::event_options(), kScores);
  add_interval_options(command, settings);
}

void add_decoder_options(CLI::App& command, DecodeOptions& options) {
  add_rows(command, options.settings, sicamm::decoding_options().first(2), kDecoding);
}

void add_model_options(CLI::App& command, ModelOptions& options, bool required) {
  add_row(command, options.no_verify, "no_verify",
          {"", "", "", "Read a model that another program has changed: its checksum is ignored"});
  add_row(command, options.model, "model", {"FILE", "", "a file", "Model of 'biotropy states train'"},
          {.also = "-m", .required = required});
}

void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model) {
  for (const auto& row : sicamm::decoding_options()) {
    if (of_model || row.name != "beta") add_rows(command, options.settings, std::span(&row, 1), kDecoding);
  }
  if (of_model) add_rows(command, options.chain, sicamm::chain_options(), kDecoding);
  // Models of folds have tables.
  if (!has_option(command, "--model")) return;
  add_row(command, options.density, "density",
          {"", "", "", "table: polynomials, within 1e-10; direct: sums over all kernels", {}, kDecoding},
          {.needs = "model"});
}

}  // namespace biotropy::cli
