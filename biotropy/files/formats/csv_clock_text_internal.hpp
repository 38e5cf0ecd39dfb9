// SPDX-License-Identifier: Apache-2.0
//
// Times of day in tables.
#pragma once

#include <optional>
#include <string_view>

namespace biotropy::files {

/// Seconds of a time of day, "14:05:07.250" or "2:05:07 PM", behind a date or alone. With a date whose year is first
/// they are those since 1970; otherwise those since midnight, as day and month may stand in either order.
std::optional<double> clock_seconds(std::string_view text);

}  // namespace biotropy::files
