// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary that every entropy shares. Defaults follow the papers (docs/measures.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "biotropy/match/query.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

enum class Measure { apen, sampen, cross_apen, cross_sampen };

/// "apen", "sampen", "cross-apen", "cross-sampen".
std::string_view name(Measure measure);

/// Whether the measure compares two series.
bool is_cross(Measure measure);

/// Whether exchanging the two series leaves the value as it is.
bool is_symmetric(Measure measure);

/// What Cross-ApEn puts where a template has no match (P1, section 2.1).
enum class Bias {
  max,   ///< C^m = 1 where it is 0, C^(m+1) = 1 / (N - m + 1) where it is 0
  zero,  ///< both 1 where both are 0, C^(m+1) = 1 / (N - m) where only that is 0
  none   ///< the formula as it stands: an infinite or undefined value
};

/// What SampEn and Cross-SampEn return where the ratio of counts has no logarithm.
enum class Undefined {
  natural,  ///< infinity where no pair of length m + 1 matches, NaN where none of length m does
  bound     ///< the largest value that the length allows (P2, equation 6)
};

/// What a missing sample (NaN) does.
enum class Missing {
  raise,  ///< an error
  omit    ///< every template that touches one is left out
};

struct Parameters {
  int m = 2;       ///< template length, at least 1
  int tau = 1;     ///< delay in samples, at least 1
  double r = 0.2;  ///< tolerance, at least 0
  /// In SD units, cross measures compare the z-scored series; in absolute units, the samples as they are.
  series::RUnit r_unit = series::RUnit::sd;
  int ddof = 1;  ///< of that standard deviation
  match::Boundary boundary = match::Boundary::closed;
  /// Pairs with |i - j| <= theiler are not counted. By default 0 (self matches) for SampEn and none for the others.
  std::optional<std::int64_t> theiler;
  Bias bias = Bias::max;
  Undefined undefined = Undefined::natural;
  Missing missing = Missing::raise;
  std::string counter;  ///< name of the engine; empty: the cheapest
};

/// Throws invalid_argument, naming the parameter, its value and what is allowed.
void validate(const Parameters& parameters);

/// The counting rule of the measure: lengths m and m + 1, template rule, exclusions. The tolerance is absolute.
match::Rule rule_of(Measure measure, const Parameters& parameters, double tolerance);

}  // namespace biotropy::entropy
