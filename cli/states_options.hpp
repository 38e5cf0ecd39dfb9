// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states`: features, labels, training and decoding.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/training.hpp"

namespace CLI {
class App;
class Option;
}

namespace biotropy::cli {

/// Names separated by commas. @throws Error invalid_argument for an empty one.
std::vector<std::string> list_of_names(const char* option, const std::string& list);

/// The same, each once. @throws Error invalid_argument.
std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list);

struct FeatureOptions {
  sicamm::FeatureSettings settings;
  std::string channels, bands;
  std::vector<double> filter, delta, theta, alpha;

  /// @throws Error invalid_argument for options that have no effect on the features.
  sicamm::FeatureRecipe recipe() const;
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
  ChainOptions chain;
  std::string classifier = "sicamm", unmixing = "fastica", contrast = "logcosh", bandwidth = "blocked";
  bool refine = false, learn = false, pure_windows = false;
  double bandwidth_factor = 1.0, shrinkage = 0.0, rank_tolerance = sicamm::kRankTolerance, smoothing = 1.0,
         outliers = sicamm::TrainingSettings().outliers;
  std::optional<double> beta, ridge;
  std::size_t starts = sicamm::LearningSettings().starts, rounds = sicamm::LearningSettings().most_rounds;
  std::uint64_t seed = 1;

  sicamm::TrainingSettings training(const sicamm::FoldSettings& folds) const;
  sicamm::LearningSettings learning() const;
};

struct FoldOptions {
  std::size_t folds = sicamm::FoldSettings().folds, block = 0;
  std::string unit = "automatic";
  std::optional<std::size_t> gap;

  sicamm::FoldSettings settings() const;
};

struct DecodeOptions {
  ChainOptions chain;
  std::string decoder = "filter", density = "table";
  std::size_t lag = sicamm::ClassifySettings().lag, warm_up = sicamm::ClassifySettings().warm_up;
  std::optional<double> beta;
  bool without_outliers = false;

  sicamm::ClassifySettings settings() const;
};

/// --model, and --no-verify of its checksum.
CLI::Option* add_model_options(CLI::App& command, std::string& model, bool& no_verify);

void add_feature_options(CLI::App& command, FeatureOptions& options);
void add_label_options(CLI::App& command, LabelOptions& options);
void add_train_options(CLI::App& command, TrainOptions& options);

/// @param of_persons with folds of whole persons.
void add_fold_options(CLI::App& command, FoldOptions& options, bool of_persons);

/// The decoder and its lag.
void add_decoder_options(CLI::App& command, DecodeOptions& options);

/// These, and how samples are flagged and densities are found.
/// @param of_model with options that replace what a model has: beta and its chain.
void add_decode_options(CLI::App& command, DecodeOptions& options, bool of_model);

/// The chain of a model with what was given in its place. @throws Error invalid_argument for what does not fit it.
void apply(const sicamm::GivenChain& given, sicamm::Model& model);

}  // namespace biotropy::cli
