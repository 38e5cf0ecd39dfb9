// SPDX-License-Identifier: Apache-2.0
//
// A value and its unit, for messages of this room.
#pragma once

#include <string>

namespace biotropy::prepare {

/// "12.5 uV", or "12.5" for a channel without a unit.
std::string with_unit(double value, const std::string& unit);

}  // namespace biotropy::prepare
