// SPDX-License-Identifier: Apache-2.0
//
// A value and its unit as the sentences of this room write them.
#pragma once

#include <string>

namespace biotropy::prepare {

/// "12.5 uV", or "12.5" where the channel has no unit.
std::string amount(double value, const std::string& unit);

}  // namespace biotropy::prepare
