// SPDX-License-Identifier: Apache-2.0
//
// A signal as the library sees it: a view over double samples in time order. NaN means "missing".
// A template of length L and delay tau that starts at sample i is x[i], x[i+tau], ..., x[i+(L-1)tau].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::series {

using Samples = std::span<const double>;

/// Number of templates of the given length in n samples (0 where the series is too short).
std::size_t template_count(std::size_t n, int length, int tau);

/// Number of those templates that touch no NaN.
std::size_t valid_template_count(Samples samples, std::size_t templates, int length, int tau);

/// Throws invalid_data naming the first infinite sample; NaN passes.
void require_finite_or_missing(Samples samples);

/// The number of NaN samples.
std::size_t missing_count(Samples samples);

/// A copy with `tau` NaN inserted in front of each named sample: a template that would straddle such a
/// gap then touches a missing sample, whatever its length. Positions must increase and lie inside the series.
std::vector<double> with_gaps(Samples samples, std::span<const std::size_t> gap_starts, int tau);

}  // namespace biotropy::series
