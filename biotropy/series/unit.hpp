// SPDX-License-Identifier: Apache-2.0
//
// Units as files, tables and streams write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace biotropy::series {

/// "microvolts", "UV" and the two Greek letters as "uV"; "mV" and "MV" stay two units. Other texts as they are, without
/// blanks around them.
std::string usual_unit(std::string_view unit);

/// True for two ways to write one unit, and where one of them is not known (empty).
bool is_same_unit(std::string_view one, std::string_view other);

/// True if both are units of what is recorded, such as "uV", "T" and "fT/cm", and not the same one. Other texts
/// ("Boolean") cannot be compared.
bool are_different_units(std::string_view one, std::string_view other);

/// "10 uV" as "10" and "uV". A text that does not end in a unit of what is recorded has none.
std::pair<std::string_view, std::string> split_unit(std::string_view text);

/// The same quantity in another unit: 0.01 for 10 from "uV" to "mV". Nothing for units of different quantities.
std::optional<double> in_unit(double number, std::string_view from, std::string_view to);

}  // namespace biotropy::series
