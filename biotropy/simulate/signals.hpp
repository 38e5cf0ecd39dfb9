// SPDX-License-Identifier: Apache-2.0
//
// Series of known irregularity, for tests, teaching and the choice of m and r. Random parts come from the seed and are
// the same on every machine.
//
// White noise has known sample entropies for every m: a next sample matches as often as any two independent samples, so
// SampEn = -ln P(|X - Y| <= r). With r in units of the SD this is
//   Gaussian: -ln erf(r / 2)                         (2.1851 at r = 0.2)
//   uniform:  -ln(2 d - d^2) with d = r / sqrt(12)   (2.1880 at r = 0.2)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/option.hpp"

namespace biotropy::simulate {

enum class SignalKind {
  gaussian,  ///< white noise, mean 0, SD 1
  uniform,   ///< white noise in [0, 1)
  sine,      ///< amplitude 1; a whole number of samples per cycle repeats exactly
  logistic,  ///< x' = a x (1 - x): chaos at a = 4 (entropy near ln 2), period 4 at a = 3.5 (entropy 0)
  mix,       ///< MIX(p) of Pincus (1991): a sine of 12 samples per cycle, each replaced by noise with probability p
  pink,      ///< 1/f noise: equal power in each octave, so coarse-graining does not change its irregularity
  ar1,       ///< x' = phi x + noise, SD 1
  rr         ///< like RR intervals in s: slow drift and breathing, in whole steps of a clock
};

/// Kind of signal, as shown to users.
struct SignalDescription {
  SignalKind kind;
  std::string_view name;
  std::string_view description;
  std::string_view parameter;  ///< its meaning; empty if the kind has none
  double preset;               ///< default of the parameter
  double lowest, highest;      ///< of the parameter
};

/// Every kind, in the order of SignalKind.
std::span<const SignalDescription> signal_kinds();

/// Kind by name. @throws Error invalid_argument listing the names.
const SignalDescription& signal_kind(std::string_view name);

struct SignalSettings {
  SignalKind kind = SignalKind::gaussian;
  std::size_t samples = 1000;
  std::optional<double> parameter;  ///< see SignalDescription
  std::uint64_t seed = 1;
};

/// All but the kind, whose words signal_kinds() has.
std::span<const OptionRow<SignalSettings>> signal_options();

/// @throws Error invalid_argument for no samples, or a parameter that the kind does not allow or does not have.
std::vector<double> signal(const SignalSettings& settings);

}  // namespace biotropy::simulate
