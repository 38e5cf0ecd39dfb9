// SPDX-License-Identifier: Apache-2.0
//
// Samples without full rank, and their projection by hand: multiplied by an orthonormal basis of the directions in
// which they vary.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "biotropy/sicamm/problem.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

/// By rows; as many columns as channels.
struct Rows {
  std::size_t columns;
  std::vector<double> values;

  std::size_t rows() const { return values.size() / columns; }
};

/// Subtracts the mean of the channels.
Rows average_reference(std::size_t channels);

/// Removes the last of these many independent components of made-up mixtures, as cleaning with ICA does.
Rows without_components(std::size_t channels, std::size_t removed, std::uint64_t seed);

/// Orthonormal rows that span the columns of a square matrix.
Rows basis_of(const Rows& matrix);

/// Every sample multiplied by the matrix.
Simulated mapped(const Simulated& samples, const Rows& matrix);

/// Independent Laplace channels; those of the second class are larger by a factor.
Problem amplitudes(std::size_t channels, double factor);

/// C1, C2, ...
std::vector<std::string> channel_names(std::size_t count);

Training trained_on(const Simulated& samples, std::size_t channels, const TrainingSettings& settings = {});

/// Of the filter.
Scores scores_of(const Model& model, const Simulated& test);

}  // namespace biotropy::sicamm
