// SPDX-License-Identifier: Apache-2.0
//
// Training on the features of recorded samples: the vectors of recordings with a label each, and a model that keeps how
// they are made, so that later samples get the same ones. A vector has the label of the last sample of its window.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

/// Before the name of an option in the notes of a model, where it was not the default in its training.
inline constexpr std::string_view kGiven = "given ";

/// The label of each vector, from those of the samples. Notes in the features which vectors are of several labels.
std::vector<std::int32_t> vector_labels(Features& features, std::span<const std::int32_t> labels);

/// Each piece of a recording by itself, with its time in hops, so that no transition is counted across a gap.
/// @param labels of the vectors. The result refers to them and to the features.
std::vector<Labelled> labelled_pieces(const Features& features, std::span<const std::int32_t> labels,
                                      std::span<const series::Piece> pieces, double sampling_rate);

/// Vectors of consecutive recordings without gaps, and their labels.
class RecordedVectors {
 public:
  /// @param samples,labels,lengths as of consecutive(). @param sampling_rate may be unknown for the samples themselves.
  /// @throws Error as consecutive() and features() do; invalid_argument for a rate that is missing or no positive
  /// number.
  RecordedVectors(const FeatureRecipe& recipe, std::span<const double> samples, std::span<const std::int32_t> labels,
                  std::span<const std::size_t> lengths, std::size_t channels, std::optional<double> sampling_rate,
                  const Execution& execution = {});
  RecordedVectors(const RecordedVectors&) = delete;
  RecordedVectors& operator=(const RecordedVectors&) = delete;

  /// They refer to this object, and those of samples that are no features to the samples.
  std::span<const Labelled> recordings() const { return recordings_; }

 private:
  std::vector<Features> features_;
  std::vector<std::vector<std::int32_t>> labels_;
  std::vector<Labelled> recordings_;
};

/// What samples of features are recorded from.
struct RecordedFrom {
  std::vector<std::string> channels{};    ///< labels
  std::vector<std::string> units{};       ///< or none
  std::optional<double> sampling_rate{};  ///< Hz
};

/// train(), or train_spatial() for features that are learned; the model keeps the recipe, what was learned, units and
/// rate.
/// @throws Error as these do.
Training train_features(std::span<const Labelled> vectors, const RecordedFrom& from,
                        const std::vector<std::string>& classes, const FeatureRecipe& recipe,
                        const TrainingSettings& settings, const Execution& execution = {});

/// learn(), after fit_spatial() for features that are learned; the model keeps the same. @throws Error as these do.
Learning learn_features(std::span<const Labelled> vectors, const RecordedFrom& from,
                        const std::vector<std::string>& classes, const FeatureRecipe& recipe,
                        const LearningSettings& settings, const Execution& execution = {});

/// A model of either kind.
struct FittedFeatures {
  Model model;
  Notices notices;
  std::size_t iterations = 0;  ///< of the class that took most, or rounds of the best start
};

/// train_features(), or learn_features() where a sample has no label. @param vectors of samples with these `labels`.
/// @throws Error as these do.
FittedFeatures fit_features(std::span<const Labelled> vectors, std::span<const std::int32_t> labels,
                            const RecordedFrom& from, const std::vector<std::string>& classes,
                            const FeatureRecipe& recipe, const TrainingSettings& settings,
                            const Execution& execution = {});

}  // namespace biotropy::sicamm
