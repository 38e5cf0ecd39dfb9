// SPDX-License-Identifier: Apache-2.0
//
// The devices of each interface; missing libraries or devices are noted in the remarks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

std::vector<std::unique_ptr<Device>> cuda_devices(std::vector<std::string>& remarks);

/// GPUs first.
std::vector<std::unique_ptr<Device>> opencl_devices(std::vector<std::string>& remarks);

}  // namespace biotropy::device
