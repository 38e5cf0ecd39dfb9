// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states`: features, labels, training and decoding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/states_recording.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace biotropy::cli {

struct FeatureOptions {
  sicamm::FeatureSettings settings;
  std::string channels;
};

struct TrainOptions {
  sicamm::TrainingSettings settings;
  sicamm::LearningSettings learning;
  sicamm::GivenChain chain;
  bool learn = false;

  sicamm::TrainingSettings training(const sicamm::FoldSettings& folds) const;
};

struct DecodeOptions {
  sicamm::ClassifySettings settings;
  sicamm::GivenChain chain;
  std::string density = "table";
};

/// --model, and --no-verify of its checksum.
CLI::Option* add_model_options(CLI::App& command, std::string& model, bool& no_verify);

void add_feature_options(CLI::App& command, FeatureOptions& options);
void add_label_options(CLI::App& command, sicamm::LabelSettings& options);
void add_train_options(CLI::App& command, TrainOptions& options);

void add_fold_options(CLI::App& command, sicamm::FoldSettings& settings);

/// The decoder and its lag.
void add_decoder_options(CLI::App& command, DecodeOptions& options);

/// These, and how samples are flagged and densities are found.
/// @param of_model with options that replace what a model has: beta and its chain.
void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model);

/// The chain of a model with what was given in its place. @throws Error invalid_argument for what does not fit it.
void apply(const sicamm::GivenChain& given, sicamm::Model& model);

}  // namespace biotropy::cli
