// SPDX-License-Identifier: Apache-2.0
//
// Data of each class, for ClassDensities and its devices.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "biotropy/sicamm/density/binned_density.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/density/device_densities.hpp"
#include "biotropy/sicamm/density/log_table.hpp"

namespace biotropy::sicamm {

struct ClassDensities::OneClass {
  std::vector<double> bias;
  AlignedVector<double> unmixing;  // [channel * padded + component]
  double log_determinant = 0.0;
  std::vector<KernelDensity> densities;
  std::vector<BinnedDensity> binned;                   // in direct mode
  std::vector<LogTable> tables;                        // in table mode
  AlignedVector<double> low, pieces_per_unit, pieces;  // parameters of the tables, padded
};

/// Devices that hold this model, from first use on.
struct ClassDensities::OnDevices {
  /// The copy on a device, made on first use.
  DeviceDensities& on(device::Device& device, const ClassDensities& densities) {
    const std::lock_guard lock(making);
    auto& one = made[&device];
    if (!one) one = std::make_unique<DeviceDensities>(device, densities);
    return *one;
  }

  std::mutex making;
  std::map<device::Device*, std::unique_ptr<DeviceDensities>> made;
};

}  // namespace biotropy::sicamm
