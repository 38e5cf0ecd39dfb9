// SPDX-License-Identifier: Apache-2.0
//
// Counts for SampEn by published algorithms: pairs of templates among N - m, at lengths m and m + 1, closed boundary.
// Dong et al. 2021 compare three of them; the k-d trees are the fastest algorithms published for one core. Each is
// timed on one thread, and all give the same counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

/// Richman and Moorman 2000, the program sampen of PhysioNet: the length of the run of matches that ends at each pair of
/// samples.
SampleCounts run_lengths(std::span<const double> x, int m, double r);

/// Templates sorted by first sample; the loop over partners ends where the first samples are too far apart.
SampleCounts sort_and_break(std::span<const double> x, int m, double r);

/// "Lightweight" of Dong et al. 2021 (Manis et al. 2018): sorted copies of the templates, the range of partners found
/// by bisection.
SampleCounts lightweight(std::span<const double> x, int m, double r);

/// "k-d tree" of Dong et al. 2021 (Lee 2010): two range counts for each template.
SampleCounts kd_tree(std::span<const double> x, int m, double r);

/// Templates in the order of their first sample enter and leave k-d trees over the other samples: a sliding window
/// covers one coordinate, and range counts have one dimension less.
SampleCounts sliding_kd_tree(std::span<const double> x, int m, double r);

}  // namespace biotropy::baselines
