// SPDX-License-Identifier: Apache-2.0
//
// Parameters as other programs have them, so that a number of a paper can be found again. docs/conventions.md says what
// each of them means and why values differ.
#pragma once

#include <array>
#include <string_view>

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

/// Every convention there is.
inline constexpr std::array kConventions{Convention::richman_moorman, Convention::costa,      Convention::physionet,
                                         Convention::antropy,         Convention::entropyhub, Convention::tsfresh,
                                         Convention::nolds,           Convention::neurokit};

/// "richman-moorman", "costa", "physionet", "antropy", "entropyhub", "tsfresh", "nolds", "neurokit".
std::string_view name(Convention convention);

/// The convention of that name. @throws Error invalid_argument, listing the names there are.
Convention convention(std::string_view name);

/// Whether the program computes the measure.
bool has(Convention convention, Measure measure);

/// Template rule, boundary, tolerance, ddof, membership and policies of the program; every field can be changed after.
/// @param m length of the templates; the tolerance of nolds depends on it.
/// @param n_samples of the series; antropy's boundary depends on it. 0: not known, taken as a short one.
/// @throws Error invalid_argument for an m below 1, or a measure that the program does not compute.
Parameters conventional(Convention convention, Measure measure, int m = 2, std::size_t n_samples = 0);

/// Throws where the values of the program are others than those of the parameters.
/// @throws Error invalid_argument for SampEn and FuzzyEn of NeuroKit2 with a delay, which takes means over the pairs of
/// N - (m - 1) tau - 1 templates at length m and of N - m tau at m + 1.
void require_same_values(Convention convention, Measure measure, const Parameters& parameters);

/// Whether the program computes the measure at many scales by that method, as it is defined here.
bool has_multiscale(Convention convention, Measure measure, MultiscaleMethod method);

/// The same for entropies at many scales.
/// @throws Error invalid_argument as conventional, and unless the program has the measure by that method.
MultiscaleParameters conventional_multiscale(Convention convention, Measure measure, MultiscaleMethod method,
                                             int m = 2);

}  // namespace biotropy::entropy
