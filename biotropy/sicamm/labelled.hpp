// SPDX-License-Identifier: Apache-2.0
//
// What training and scoring are given: recordings, or the pieces between their gaps, with a class for each sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct Labelled {
  std::span<const double> samples;       ///< [sample * channels + channel]; NaN and infinities count as missing
  std::span<const std::int32_t> labels;  ///< a class for each sample, or kUnlabelled
  /// Pieces of one number are of one recording, which folds of recordings leave whole; unset: a recording of its own.
  std::optional<std::size_t> recording{};
  /// The time of the first sample within its recording, gaps included, in whole samples: pieces of one recording are
  /// as near to each other as that says, and do not overlap.
  double begin = 0.0;
};

/// @throws Error invalid_data unless recordings of these lengths are all there is of `values` numbers.
void require_lengths(std::span<const std::size_t> lengths, std::size_t values, std::size_t channels);

/// Recordings of these lengths that lie one after the other.
/// @throws Error invalid_data unless there is a label for each sample, and the lengths are those of all samples.
std::vector<Labelled> consecutive(std::span<const double> samples, std::span<const std::int32_t> labels,
                                  std::span<const std::size_t> lengths, std::size_t channels);

/// @throws Error invalid_argument for no channels or classes; invalid_data unless every recording has a label for each
/// of its samples, every label is a class or kUnlabelled, every begin is whole and within 2^53, and no pieces overlap.
void validate(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes);

/// The number of samples.
std::size_t total_samples(std::span<const Labelled> recordings);

/// For each sample of one class whose channels are all finite: its recording and its position in it.
struct Place {
  std::size_t recording, sample;
};
std::vector<Place> finite_samples_of(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which);

/// The samples at these places, one after the other.
std::vector<double> gather(std::span<const Labelled> recordings, std::size_t channels, std::span<const Place> places);

}  // namespace biotropy::sicamm
