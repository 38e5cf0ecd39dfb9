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
  /// Execution::warn for each fault of null_space_faults().
  /// @throws Error as Classifier::classify(); invalid_data unless the lengths add up to all samples.
  Classification classify(std::span<const double> samples, std::span<const std::size_t> lengths,
                          const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  Model model;
  Classifier classifier;
};

}  // namespace biotropy::sicamm
