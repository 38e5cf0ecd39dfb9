// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/features/features.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/prepare/causal_filter.hpp"
#include "biotropy/sicamm/features/feature_stream.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"

namespace biotropy::sicamm {

namespace {

/// Samples of one piece, and how vectors are made of them.
struct PieceJob {
  const FeatureRecipe& recipe;
  std::span<const double> samples;
  std::size_t channels, hop;
  double rate;
  const Execution& execution;

  std::size_t vectors() const {
    const std::size_t n = samples.size() / channels, window = window_samples(recipe, rate);
    return n < window ? 0 : (n - window) / hop + 1;
  }
};

void filter_in_place(const FeatureRecipe& recipe, std::span<double> samples, std::size_t channels, double rate,
                     const Execution& execution) {
  const prepare::CausalFilter rested(filter_sections(recipe, rate));
  with_threads(execution, [&] {
    parallel_for(channels, execution.cancel, [&](std::size_t c) {
      prepare::CausalFilter filter = rested;
      for (std::size_t i = c; i < samples.size(); i += channels) samples[i] = filter.step(samples[i]);
    });
  });
}

std::vector<double> every_nth(std::vector<double> values, std::size_t size, std::size_t hop) {
  if (hop == 1) return values;
  std::vector<double> result;
  for (std::size_t at = 0; at < values.size(); at += size * hop) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(at);
    result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(size));
  }
  return result;
}

std::vector<double> band_powers(const PieceJob& job) {
  const BandPowerSettings& settings = *job.recipe.band_powers;
  const std::size_t window = window_samples(job.recipe, job.rate), count = settings.bands.size();
  const std::size_t n = job.samples.size() / job.channels, size = job.channels * count;
  const SlidingBands bands(job.rate, window, settings.bands, settings.resolution);
  std::vector<double> result(job.vectors() * size);
  with_threads(job.execution, [&] {
    parallel_for(job.channels, job.execution.cancel, [&](std::size_t c) {
      SlidingBands::Window sliding(bands);
      for (std::size_t i = 0; i < n; ++i) {
        sliding.push(job.samples[i * job.channels + c]);
        if (i + 1 < window || (i + 1 - window) % job.hop != 0) continue;
        const std::size_t vector = (i + 1 - window) / job.hop;
        log_band_powers(sliding, settings, job.rate, std::span(result).subspan(vector * size + c * count, count));
      }
    });
  });
  return result;
}

std::vector<double> covariances(const PieceJob& job) {
  const std::size_t window = window_samples(job.recipe, job.rate), size = packed_size(job.channels);
  std::vector<double> result(job.vectors() * size);
  with_threads(job.execution, [&] {
    parallel_for(job.vectors(), job.execution.cancel, [&](std::size_t i) {
      std::vector<double> scratch(2 * job.channels);
      window_covariance(job.samples.subspan(i * job.hop * job.channels, window * job.channels), job.channels,
                        job.recipe.spatial->shrinkage, scratch, std::span(result).subspan(i * size, size));
    });
  });
  if (job.recipe.map) return spatial_features(*job.recipe.map, result, job.execution);
  return result;
}

std::vector<double> of_piece(const PieceJob& job) {
  if (job.recipe.band_powers) return band_powers(job);
  if (job.recipe.spatial) return covariances(job);
  if (!job.recipe.slow_waves) return every_nth({job.samples.begin(), job.samples.end()}, job.channels, job.hop);
  return every_nth(slow_waves(job.samples, job.channels, job.rate, *job.recipe.slow_waves, job.execution), job.channels,
                   job.hop);
}

}  // namespace

Features features(const FeatureRecipe& recipe, std::vector<double> samples, std::size_t channels, double sampling_rate,
                  std::span<const series::Piece> pieces, const Execution& execution) {
  Features result;
  result.size = vector_size(recipe, channels);
  if (!recipe.any()) {
    for (const series::Piece& piece : pieces) result.pieces.push_back({piece.begin, piece.end, piece.begin});
    result.values = std::move(samples);
    return result;
  }
  validate(recipe, sampling_rate);
  result.hop = hop_samples(recipe, sampling_rate);
  result.window = window_samples(recipe, sampling_rate);
  for (const series::Piece& piece : pieces) {
    const auto of_samples = std::span(samples).subspan(piece.begin * channels, (piece.end - piece.begin) * channels);
    if (recipe.filter) filter_in_place(recipe, of_samples, channels, sampling_rate, execution);
    const auto values = of_piece({recipe, of_samples, channels, result.hop, sampling_rate, execution});
    const std::size_t begin = result.values.size() / result.size;
    result.values.insert(result.values.end(), values.begin(), values.end());
    result.pieces.push_back({begin, result.values.size() / result.size, piece.begin + result.window - 1});
  }
  return result;
}

}  // namespace biotropy::sicamm
