// SPDX-License-Identifier: Apache-2.0
//
// A signal: a view over double samples in time order. NaN means "missing". A template of length L and delay tau that
// starts at sample i is x[i], x[i+tau], ..., x[i+(L-1)tau].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::series {

using Samples = std::span<const double>;

/// One for each sample: 1 where a missing one stands for missing time, else 0. Empty: none does.
using GapMarks = std::span<const std::uint8_t>;

/// Number of templates of the given length in n samples (0 if the series is too short).
std::size_t template_count(std::size_t n, int length, int tau);

/// Number of these templates without a NaN.
std::size_t valid_template_count(Samples samples, std::size_t templates, int length, int tau);

/// Throws invalid_data naming the first infinite sample; NaN passes.
void require_finite_or_missing(Samples samples);

/// Whether all samples are finite, as fast as they are read: a product with zero is zero for finite numbers alone, so
/// that one sum of products tells.
bool are_finite(Samples samples);

/// The number of NaN samples.
std::size_t missing_count(Samples samples);

}  // namespace biotropy::series
