// SPDX-License-Identifier: Apache-2.0
//
// Times of day as text, in tables and data frames.
#pragma once

#include <optional>
#include <string_view>

namespace biotropy::files {

/// Seconds of a time of day, "14:05:07.250" or "2:05:07 PM", behind a date or alone, or of a duration, "25:10:00". With
/// a date whose year is first, or with points ("31.1.2024"), they are those since 1970, in universal time where an
/// offset from it follows; otherwise those since midnight, as day and month may stand in either order.
std::optional<double> clock_seconds(std::string_view text);

/// The date in front of such a time that is not part of these seconds; empty if there is none.
std::string_view unread_date(std::string_view text);

}  // namespace biotropy::files
