// SPDX-License-Identifier: Apache-2.0
//
// A model and its tables in one object, as those hold it who train, classify and stream with it for long.
#pragma once

#include <cstddef>
#include <span>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

struct TrainedModel {
  /// @throws Error as Classifier does.
  explicit TrainedModel(Model from, const Execution& execution = {});

  /// Recordings of these lengths that lie one after the other; the chain starts anew in each.
  /// @throws Error as Classifier::classify(); invalid_data unless the lengths are those of all samples.
  Classification classify(std::span<const double> samples, std::span<const std::size_t> lengths,
                          const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  Model model;
  Classifier classifier;
};

}  // namespace biotropy::sicamm
