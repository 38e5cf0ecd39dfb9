// SPDX-License-Identifier: Apache-2.0
//
// Recordings as the measures of one series take them: heartbeats, from annotations or from a list of intervals, become
// cleaned RR intervals; everything else is read as it is.
#pragma once

#include <filesystem>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"
#include "cli/rr_options.hpp"

namespace biotropy::cli {

/// Whether load_series makes RR intervals of the file.
bool holds_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options);

/// A recording with the one channel "RR", or any other. What was removed is among the warnings, and so is a first
/// value that looks like the time to the first beat where nobody said that the values are intervals.
series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options);

}  // namespace biotropy::cli
