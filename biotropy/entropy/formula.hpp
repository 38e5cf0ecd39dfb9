// SPDX-License-Identifier: Apache-2.0
//
// Values from counts: ApEn (Pincus 1991), SampEn (Dong et al. 2021, equations 1-13; Richman and Moorman 2000) and their
// cross forms (Martinez-Zarzuela et al. 2013, equations 1-6 and section 2.1), and from sums of membership: FuzzyEn
// (Chen et al. 2007) and Cross-FuzzyEn (Xie et al. 2010). Engines compute the counts and sums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/match/count_product.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/fuzzy/fuzzy.hpp"

namespace biotropy::entropy {

/// A value with the numbers that it was computed from.
struct Entropy {
  double value = 0.0;
  std::string reason;  ///< why the value is not a finite number; empty otherwise

  /// Matching pairs at length m and m + 1: unordered ones (B and A) for SampEn, ordered pairs (i, j) for the others and
  /// for SampEn with self matches (theiler -1).
  std::uint64_t matches_m = 0, matches_m1 = 0;
  /// For FuzzyEn and Cross-FuzzyEn, in place of matches: sums of membership over ordered pairs of templates.
  double membership_m = 0.0, membership_m1 = 0.0;
  /// Pairs of templates at each length, counted as the matches are; 0 for ApEn and Cross-ApEn. For SampEn and
  /// Cross-SampEn they include the pairs that only a Theiler window excludes.
  std::uint64_t pairs_m = 0, pairs_m1 = 0;
  /// Templates at each length that touch no missing sample (of the first series for a cross measure).
  std::uint64_t templates_m = 0, templates_m1 = 0;
  /// Number of different ordinal patterns, for PermEn; for composite curves its sum over the starts.
  std::uint64_t patterns = 0;
  /// Templates without any match, for ApEn and Cross-ApEn.
  std::uint64_t unmatched_m = 0, unmatched_m1 = 0;
  /// The tolerance that was applied, in the units of the compared samples.
  double r = 0.0;
  std::string_view engine;  ///< the engine that counted; empty for a measure without counts of matches
};

/// Calls use(name, member) for all that answers have of an entropy.
template <typename Use>
void each_number(const Use& use) {
  use("value", &Entropy::value);
  use("matches_m", &Entropy::matches_m);
  use("matches_m1", &Entropy::matches_m1);
  use("membership_m", &Entropy::membership_m);
  use("membership_m1", &Entropy::membership_m1);
  use("templates_m", &Entropy::templates_m);
  use("templates_m1", &Entropy::templates_m1);
  use("patterns", &Entropy::patterns);
  use("r", &Entropy::r);
  use("reason", &Entropy::reason);
  use("engine", &Entropy::engine);
}

/// Templates of one series at m and m + 1, without those that touch a missing sample.
struct TemplateCount {
  std::uint64_t m = 0, m1 = 0;
};

/// Numbers of templates that the formulas divide by.
struct TemplateNumbers {
  std::uint64_t x_m = 0, x_m1 = 0;  ///< templates of x that touch no missing sample
  std::uint64_t y_m = 0, y_m1 = 0;  ///< the same for y
  /// Templates of x at length m + 1 without a match at length m; used by Bias::zero only.
  std::uint64_t x_m1_unmatched_at_m = 0;
};

/// The value of the measure from the counts at m and m + 1.
Entropy evaluate(Measure measure, const match::PairCounts& counts, const TemplateNumbers& numbers,
                 const Parameters& parameters);

/// A number of nats in the unit of the base.
double in_base(double nats, Base base);

/// The logarithm of a product of counts: the sum of ln(count) over the counts that are not 0.
double log_of(const match::CountProduct& product);

/// Sets the value to log(at_m / at_m1) or, where that is undefined, to the value of Parameters::undefined and the
/// reason. A bound (Dong et al. 2021, equation 6) is that of one match among all ordered pairs of templates.
void logarithm_of_ratio(Entropy& e, Measure measure, double at_m, double at_m1, const Parameters& parameters);

/// The sum, or 0 where membership ends at a distance and the sum is so small that rounding has left it.
double membership_sum(double sum, const Parameters& parameters);

/// The value of a fuzzy measure from the sums at m and m + 1.
Entropy evaluate(Measure measure, std::span<const match::FuzzySum> sums, const TemplateNumbers& numbers,
                 const Parameters& parameters);

}  // namespace biotropy::entropy
