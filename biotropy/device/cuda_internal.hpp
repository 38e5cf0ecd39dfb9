// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

/// CUDA devices of this machine; missing libraries or devices are noted in the remarks.
std::vector<std::unique_ptr<Device>> cuda_devices(std::vector<std::string>& remarks);

}  // namespace biotropy::device
