// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states`: features, labels, training and decoding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/recording_evaluator.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/states_recording.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct FeatureOptions {
  sicamm::FeatureSettings settings;
  std::string channels;
};

struct TrainOptions {
  sicamm::TrainingSettings settings;
  sicamm::LearningSettings learning;
  sicamm::GivenChain chain;
  bool learn = false;  ///< from samples without a label, too

  sicamm::TrainingSettings training(const sicamm::FoldSettings& folds) const;
};

struct DecodeOptions {
  sicamm::ClassifySettings settings;
  sicamm::GivenChain chain;
  sicamm::DensityMode density = sicamm::DensityMode::table;
};

struct ModelOptions {
  std::string model;
  bool no_verify = false;

  /// @throws Error as sicamm::load_model().
  sicamm::Model load() const;
};

/// --model, and --no-verify of its checksum.
void add_model_options(CLI::App& command, ModelOptions& options, bool required);

void add_feature_options(CLI::App& command, FeatureOptions& options);
/// @param of_files with --events, which a dataset has in files of its own.
void add_label_options(CLI::App& command, sicamm::LabelSettings& options, bool of_files = true);
void add_train_options(CLI::App& command, TrainOptions& options);

void add_fold_options(CLI::App& command, sicamm::FoldSettings& settings);

/// Persons and intervals.
void add_interval_options(CLI::App& command, sicamm::ScoreSettings& settings);
/// These, and events.
void add_score_options(CLI::App& command, sicamm::ScoreSettings& settings);

/// The decoder and its lag.
void add_decoder_options(CLI::App& command, DecodeOptions& options);

/// These, and how samples are flagged and densities are found.
/// @param of_model with options that replace what a model has: beta and its chain.
void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model);

/// The chain of a model with what was given in its place. @throws Error invalid_argument for what does not fit it.
void apply(const sicamm::GivenChain& given, sicamm::Model& model);

}  // namespace biotropy::cli
