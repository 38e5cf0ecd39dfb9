// SPDX-License-Identifier: Apache-2.0
//
// Parameters of other programs, to reproduce published values. docs/conventions.md explains each of them and why values
// differ.
#pragma once

#include "biotropy/entropy/multiscale.hpp"

namespace biotropy::entropy {

enum class Convention {
  richman_moorman,  ///< the defaults of this library: the papers' definitions
  costa,            ///< mse of PhysioNet
  physionet,        ///< sampen of PhysioNet, option -n
  antropy,
  entropyhub,
  tsfresh,
  nolds,
  neurokit
};

/// Whether the program computes the measure.
bool has(Convention convention, Measure measure);

/// Template rule, boundary, tolerance, ddof, membership and policies of the program; the caller may change every field.
/// @param m length of the templates, by default that of the measure; the tolerance of nolds depends on it.
/// @param n_samples length of the series, on which antropy's boundary depends; 0: unknown, treated as short.
/// @throws Error invalid_argument for an m below 1, or a measure that the program does not compute.
Parameters conventional(Convention convention, Measure measure, std::optional<int> m = {}, std::size_t n_samples = 0);

/// Refuses parameters for which the program computes other values.
/// @throws Error invalid_argument for SampEn and FuzzyEn of NeuroKit2 with a delay (its means are over the pairs of
/// N - (m - 1) tau - 1 templates at length m and of N - m tau at m + 1), PermEn of tsfresh with a delay (its delay is
/// the step from one template to the next), and normalised PermEn of EntropyHub with ties = equal (it divides by the
/// logarithm of m! there too).
void require_same_values(Convention convention, Measure measure, const Parameters& parameters);

/// Whether the program computes the measure at many scales by the method as this library defines it.
bool has_multiscale(Convention convention, Measure measure, MultiscaleMethod method);

/// The same for entropies at many scales.
/// @throws Error invalid_argument as conventional, and unless the program has the measure by that method.
MultiscaleParameters conventional_multiscale(Convention convention, Measure measure, MultiscaleMethod method,
                                             std::optional<int> m = {});

}  // namespace biotropy::entropy

namespace biotropy {

template <>
inline constexpr std::array kWords<entropy::Convention>{
    Word{"richman-moorman", entropy::Convention::richman_moorman},
    Word{"costa", entropy::Convention::costa},
    Word{"physionet", entropy::Convention::physionet},
    Word{"antropy", entropy::Convention::antropy},
    Word{"entropyhub", entropy::Convention::entropyhub},
    Word{"tsfresh", entropy::Convention::tsfresh},
    Word{"nolds", entropy::Convention::nolds},
    Word{"neurokit", entropy::Convention::neurokit},
};

}  // namespace biotropy
