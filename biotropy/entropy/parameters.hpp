// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the measures. Defaults follow the papers (docs/measures.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "biotropy/entropy/measure.hpp"
#include "biotropy/match/fuzzy/membership.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

/// Values of Cross-ApEn for templates without a match (Martinez-Zarzuela et al. 2013, section 2.1).
enum class Bias {
  max,   ///< C^m = 1 where it is 0, C^(m+1) = 1 / (N - m + 1) where it is 0
  zero,  ///< both 1 where both are 0, C^(m+1) = 1 / (N - m) where only that is 0
  skip,  ///< 1 wherever one is 0: the template adds nothing to its sum
  none   ///< the formula as it stands: an infinite or undefined value
};

/// Value of all measures but ApEn and Cross-ApEn if the ratio of counts or sums has no logarithm.
enum class Undefined {
  natural,   ///< infinity where no pair of length m + 1 matches, NaN where none of length m does
  negative,  ///< the same, but minus infinity where none of length m does
  bound      ///< the largest value that the length allows (Dong et al. 2021, equation 6); not for fuzzy measures, which
             ///< have none
};

/// Treatment of missing samples (NaN).
enum class Missing {
  raise,  ///< an error
  omit    ///< every template that touches one is left out
};

/// Whether fuzzy measures subtract its mean from a template before the comparison.
enum class LocalMean { removed, kept };

/// Sign of ApEn and Cross-ApEn, which can be negative for short series.
enum class Sign { kept, dropped };

/// Ordinal pattern of a template with equal samples.
enum class Ties {
  time,  ///< the earlier one counts as the smaller (Bandt and Pompe 2002)
  equal  ///< a separate pattern, in which they are equal (Bian et al. 2012)
};

/// Whether the epochs of a recording have one value together, for which their counts are added up (Grandy et al. 2016),
/// and the samples whose SD is the unit of r.
enum class PoolEpochs {
  no,         ///< each epoch has a value of its own
  recording,  ///< those of all epochs
  epoch       ///< those of each epoch
};

/// The base of the logarithm, and so the unit of the value: nat, bit or hartley.
enum class Base { e, two, ten };

struct Parameters {
  std::optional<int> m;  ///< template length, at least 1; by default 2, for PermEn 3
  int tau = 1;           ///< delay in samples, at least 1
  double r = 0.2;        ///< tolerance, at least 0
  /// In SD units, measures of several series compare the z-scored series; in absolute units, the samples as they are.
  /// By default sd; for multivariate measures total_variation, which has no other measure.
  std::optional<series::RUnit> r_unit;
  int ddof = 1;  ///< the standard deviation divides by n - ddof
  match::Boundary boundary = match::Boundary::closed;
  /// Pairs with |i - j| <= theiler are not counted. By default 0 (self matches) for SampEn and FuzzyEn, none for the
  /// others.
  std::optional<std::int64_t> theiler;
  /// By default all templates that fit for ApEn and Cross-ApEn, and for the others at both lengths those that fit at
  /// length m + 1.
  std::optional<match::TemplateRule> templates;
  /// FuzzyEn and Cross-FuzzyEn; its r is the tolerance, and its corner is in the unit of r.
  match::Membership membership;
  LocalMean local_mean = LocalMean::removed;  ///< FuzzyEn and Cross-FuzzyEn
  Sign sign = Sign::kept;                     ///< ApEn and Cross-ApEn
  Bias bias = Bias::max;
  Undefined undefined = Undefined::natural;
  match::Approach approach = match::Approach::full;  ///< multivariate measures
  /// Multivariate measures: m and tau of each channel, separated by commas, in place of m and tau; empty: all the same.
  std::string channel_m, channel_tau;
  Ties ties = Ties::time;  ///< PermEn
  bool weighted = false;   ///< PermEn: templates weighted by their variance (Fadlallah et al. 2013)
  bool normalise = false;  ///< PermEn: divided by its largest value, the logarithm of the number of patterns
  PoolEpochs pool_epochs = PoolEpochs::no;  ///< measures that are the logarithm of a ratio
  Base base = Base::e;
  Missing missing = Missing::raise;
  std::string engine;  ///< name of the engine; empty: the cheapest
};

/// Length of the templates: m or the default of the measure.
int length_of(Measure measure, const Parameters& parameters);

/// The given unit of r or the default of the measure.
series::RUnit r_unit_of(Measure measure, const Parameters& parameters);

/// Epochs of the values of so many epochs: 1 where their counts are pooled.
inline std::size_t epochs_of_values(const Parameters& parameters, std::size_t n_epochs) {
  return parameters.pool_epochs == PoolEpochs::no || n_epochs == 0 ? n_epochs : 1;
}

/// The delay; for a multivariate measure the longest of the channels.
int longest_delay(Measure measure, const Parameters& parameters);

/// The unit of the values: nat, bit, hartley, or 1 for a pure number.
std::string_view unit_of(Measure measure, const Parameters& parameters);

/// Checks every parameter of the measure. @throws Error invalid_argument, with its name, value and allowed values.
void validate(Measure measure, const Parameters& parameters);

/// The counting rule of the measure: lengths m and m + 1, template rule, exclusions. The tolerance is absolute.
match::Rule rule_of(Measure measure, const Parameters& parameters, double tolerance);

/// The membership with its corner in the units of the samples, as the tolerance is.
match::Membership membership_of(const Parameters& parameters, double tolerance);

}  // namespace biotropy::entropy
