// SPDX-License-Identifier: Apache-2.0
//
// Kinds of surrogates: each keeps some properties of the series exactly or nearly, and is random in all others.
#pragma once

#include <array>

#include "biotropy/words.hpp"

namespace biotropy::surrogates {

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

}  // namespace biotropy::surrogates

namespace biotropy {

template <>
inline constexpr std::array kWords<surrogates::Kind> = {
    Word{"iaaft", surrogates::Kind::iaaft},     Word{"aaft", surrogates::Kind::aaft},
    Word{"phases", surrogates::Kind::phases},   Word{"joint-phases", surrogates::Kind::joint_phases},
    Word{"shuffle", surrogates::Kind::shuffle}, Word{"shift", surrogates::Kind::shift},
    Word{"epochs", surrogates::Kind::epochs}};

}  // namespace biotropy
