// SPDX-License-Identifier: Apache-2.0
//
// Keyword arguments of training, and recorded samples with their labels.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/training.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

inline std::span<const double> flat(const Rows& rows) {
  return {rows.data(), rows.size()};
}

/// @throws Error invalid_argument.
inline sicamm::TrainingSettings training_settings(const nb::dict& options) {
  sicamm::TrainingSettings settings;
  set_rows(options, OptionTable{settings, sicamm::training_options()},
           OptionTable{settings.folds, sicamm::fold_options()});
  return settings;
}

/// Samples of a training, which it refers to, and what is made of them.
struct Recorded {
  const Rows& samples;
  const Labels& labels;
  const std::vector<std::size_t>& lengths;
  sicamm::RecordedFrom from;
  sicamm::FeatureRecipe recipe;

  sicamm::RecordedVectors vectors(const Execution& execution) const;
};

/// @param features keyword arguments by name. @param rate a number or None. @throws Error invalid_argument.
inline Recorded recorded(const Rows& samples, const Labels& labels, const std::vector<std::size_t>& lengths,
                         const std::vector<std::string>& channels, const nb::dict& features, const nb::handle& rate) {
  sicamm::FeatureSettings settings;
  set_rows(features, OptionTable{settings, sicamm::feature_options()});
  Recorded result{samples, labels, lengths, {channels}, settings.recipe()};
  if (!rate.is_none()) {
    result.from.sampling_rate = number<double>("sfreq", rate, "a positive number of samples per second");
  }
  return result;
}

inline sicamm::RecordedVectors Recorded::vectors(const Execution& execution) const {
  return {recipe,   flat(samples), {labels.data(), labels.size()}, lengths, samples.shape(1), from.sampling_rate,
          execution};
}

}  // namespace biotropy::python
