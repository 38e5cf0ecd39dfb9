// SPDX-License-Identifier: Apache-2.0
//
// Surrogates of the channels of an epoch. The random numbers of a surrogate depend on the seed, its number, the epoch
// and the channel alone, so it is the same however the work is divided, and on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy {
class Random;
}

namespace biotropy::surrogates {

/// Each keeps some properties of the series exactly or nearly, and is random in all others.
enum class Kind {
  iaaft,         ///< keeps the values, and nearly the spectrum (Schreiber and Schmitz 1996)
  aaft,          ///< keeps the values, and roughly the spectrum (Theiler et al. 1992)
  phases,        ///< keeps the spectrum: random Fourier phases (Theiler et al. 1992)
  joint_phases,  ///< keeps spectra and cross-spectra: the same rotation of phases in all channels (Prichard and Theiler
                 ///< 1994)
  shuffle,       ///< keeps the values, in random order
  shift,         ///< keeps each series but for its start: rotated by a random number of samples
  epochs         ///< keeps each series of an epoch: the channels are taken from different epochs
};

/// Whether the kind changes only the relation of channels, so that it cannot test a single series.
constexpr bool needs_pairs(Kind kind) {
  return kind == Kind::shift || kind == Kind::epochs;
}

class Fourier;

/// Most iterations of IAAFT; it ends before where the order of the samples stays the same.
inline constexpr int kMostIterations = 100;
/// Fewest samples of a series and fewest epochs that can be exchanged.
inline constexpr std::size_t kFewestSamples = 4, kFewestEpochs = 2;

/// Epochs with the same rejected channels as `epoch`, itself among them, in their order: those that Kind::epochs
/// exchanges.
std::vector<std::size_t> epochs_alike(const series::EpochView& epochs, std::size_t epoch);

class Generator {
 public:
  /// A surrogate that is to be made.
  struct Wanted {
    std::uint32_t number;
    std::size_t channel;        // without a reason
    std::span<double> samples;  // of the surrogate, as many as the channel has
  };

  /// @param epochs must outlive the generator. @param epoch whose channels get surrogates. @param first_epoch number
  /// of the first of `epochs` in their recording, which the random numbers depend on.
  /// @throws Error invalid_argument for Kind::epochs with a single epoch; cancelled.
  Generator(const series::EpochView& epochs, std::size_t epoch, Kind kind, std::uint64_t seed,
            const Execution& execution = {}, std::size_t first_epoch = 0);
  ~Generator();
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  /// For each channel why it has no surrogates: rejected, missing or infinite samples, constant, too short. Empty: it
  /// has them.
  const std::vector<std::string>& reasons() const { return reasons_; }

  /// Writes surrogates, on several threads. Many together are made faster than one by one, and are the same.
  /// @throws Error cancelled.
  void make(std::span<const Wanted> wanted, const Execution& execution) const;
  /// Writes one; from any thread.
  void make(const Wanted& wanted) const { make_some(std::span(&wanted, 1)); }

 private:
  struct Prepared;

  void prepare(std::size_t channel);
  void transform(std::span<const std::size_t> channels);
  Random random_of(const Wanted& wanted) const;
  std::size_t at_once() const;
  void make_some(std::span<const Wanted> wanted) const;
  void rearrange(const Wanted& wanted) const;
  void exchange(const Wanted& wanted, Random& random) const;
  void iterate(std::span<const Wanted> wanted) const;
  void make_normal(const Wanted& wanted, Random& random) const;
  void rotate(Fourier& fourier, std::span<const Wanted> wanted) const;
  void take_values(const Wanted& wanted) const;

  series::EpochView epochs_;
  std::size_t epoch_, number_of_epoch_;
  Kind kind_;
  std::uint64_t seed_;
  std::vector<std::string> reasons_;
  std::vector<std::size_t> alike_;  // epochs that are exchanged
  std::size_t place_ = 0;           // of the epoch among them
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace biotropy::surrogates

namespace biotropy {

template <>
inline constexpr std::array kWords<surrogates::Kind> = {
    Word{"iaaft", surrogates::Kind::iaaft},     Word{"aaft", surrogates::Kind::aaft},
    Word{"phases", surrogates::Kind::phases},   Word{"joint-phases", surrogates::Kind::joint_phases},
    Word{"shuffle", surrogates::Kind::shuffle}, Word{"shift", surrogates::Kind::shift},
    Word{"epochs", surrogates::Kind::epochs}};

}  // namespace biotropy
