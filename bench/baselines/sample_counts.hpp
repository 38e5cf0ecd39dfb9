// SPDX-License-Identifier: Apache-2.0
//
// The counts behind SampEn, as others compute them: pairs of templates of N - m at lengths m and m + 1, closed
// boundary. Dong et al. 2021 compare the first three; the other two are the strongest ideas published for one core.
// Each takes its time on one thread, and each gives the same counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace biotropy::baselines {

struct SampleCounts {
  std::uint64_t b = 0, a = 0;  ///< unordered pairs of different templates that match at m and at m + 1

  bool operator==(const SampleCounts&) const = default;
};

/// the "basic" of Dong et al. 2021, the program mse of PhysioNet: every pair, left at the first sample that does not
/// match.
/// @param step every step-th template is compared with all behind it; 1 is the whole algorithm.
SampleCounts early_exit(std::span<const double> x, int m, double r, std::size_t step = 1);

/// The same for ApEn: N - m + 1 and N - m templates, every one with every one, itself included; ordered pairs.
SampleCounts early_exit_apen(std::span<const double> x, int m, double r, std::size_t step = 1);

/// Templates sorted by their first sample; the loop over partners breaks where the first samples are too far apart.
SampleCounts sort_and_break(std::span<const double> x, int m, double r);

/// the "lightweight" of Dong et al. 2021 (Manis et al. 2018): sorted copies of the templates, the range of partners
/// found by bisection.
SampleCounts lightweight(std::span<const double> x, int m, double r);

/// the "k-d tree" of Dong et al. 2021 (Lee 2010): two range counts for each template.
SampleCounts kd_tree(std::span<const double> x, int m, double r);

/// Templates in the order of their first sample enter and leave k-d trees over the other samples: a window slides over
/// one coordinate, and range counts are made in one dimension less.
SampleCounts sliding_kd_tree(std::span<const double> x, int m, double r);

}  // namespace biotropy::baselines
