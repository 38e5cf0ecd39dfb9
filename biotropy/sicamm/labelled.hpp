// SPDX-License-Identifier: Apache-2.0
//
// Input of training and scoring: recordings, or the pieces between their gaps, with a class for each sample.
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
  std::span<const std::int32_t> labels;  ///< class of each sample, or kUnlabelled
  /// Number of the recording that a piece belongs to, so that folds of recordings keep its pieces together; unset: its
  /// own.
  std::optional<std::size_t> recording{};
  /// Time of the first sample within its recording, gaps included, in whole samples. It gives the distance between
  /// pieces of one recording, which must not overlap.
  double begin = 0.0;
  std::span<const std::uint8_t> mixed{};  ///< 1 for a vector of samples of several labels; none: each is of one
  bool fit_pure = false;                  ///< classes are not fitted to mixed vectors

  bool is_fitted(std::size_t i) const { return !fit_pure || mixed.empty() || mixed[i] == 0; }
};

/// @throws Error invalid_data unless the lengths of the recordings add up to `values` numbers.
void require_lengths(std::span<const std::size_t> lengths, std::size_t values, std::size_t channels);

/// Recordings of these lengths, stored one after the other.
/// @throws Error invalid_data unless there is a label for each sample, and the lengths add up to all samples.
std::vector<Labelled> consecutive(std::span<const double> samples, std::span<const std::int32_t> labels,
                                  std::span<const std::size_t> lengths, std::size_t channels);

/// Lengths of recordings whose samples stand side by side. @param recordings number of the recording of each sample.
/// @throws Error invalid_argument ("recordings") for a recording that goes on behind another one.
std::vector<std::size_t> lengths_of(std::span<const std::int32_t> recordings);

/// The person of each recording with samples. @param persons number of the person of each sample.
/// @throws Error invalid_argument ("persons") for a recording of several persons.
std::vector<std::int32_t> persons_of(std::span<const std::int32_t> persons, std::span<const std::size_t> lengths);

/// @throws Error invalid_argument for no channels or classes; invalid_data unless every recording has a label for each
/// of its samples, every label is a class or kUnlabelled, every begin is whole and within 2^53, and no pieces overlap.
void validate(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes);

/// Number of samples.
std::size_t total_samples(std::span<const Labelled> recordings);

/// Recording and position of each sample of one class that is fitted and whose channels are all finite.
struct Place {
  std::size_t recording, sample;
};
std::vector<Place> finite_samples_of(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which);

/// Samples at these places, one after the other.
std::vector<double> gather(std::span<const Labelled> recordings, std::size_t channels, std::span<const Place> places);

}  // namespace biotropy::sicamm
