// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "biotropy/device/devices_internal.hpp"
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

constexpr std::string_view kEvery = ":all";

// Never destroyed: at the end of the process drivers may already have shut down.
const Inventory& inventory() {
  static const Inventory* const found = new Inventory;
  return *found;
}

}  // namespace

FinishAtEnd::~FinishAtEnd() {
  try {
    device_.finish();
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

std::vector<Device*> find_all(std::string_view names) {
  std::vector<Device*> found;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string_view name = names.substr(begin, end - begin);
    const std::size_t before = found.size();
    if (name.ends_with(kEvery)) {
      const std::string_view prefix = name.substr(0, name.size() - kEvery.size() + 1);
      for (Device* device : devices()) {
        if (device->description().name.starts_with(prefix)) found.push_back(device);
      }
    }
    if (found.size() == before) found.push_back(&find(name));
    for (std::size_t position = before; position < found.size(); ++position) {
      if (std::count(found.begin(), found.end(), found[position]) == 1) continue;
      throw Error::argument(
          "device", std::string(names),
          fmt::format("each device once, and {} is there twice", found[position]->description().name));
    }
    begin = end + 1;
  }
  return found;
}

}  // namespace biotropy::device
