// SPDX-License-Identifier: Apache-2.0
//
// Long series on a device (kernels/windows.c).
#pragma once

#include "biotropy/device/device.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Kernel source for a rule.
device::Source windows_source(const Rule& rule);

}  // namespace biotropy::match
