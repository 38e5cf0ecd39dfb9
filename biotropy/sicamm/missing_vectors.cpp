// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/missing_vectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "biotropy/counted.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/null_space.hpp"

namespace biotropy::sicamm {

MissingVectors::MissingVectors(const Model& model) {
  const FeatureRecipe recipe = recipe_of(model.notes);
  has_features_ = recipe.band_powers || recipe.slow_waves || recipe.spatial;
  if (recipe.spatial) return;
  channels_ = recorded_channels(model);
  numbers_ = model.channels.size() / channels_.size();
  vectors_.resize(channels_.size());
}

void MissingVectors::add(std::span<const double> vector) {
  ++count_;
  const auto is_finite_number = [](double value) { return std::isfinite(value); };
  if (std::all_of(vector.begin(), vector.end(), is_finite_number)) {
    run_ = 0;
    return;
  }
  ++missing_;
  ++run_;
  for (std::size_t c = 0; c < vectors_.size(); ++c) {
    const auto of_channel = vector.subspan(c * numbers_, numbers_);
    if (!std::all_of(of_channel.begin(), of_channel.end(), is_finite_number)) ++vectors_[c];
  }
}

std::optional<Notice> MissingVectors::fault() const {
  if (missing_ == 0) return std::nullopt;
  const char* state = has_features_ ? "is constant or has missing samples" : "has missing samples";
  std::vector<std::string> causes;
  std::size_t fewest = missing_, channels = 0;
  for (std::size_t c = 0; c < vectors_.size(); ++c) {
    if (vectors_[c] == 0) continue;
    causes.push_back(fmt::format("'{}' ({})", channels_[c], vectors_[c]));
    fewest = std::min(fewest, vectors_[c]);
    ++channels;
  }
  constexpr std::size_t most_named = 5;
  std::string why = fmt::format("channel {} {}", fmt::join(causes, ", "), state);
  if (channels_.empty()) {
    why = fmt::format("a channel {}, or is a copy of others", state);
  } else if (channels == channels_.size() && channels > 1 && fewest == missing_) {
    why = fmt::format("every channel {}", state);
  } else if (channels > most_named) {
    causes.resize(most_named);
    why = fmt::format("channels {} and {} others: each {}", fmt::join(causes, ", "), channels - most_named, state);
  }
  return warning("missing_vectors",
                 fmt::format("{} of {} missing, and labels there follow from the chain alone: {}", missing_,
                             count_ == 1 ? "1 vector is" : fmt::format("{} vectors are", count_), why));
}

Notices vector_faults(const Model& model, std::span<const double> vectors) {
  MissingVectors missing(model);
  const std::size_t m = model.channels.size();
  for (std::size_t at = 0; at + m <= vectors.size(); at += m) missing.add(vectors.subspan(at, m));
  Notices faults = null_space_faults(model, vectors);
  if (auto fault = missing.fault()) faults.insert(faults.begin(), std::move(*fault));
  return faults;
}

}  // namespace biotropy::sicamm
