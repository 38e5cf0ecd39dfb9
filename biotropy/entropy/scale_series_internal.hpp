// SPDX-License-Identifier: Apache-2.0
//
// The series that stands for another one at a scale: coarse-grained from a start, or filtered and thinned.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/entropy/multiscale.hpp"

namespace biotropy::entropy {

/// Whether a scale has a series for each of its starts.
bool is_composite(MultiscaleMethod method);

/// Number of series of a scale; 1 if the first, the longest, is too short, as then all are.
std::size_t starts_at(int scale, std::size_t samples, const MultiscaleParameters& parameters);

/// The sum over the scales.
std::uint64_t starts_in_all(std::size_t samples, const MultiscaleParameters& parameters);

/// The missing samples of a series that stand for missing time: the inserted ones, or all, as the parameters
/// choose; may be empty.
std::vector<std::uint8_t> gaps_in(Samples x, series::GapMarks inserted, const MultiscaleParameters& parameters);

/// The series at a scale. @param gaps of gaps_in(): one between two samples that are kept makes the later one missing.
/// @throws Error missing_values where a series with missing samples is to be filtered.
std::vector<double> series_at(Samples x, int scale, int start, const MultiscaleParameters& parameters,
                              series::GapMarks gaps);

/// The samples of series_at() that stand for missing time, as at least one of those that they replace does.
std::vector<std::uint8_t> gaps_at(series::GapMarks gaps, int scale, int start, MultiscaleMethod method);

}  // namespace biotropy::entropy
