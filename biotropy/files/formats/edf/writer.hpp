// SPDX-License-Identifier: Apache-2.0
//
// Writes recordings as EDF+C: 16-bit samples over a physical range chosen for every channel from its data, so that the
// rounding error is at most half of range / 65535. Integers that fit 16 bits are exact.
#pragma once

#include <filesystem>

#include "biotropy/notice.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Writes channels (labels, units, rates, samples), if there are any, and annotations, with times rounded to 100 ns,
/// the resolution of readers. All channels must have the same duration.
/// @returns what the format could not keep: a rate that 8 characters cannot hold exactly, a shortened label, samples
/// repeated to fill the last record.
/// @throws Error invalid_data for samples that are not finite, for gaps, and for channels of different duration;
/// invalid_argument for a channel without a rate; unsupported if no record length suits the rates; io.
Notices write_edf(const std::filesystem::path& path, const series::Recording& recording);

}  // namespace biotropy::files
