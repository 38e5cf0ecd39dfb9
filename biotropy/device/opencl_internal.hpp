// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

/// OpenCL devices of this machine, GPUs first; missing libraries or devices are noted in the remarks.
std::vector<std::unique_ptr<Device>> opencl_devices(std::vector<std::string>& remarks);

}  // namespace biotropy::device
