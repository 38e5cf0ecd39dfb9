// SPDX-License-Identifier: Apache-2.0
//
// Spans that annotations of a recording, or its table of events (BIDS), mark as bad: their text begins with "bad" in
// any case, as in MNE (BAD_muscle, bad blink, BAD boundary).
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::study {

/// The table of events of a recording. @throws Error as files::bids_table().
std::optional<std::filesystem::path> events_beside(const std::filesystem::path& recording);

/// In the order of their onsets; one that is in both places counts once. A span without duration lasts for no time, and
/// touches the epoch that it lies in.
/// @param events a table of events; none where there is none.
/// @throws Error as files::read_bad_events(), which adds the notices.
std::vector<prepare::BadSpan> bad_spans(const series::Recording& recording,
                                        const std::optional<std::filesystem::path>& events, Notices& notices);

}  // namespace biotropy::study
