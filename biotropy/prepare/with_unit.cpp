// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/with_unit_internal.hpp"

#include <fmt/format.h>

namespace biotropy::prepare {

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

}  // namespace biotropy::prepare
