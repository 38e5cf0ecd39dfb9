// SPDX-License-Identifier: Apache-2.0
//
// Parameters as other programs have them, so that a number of a paper can be found again. docs/conventions.md says what
// each of them means and why values differ.
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

/// Template rule, boundary, tolerance, ddof, membership and policies of the program; every field can be changed after.
/// @param m length of the templates, by default that of the measure; the tolerance of nolds depends on it.
/// @param n_samples of the series; antropy's boundary depends on it. 0: not known, taken as a short one.
/// @throws Error invalid_argument for an m below 1, or a measure that the program does not compute.
Parameters conventional(Convention convention, Measure measure, std::optional<int> m = {}, std::size_t n_samples = 0);

/// Throws where the values of the program are others than those of the parameters.
/// @throws Error invalid_argument for SampEn and FuzzyEn of NeuroKit2 with a delay, which takes means over the pairs of
/// N - (m - 1) tau - 1 templates at length m and of N - m tau at m + 1; for PermEn of tsfresh with a delay, which is
/// the step from one template to the next there; for PermEn of EntropyHub of equal samples, normalised, which divides
/// by the logarithm of m! there too.
void require_same_values(Convention convention, Measure measure, const Parameters& parameters);

/// Whether the program computes the measure at many scales by that method, as it is defined here.
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
