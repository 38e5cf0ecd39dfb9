// SPDX-License-Identifier: Apache-2.0
//
// Reads recordings for measures of one series: heartbeats, from annotations or from a list of intervals, become cleaned
// RR intervals; everything else is read unchanged.
#pragma once

#include <filesystem>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"
#include "cli/rr_options.hpp"

namespace biotropy::cli {

/// True if load_series makes RR intervals of the file.
bool holds_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options);

/// A recording with the one channel "RR", or any other. Its notices include what was removed, and a first value that
/// looks like the time to the first beat unless the values were declared as intervals.
series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options);

}  // namespace biotropy::cli
