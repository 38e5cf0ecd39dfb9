// SPDX-License-Identifier: Apache-2.0
//
// A system in which no library can be opened has no devices.
#include "biotropy/device/devices_internal.hpp"

namespace biotropy::device {

std::vector<std::unique_ptr<Device>> cuda_devices(std::vector<std::string>&) {
  return {};
}

std::vector<std::unique_ptr<Device>> opencl_devices(std::vector<std::string>&) {
  return {};
}

}  // namespace biotropy::device
