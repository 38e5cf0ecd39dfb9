// SPDX-License-Identifier: Apache-2.0
//
// Spans of a recording that are marked as bad; channels of a file as one array without these, for hosts that hand
// recordings to users.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/files/open.hpp"
#include "biotropy/prepare/simultaneous.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::study {

// Spans that annotations of a recording, or its table of events (BIDS), mark as bad: their text begins with "bad" in
// any case, as in MNE (BAD_muscle, bad blink, BAD boundary).

/// The table of events of a recording. @throws Error as files::bids_table().
std::optional<std::filesystem::path> events_beside(const std::filesystem::path& recording);

/// In the order of their onsets; one that is in both places counts once. A span without duration lasts for no time, and
/// touches the epoch that it lies in.
/// @param events a table of events; none where there is none.
/// @throws Error as files::read_bad_events(), which adds the notices.
std::vector<prepare::BadSpan> bad_spans(const series::Recording& recording,
                                        const std::optional<std::filesystem::path>& events, Notices& notices);

struct ReadSignals {
  prepare::Simultaneous signals;  ///< with all notices
  std::string format;
  std::vector<std::pair<std::string, OptionValue>> decided;  ///< as series::Recording::decided
};

/// The samples in spans that are marked as bad are missing (NaN), with a notice, unless Bads::keep.
/// @param path also any file of a WFDB record. @param channels as of series::select_channels().
/// @throws Error as files::open(), prepare::simultaneous() and bad_spans().
ReadSignals read_signals(const std::filesystem::path& path, const std::string& channels, std::size_t gap_fill,
                         files::OpenOptions options);

}  // namespace biotropy::study
