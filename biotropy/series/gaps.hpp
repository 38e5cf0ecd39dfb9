// SPDX-License-Identifier: Apache-2.0
//
// Missing time in a series. A gap of `tau` missing samples (NaN) meets every template with the delay tau that has
// samples of both sides, and templates with a missing sample are left out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

/// Copies the series with `tau` NaN inserted before each given position. Positions must increase and lie inside the
/// series.
/// @throws Error invalid_data for other positions.
std::vector<double> with_gaps(Samples samples, std::span<const std::size_t> gap_starts, int tau);

/// Copies the series, each NaN of which is a gap, with `tau` NaN for each.
/// @throws Error invalid_argument ("tau") for more than 100 million of them.
std::vector<double> with_wide_gaps(Samples samples, int tau);

/// The same for the marked samples alone, which are missing.
std::vector<double> with_wide_gaps(Samples samples, GapMarks gaps, int tau);

/// Where each sample of the series is in with_wide_gaps().
std::vector<std::size_t> indices_with_wide_gaps(Samples samples, int tau);

}  // namespace biotropy::series
