// SPDX-License-Identifier: Apache-2.0
//
// A model and its tables in one object, for front ends that train, classify and stream.
#pragma once

#include <cstddef>
#include <span>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

struct TrainedModel {
  /// @throws Error as Classifier does.
  explicit TrainedModel(Model from, const Execution& execution = {});

  /// Classifies recordings of these lengths, stored one after the other; the chain restarts in each. Calls
  /// Execution::notify for each fault of vector_faults(), and says those of familiarity_fault() in the result.
  /// @throws Error as Classifier::classify(); invalid_data unless the lengths add up to all samples.
  Classification classify(std::span<const double> samples, std::span<const std::size_t> lengths,
                          const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  /// The same for recorded samples, one result for each: features are made of them first where the model has any. A
  /// sample has the result of the last vector that is whole by then; before the first one, posteriors are the priors
  /// and kWarmUp is flagged. The log-likelihood of a vector stands at the sample that completes it, and is 0 between.
  /// @throws Error as classify() and features() do; invalid_data for a model of features that knows no sampling rate.
  Classification classify_recorded(std::span<const double> samples, std::span<const std::size_t> lengths,
                                   const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  Model model;
  Classifier classifier;
};

}  // namespace biotropy::sicamm
