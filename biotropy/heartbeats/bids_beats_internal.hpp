// SPDX-License-Identifier: Apache-2.0
//
// Heartbeats in tables of BIDS: a column of a table of physiology, or events of a table of events.
#pragma once

#include "biotropy/heartbeats/rr_intervals.hpp"

namespace biotropy::heartbeats {

/// True for the name of a table of events.
bool is_events(const std::filesystem::path& path);

/// @throws Error as read_rr().
RrIntervals from_physio(const std::filesystem::path& path, const Reading& reading);

/// Onsets of the events named by reading.beats. @throws Error as read_rr().
RrIntervals from_events(const std::filesystem::path& path, const Reading& reading);

}  // namespace biotropy::heartbeats
