// SPDX-License-Identifier: Apache-2.0
//
// Units as files, tables and streams write them.
#pragma once

#include <string>
#include <string_view>

namespace biotropy::series {

/// "microvolts", "UV" and the two Greek letters as "uV"; "mV" and "MV" stay two units. Other texts as they are, without
/// blanks around them.
std::string usual_unit(std::string_view unit);

/// True for two ways to write one unit, and where one of them is not known (empty).
bool is_same_unit(std::string_view one, std::string_view other);

/// True if both are units of what is recorded, such as "uV", "T" and "fT/cm", and not the same one. Other texts
/// ("Boolean") cannot be compared.
bool are_different_units(std::string_view one, std::string_view other);

}  // namespace biotropy::series
