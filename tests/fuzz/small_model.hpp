// SPDX-License-Identifier: Apache-2.0
//
// A model of two channels and two classes, small enough that its file is a good first input.
#pragma once

#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/model.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::fuzz {

/// The recipe says what its vectors are made of; its densities are those of the samples whatever it says.
inline sicamm::Model small_model(const sicamm::FeatureRecipe& recipe = {}) {
  constexpr int samples = 40;
  const sicamm::Problem truth = sicamm::standard_problem("PC2");
  sicamm::Model model = sicamm::known_model(truth, sicamm::simulate(truth, samples, 1));
  model.sampling_rate = 100.0;
  model.channels = sicamm::feature_names(recipe, recipe.renames() ? recipe.channels : model.channels);
  model.notes = sicamm::notes_of(recipe);
  return model;
}

}  // namespace biotropy::fuzz
