// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/devices.hpp"

#include <fmt/format.h>

#include <memory>

#include "biotropy/device/cuda_internal.hpp"
#include "biotropy/device/opencl_internal.hpp"
#include "biotropy/error.hpp"

namespace biotropy::device {

namespace {

struct Inventory {
  Inventory() {
    for (auto& device : cuda_devices(remarks)) owned.push_back(std::move(device));
    for (auto& device : opencl_devices(remarks)) owned.push_back(std::move(device));
    for (const auto& device : owned) list.push_back(device.get());
  }

  std::vector<std::string> remarks;
  std::vector<std::unique_ptr<Device>> owned;
  std::vector<Device*> list;
};

// Never destroyed: at the end of the process drivers may already have shut down.
const Inventory& inventory() {
  static const Inventory* const found = new Inventory;
  return *found;
}

}  // namespace

FinishAtEnd::~FinishAtEnd() {
  try {
    if (device_ != nullptr) device_->finish();
  } catch (const Error&) {
    // Ignores errors of a lost device, which reads nothing.
  }
}

std::span<Device* const> devices() {
  return inventory().list;
}

std::span<const std::string> remarks() {
  return inventory().remarks;
}

Device& find(std::string_view name) {
  const std::string full = name.find(':') == std::string_view::npos ? std::string(name) + ":0" : std::string(name);
  std::string names;
  for (Device* device : devices()) {
    if (device->description().name == full) return *device;
    names += ", " + device->description().name;
  }
  throw Error::argument("device", std::string(name), fmt::format("one of auto, cpu{}", names));
}

}  // namespace biotropy::device
