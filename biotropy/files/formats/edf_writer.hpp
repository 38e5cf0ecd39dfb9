// SPDX-License-Identifier: Apache-2.0
//
// Recordings as EDF+C: 16-bit samples over a physical range that is chosen for every channel from its data, so that
// the rounding is at most half of range / 65535. Whole numbers that fit 16 bits are kept exactly.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Writes channels (labels, units, rates, samples) and annotations, whose times are rounded to 100 ns, as readers count
/// them. All channels must last equally long.
/// @returns what the format could not keep: a rate that no 8 characters hold exactly, a shortened label, samples that
/// were repeated to fill the last record.
/// @throws Error invalid_data for samples that are not finite, for gaps, and for channels of different duration;
/// invalid_argument for a channel without a rate; unsupported where no record length suits the rates; io.
std::vector<std::string> write_edf(const std::filesystem::path& path, const series::Recording& recording);

}  // namespace biotropy::files
