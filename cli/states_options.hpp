// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states`: features, labels, training and decoding.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/state_options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace biotropy::cli {

/// Names separated by commas. @throws Error invalid_argument for an empty one.
std::vector<std::string> list_of_names(const char* option, const std::string& list);

/// The same, each once. @throws Error invalid_argument.
std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list);

struct FeatureOptions {
  sicamm::FeatureSettings settings;
  std::string channels;
};

struct LabelOptions {
  std::vector<std::string> events;  ///< one table for each recording; none: the table beside it, or its own annotations
  std::string column = "trial_type", classes, rename;
  /// Recordings are some of those that --rename was written for, so that they may lack some of its names.
  bool some_recordings = false;

  /// Names given by --classes; empty: all.
  std::vector<std::string> class_names() const;

  /// New names by old ones, of --rename. @throws Error invalid_argument.
  std::map<std::string, std::string> new_names() const;
};

/// Probabilities of classes and of their switches, given by hand.
struct ChainOptions {
  std::string transition, prior;
  std::optional<double> stay;

  /// @throws Error invalid_argument for what is no list of numbers.
  sicamm::GivenChain given() const;
};

struct TrainOptions {
  sicamm::TrainingSettings settings;
  sicamm::LearningSettings learning;
  ChainOptions chain;
  bool learn = false;

  sicamm::TrainingSettings training(const sicamm::FoldSettings& folds) const;
};

struct DecodeOptions {
  sicamm::ClassifySettings settings;
  ChainOptions chain;
  std::string density = "table";
};

/// --model, and --no-verify of its checksum.
CLI::Option* add_model_options(CLI::App& command, std::string& model, bool& no_verify);

void add_feature_options(CLI::App& command, FeatureOptions& options);
void add_label_options(CLI::App& command, LabelOptions& options);
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
