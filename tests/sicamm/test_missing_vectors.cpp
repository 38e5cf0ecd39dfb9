// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"

namespace biotropy::sicamm {
namespace {

// Of two bands of three channels.
Model model_of_bands() {
  FeatureRecipe recipe{.band_powers = BandPowerSettings{{{4.0, 8.0}, {8.0, 13.0}}}, .channels = {"A", "B", "C"}};
  return Model{.channels = feature_names(recipe, recipe.channels), .notes = notes_of(recipe)};
}

TEST(MissingVectors, AreCountedAndSaid) {
  MissingVectors missing(model_of_bands());
  const std::vector<double> whole(6, 1.0);
  std::vector<double> dead = whole;
  dead[2] = dead[3] = -INFINITY;
  missing.add(whole);
  EXPECT_FALSE(missing.fault());
  missing.add(dead);
  missing.add(dead);
  EXPECT_EQ(missing.count(), 3U);
  EXPECT_EQ(missing.missing(), 2U);
  EXPECT_EQ(missing.run(), 2U);
  const auto named = [](const std::optional<Notice>& fault, const char* channel) {
    return fault && fault->text.find(channel) != std::string::npos;
  };
  EXPECT_TRUE(named(missing.fault(), "'B'"));
  EXPECT_FALSE(named(missing.fault(), "'A'"));
  missing.add(whole);
  EXPECT_EQ(missing.run(), 0U);
  std::vector<double> nothing(6, std::nan(""));
  MissingVectors of_all(model_of_bands());
  of_all.add(nothing);
  EXPECT_TRUE(of_all.fault());
  EXPECT_FALSE(named(of_all.fault(), "'A'")) << "every channel";
}

}  // namespace
}  // namespace biotropy::sicamm
