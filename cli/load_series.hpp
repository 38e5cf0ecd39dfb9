// SPDX-License-Identifier: Apache-2.0
//
// Recordings as the measures of one series take them: heartbeats, from annotations or from a list of intervals, become
// cleaned RR intervals; everything else is read as it is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"
#include "cli/rr_options.hpp"

namespace biotropy::cli {

struct Heartbeats {
  std::filesystem::path source;  ///< the file that they stand in
  std::string format;
  prepare::RrSeries rr;
  std::vector<std::string> other_files;          ///< that were read with it
  std::vector<std::string> warnings;             ///< of reading
  std::optional<std::size_t> n_beats, n_others;  ///< annotations that are beats, and others
  std::optional<double> first_beat;              ///< seconds from the start of the record
};

/// The intervals of an annotation file, of the annotations beside a WFDB header, or of a file with one channel.
/// @throws Error as the readers do; invalid_argument where there is more than one channel; too_short for no interval.
Heartbeats load_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options);

/// Whether load_series makes RR intervals of the file.
bool holds_heartbeats(const std::filesystem::path& path, const RrOptions& options);

/// A recording with the one channel "RR", or any other. What was removed is among the warnings, and so is a first
/// value that looks like the time to the first beat where nobody said that the values are intervals.
series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options);

}  // namespace biotropy::cli
