// SPDX-License-Identifier: Apache-2.0
//
// Streams of the small model, for states that go on.
#pragma once

#include <array>
#include <memory>

#include "biotropy/live/state_stream.hpp"
#include "tests/fuzz/small_model.hpp"

namespace biotropy::fuzz {

constexpr std::size_t kSmallStreams = 3;

/// One of kSmallStreams: samples as they are with uneven stamps; slow waves; filtered samples, every tenth of a second.
inline std::unique_ptr<live::StateStream> small_stream(std::size_t which) {
  const auto with = [](const sicamm::FeatureRecipe& recipe) {
    return std::make_shared<const sicamm::TrainedModel>(small_model(recipe));
  };
  static const std::array<std::shared_ptr<const sicamm::TrainedModel>, kSmallStreams> models = {
      with({}), with({.slow_waves = sicamm::SlowWaveSettings{.window = 0.05}}),
      with({.filter = sicamm::CausalFilterSettings{.band = {1.0, 40.0}, .order = 2}, .hop = 0.1})};
  const std::size_t index = which % kSmallStreams;
  live::StateStreamSettings settings;
  settings.stream.lag = 2;
  settings.uneven_stamps = index == 0;
  return std::make_unique<live::StateStream>(models[index], settings);
}

}  // namespace biotropy::fuzz
