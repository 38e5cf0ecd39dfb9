// SPDX-License-Identifier: Apache-2.0
//
// Events found against true events, as SzCORE counts them (Dan et al. 2024), step by step as its library timescoring
// does: events closer than a gap are merged, long ones are cut, and a true event with some time before and after it is
// found if a found event overlaps it. A found event that touches no true event that was found is a false alarm. Times
// are rounded to tenths of a second for the overlaps. The cost is that of one pass over the tenths of a recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

/// From `begin` up to `end`, in seconds from the start of the recording.
struct EventSpan {
  double begin = 0.0, end = 0.0;

  bool operator==(const EventSpan&) const = default;
};

/// Presets are those of SzCORE.
struct EventRules {
  double tolerance_start = 30.0;  ///< seconds before a true event that belong to it
  double tolerance_end = 60.0;    ///< seconds after it
  double minimum_overlap = 0.0;   ///< share of a true event, with tolerances, that must be found, from 0 to 1
  double maximum_event = 300.0;   ///< seconds; longer events are cut into pieces that count as events
  double minimum_gap = 90.0;      ///< seconds; events closer than that are one
};

/// @throws Error invalid_argument for rules out of range.
void validate(const EventRules& rules);

struct EventMatches {
  std::vector<EventSpan> references, hypotheses;  ///< after merging and cutting
  std::vector<std::uint8_t> found;                ///< of each reference: 1 if it was found
  std::vector<std::uint8_t> false_alarm;          ///< of each hypothesis: 1 if it is one
};

/// True events and events found in a recording of this length.
/// @throws Error invalid_argument as validate() does, and for a length that is not a positive number; invalid_data for
/// events that are empty, out of order, overlapping, or not within the recording.
EventMatches match_events(std::span<const EventSpan> references, std::span<const EventSpan> hypotheses, double seconds,
                          const EventRules& rules = {});

struct EventCounts {
  std::size_t references = 0, found = 0, false_alarms = 0;
  double seconds = 0.0;  ///< scored time

  EventCounts& operator+=(const EventCounts& other);
};

/// NaN where nothing could be found or false.
struct EventRates {
  double sensitivity = 0.0;           ///< share of true events that were found
  double precision = 0.0;             ///< found / (found + false alarms)
  double f1 = 0.0;                    ///< 2 found / (2 found + false alarms + missed)
  double false_alarms_per_day = 0.0;  ///< per 24 h of scored time
};

EventRates rates_of(const EventCounts& counts);
EventCounts counts_of(const EventMatches& matches, double seconds);

/// Labels of the vectors of a recording, or of a piece of it: vector i is of the time from (begin + i) / rate up to the
/// next one.
struct LabelledPiece {
  double begin = 0.0;
  std::span<const std::int32_t> labels;
};

/// Events of a class: runs of its label, also across pieces that follow each other at once. Pieces are in the order of
/// time.
std::vector<EventSpan> events_of(std::span<const LabelledPiece> pieces, std::int32_t which, double rate);

}  // namespace biotropy::sicamm
