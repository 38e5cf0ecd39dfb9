// SPDX-License-Identifier: Apache-2.0
//
// Work on every device of the machine, against the processor and against the published kernels on the same device.
// Times include sorting, transfers, launches and results back on the host, but not compilation.
#include <algorithm>

#include "biotropy/device/devices.hpp"
#include "device/cases.hpp"

namespace biotropy::bench {

bool has_gpu() {
  return std::any_of(device::devices().begin(), device::devices().end(),
                     [](device::Device* device) { return device->description().is_gpu; });
}

}  // namespace biotropy::bench

int main(int argc, char** argv) {
  using namespace biotropy::bench;
  std::vector<Ratio> ratios;
  add_counting(ratios);
  add_matrices(ratios);
  add_densities(ratios);
  return run(argc, argv, ratios);
}
