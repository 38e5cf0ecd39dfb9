// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary that every entropy shares. Defaults follow the papers (docs/measures.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "biotropy/match/membership.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

enum class Measure { apen, sampen, fuzzyen, cross_apen, cross_sampen, cross_fuzzyen };

/// Every measure there is.
inline constexpr std::array kMeasures{Measure::apen,       Measure::sampen,       Measure::fuzzyen,
                                      Measure::cross_apen, Measure::cross_sampen, Measure::cross_fuzzyen};

/// "apen", "sampen", "fuzzyen", "cross-apen", "cross-sampen", "cross-fuzzyen".
std::string_view name(Measure measure);

/// Whether the measure compares two series.
bool is_cross(Measure measure);

/// Whether it sums memberships instead of counting matches.
bool is_fuzzy(Measure measure);

/// Whether it is a mean of logarithms over templates (ApEn and Cross-ApEn) and not the logarithm of a ratio of totals.
bool is_approximate(Measure measure);

/// Whether exchanging the two series leaves the value as it is.
bool is_symmetric(Measure measure);

/// What Cross-ApEn puts where a template has no match (P1, section 2.1).
enum class Bias {
  max,   ///< C^m = 1 where it is 0, C^(m+1) = 1 / (N - m + 1) where it is 0
  zero,  ///< both 1 where both are 0, C^(m+1) = 1 / (N - m) where only that is 0
  skip,  ///< 1 wherever one is 0: the template adds nothing to its sum
  none   ///< the formula as it stands: an infinite or undefined value
};

/// What all but ApEn and Cross-ApEn return where the ratio of counts or sums has no logarithm.
enum class Undefined {
  natural,   ///< infinity where no pair of length m + 1 matches, NaN where none of length m does
  negative,  ///< the same, but minus infinity where none of length m does
  bound      ///< the largest value that the length allows (P2, equation 6); not for fuzzy measures, which have none
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
  /// Which start positions are templates; by default all that fit for ApEn and Cross-ApEn, and for the others those
  /// that fit at length m + 1 for both lengths.
  std::optional<match::TemplateRule> templates;
  /// Of FuzzyEn and Cross-FuzzyEn; its r is the tolerance, and its corner is in the unit of r.
  match::Membership membership;
  bool remove_local_mean = true;  ///< of every template of FuzzyEn and Cross-FuzzyEn
  bool drop_sign = false;         ///< ApEn and Cross-ApEn: the absolute value (a short series can make them negative)
  Bias bias = Bias::max;
  Undefined undefined = Undefined::natural;
  Missing missing = Missing::raise;
  std::string counter;  ///< name of the engine; empty: the cheapest
};

/// Throws invalid_argument, naming the parameter, its value and what is allowed.
void validate(Measure measure, const Parameters& parameters);

/// The counting rule of the measure: lengths m and m + 1, template rule, exclusions. The tolerance is absolute.
match::Rule rule_of(Measure measure, const Parameters& parameters, double tolerance);

/// The membership with its corner in the units of the samples, as the tolerance is.
match::Membership membership_of(const Parameters& parameters, double tolerance);

}  // namespace biotropy::entropy
