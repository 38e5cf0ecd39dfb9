// SPDX-License-Identifier: Apache-2.0
//
// Counts for SampEn by published algorithms: pairs of templates among N - m, at lengths m and m + 1, closed boundary.
// Dong et al. 2021 compare three of them; the k-d trees are the fastest algorithms published for one core. Each is
// timed on one thread, and all give the same counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::baselines {

struct SampleCounts {
  std::uint64_t b = 0, a = 0;  ///< unordered pairs of different templates that match at m and at m + 1

  bool operator==(const SampleCounts&) const = default;
};

/// "Basic" of Dong et al. 2021, the program mse of PhysioNet: every pair, stopping at the first sample that does not
/// match.
/// @param step every step-th template is compared with all later ones; 1 is the whole algorithm.
SampleCounts early_exit(std::span<const double> x, int m, double r, std::size_t step = 1);

/// The same for ApEn: N - m + 1 and N - m templates, all ordered pairs including self-matches.
SampleCounts early_exit_apen(std::span<const double> x, int m, double r, std::size_t step = 1);

/// Richman and Moorman 2000, the program sampen of PhysioNet: the length of the run of matches that ends at each pair
/// of samples.
SampleCounts run_lengths(std::span<const double> x, int m, double r);

/// Templates sorted by first sample; the loop over partners ends where the first samples are too far apart.
SampleCounts sort_and_break(std::span<const double> x, int m, double r);

/// "Lightweight" of Dong et al. 2021 (Manis et al. 2018): sorted copies of the templates, the range of partners found
/// by bisection.
SampleCounts lightweight(std::span<const double> x, int m, double r);

/// Manis et al. 2018 and 2023: templates in buckets by the sum of their samples. Only those of near buckets can match;
/// in a bucket they are sorted by first sample.
SampleCounts bucket_assisted(std::span<const double> x, int m, double r);

/// "k-d tree" of Dong et al. 2021 (Lee 2010): two range counts for each template.
SampleCounts kd_tree(std::span<const double> x, int m, double r);

/// Templates in the order of their first sample enter and leave k-d trees over the other samples: a sliding window
/// covers one coordinate, and range counts have one dimension less.
SampleCounts sliding_kd_tree(std::span<const double> x, int m, double r);

// Cross-ApEn on a CPU as in Martinez-Zarzuela et al. 2013: the basic program, Algorithm 1 of figure 1 that merges m and
// m + 1, and the same without a branch in the inner loop, which a compiler can vectorise. They are the baselines of the
// benchmarks; they take normalised series and apply bias max.

/// One pass for m and one for m + 1 (section 3.1, called C(1) in figure 4).
double cross_apen_basic(std::span<const double> u, std::span<const double> v, int m, double r);

/// Algorithm 1 (figure 1): both lengths in one pass; distances of length m are continued.
double cross_apen_merged(std::span<const double> u, std::span<const double> v, int m, double r);

/// The merged form with comparisons as numbers, compiled for each generation of vector instructions. m = 1 or 2.
double cross_apen_branch_free(std::span<const double> u, std::span<const double> v, int m, double r);

// FuzzyEn and Cross-FuzzyEn by a plain double loop: templates without their mean, one exponential for each pair and
// length.

/// Membership exp(-(d / r)^2); N - m templates at both lengths, self matches left out.
/// @param r tolerance in the units of x.
double fuzzy_entropy_loop(std::span<const double> x, int m, double r);

/// The same over all pairs of a template of each series; both are as long and z-scored.
double cross_fuzzy_entropy_loop(std::span<const double> u, std::span<const double> v, int m, double r);

// Algorithm 3 of Garcia-Molla et al. 2019 as published: the density of every component as a sum over all pre-classified
// signals, and the product of the components.

/// @param sources S, one component after the other: [component * signals + signal].
/// @param signal s, one number for each component.
/// @param deviations sig: for each component the median distance from the median, divided by 0.6745.
double density(std::span<const double> sources, std::span<const double> signal, std::span<const double> deviations);

// Kruskal-Wallis without reuse: the values are sorted, ranked and added up in every call.

/// H without ties, for distinct values.
double kruskal_wallis_h(const std::vector<double>& values, const std::vector<int>& group_of, int groups);

}  // namespace biotropy::baselines
