// SPDX-License-Identifier: Apache-2.0
//
// Units of time, and those in the names of columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace biotropy::files {

/// "mV" of "ECG [mV]" and "ECG (mV)", and "ms" of "RR_ms"; empty if the name has none. Behind "_" only seconds and
/// their parts are known, as other words may follow: "RR_min" may be the shortest one.
std::string unit_in_name(std::string_view name);

/// Seconds of a unit of time, "ns" to "h", short or in full; nothing for other units, such as siemens ("S", "uS").
std::optional<double> seconds_in(std::string_view unit);

}  // namespace biotropy::files
