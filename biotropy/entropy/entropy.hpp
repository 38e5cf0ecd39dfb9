// SPDX-License-Identifier: Apache-2.0
//
// Entropies of one series and of two: approximate, sample, fuzzy, and their cross forms; permutation entropy of one.
#pragma once

#include "biotropy/entropy/formula.hpp"
#include "biotropy/entropy/parameters.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/samples.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

using series::Samples;

/// Approximate entropy (Pincus 1991; Mullayanov et al., equations 1-6), in nats. Self matches count; N - (m - 1) tau
/// templates at m, N - m tau at m + 1.
/// @param x at least m tau + 1 samples in time order; NaN marks a missing one.
/// @throws Error invalid_argument, too_short, constant_series (r in SD units), missing_values, invalid_data (infinite).
Entropy approximate_entropy(Samples x, const Parameters& parameters = {}, const Execution& execution = {});

/// Sample entropy (Richman and Moorman 2000; Dong et al. 2021, equations 1-13), in nats: N - m tau templates at both
/// lengths, self matches excluded. matches_m is B and matches_m1 is A, unordered pairs.
/// @param x at least m tau + 2 samples. @throws as approximate_entropy.
Entropy sample_entropy(Samples x, const Parameters& parameters = {}, const Execution& execution = {});

/// Cross-ApEn(v || u) (Pincus and Singer 1996; Martinez-Zarzuela et al. 2013, equations 1-6), in nats: templates from
/// u, matched in v. Not symmetric.
/// @param u,v series of any two lengths of at least m tau + 1; z-scored first unless r is absolute.
/// @throws as approximate_entropy.
Entropy cross_approximate_entropy(Samples u, Samples v, const Parameters& parameters = {},
                                  const Execution& execution = {});

/// Cross-SampEn (Richman and Moorman 2000), in nats. Symmetric. matches are ordered pairs (template of u, of v).
/// @param u,v as for cross_approximate_entropy. @throws as approximate_entropy.
Entropy cross_sample_entropy(Samples u, Samples v, const Parameters& parameters = {}, const Execution& execution = {});

/// Fuzzy entropy (Chen et al. 2007), in nats: as sample_entropy, with a degree of membership in place of a match.
/// @param x as for sample_entropy. @throws as approximate_entropy.
Entropy fuzzy_entropy(Samples x, const Parameters& parameters = {}, const Execution& execution = {});

/// Cross-FuzzyEn (Xie et al. 2010), in nats. Symmetric.
/// @param u,v as for cross_approximate_entropy. @throws as approximate_entropy.
Entropy cross_fuzzy_entropy(Samples u, Samples v, const Parameters& parameters = {}, const Execution& execution = {});

/// Permutation entropy (Bandt and Pompe 2002), in nats; weighted as Fadlallah et al. (2013) do. By default m = 3.
/// @param x at least (m - 1) tau + 1 samples; a constant series has the value 0. @throws as approximate_entropy, except
/// constant_series.
Entropy permutation_entropy(Samples x, const Parameters& parameters = {}, const Execution& execution = {});

/// Multivariate sample entropy (Ahmed and Mandic 2011, 2012), in nats: of composite delay vectors of all channels, with
/// max m_k tau_k fewer vectors than samples. matches are unordered pairs, of pairs_m and pairs_m1.
/// @param channels of one length, at least max m_k tau_k + 2 samples; z-scored first unless r is absolute.
/// @throws as approximate_entropy.
Entropy multivariate_sample_entropy(std::span<const Samples> channels, const Parameters& parameters = {},
                                    const Execution& execution = {});

/// Multivariate fuzzy entropy (Ahmed et al. 2016), in nats: with a degree of membership in place of a match.
/// @param channels as for multivariate_sample_entropy. @throws as approximate_entropy.
Entropy multivariate_fuzzy_entropy(std::span<const Samples> channels, const Parameters& parameters = {},
                                   const Execution& execution = {});

/// Computes any measure of its series: one, two for a cross measure, all channels for a multivariate one.
/// @throws as the function of the measure; invalid_argument for another number of series.
Entropy compute(Measure measure, std::span<const Samples> series, const Parameters& parameters,
                const Execution& execution = {});

/// Computes any measure. @param v ignored by measures of one series. @throws as the function of the measure.
Entropy compute(Measure measure, Samples u, Samples v, const Parameters& parameters, const Execution& execution = {});

/// A number from which a value was computed, such as a sum of memberships.
struct Number {
  std::string_view name, long_name;
  double (*of)(const Entropy& entropy);
  bool whole = false;  ///< a count
};

/// Numbers that results record in place of counts of matches; empty for a measure that counts matches.
std::span<const Number> numbers_of(Measure measure);

/// Estimated time for n samples on one thread, in seconds: an order of magnitude.
double expected_seconds(Measure measure, const Parameters& parameters, double n);

/// Whether an error is about the samples of one series, so that others can still be measured.
bool is_about_samples(ErrorCode code);

/// As compute(), but an error about the samples gives NaN with its message as the reason.
/// @throws Error invalid_argument, no_engine, cancelled and others that do not depend on the samples.
Entropy compute_or_reason(Measure measure, Samples u, Samples v, const Parameters& parameters,
                          const Execution& execution = {});

}  // namespace biotropy::entropy
