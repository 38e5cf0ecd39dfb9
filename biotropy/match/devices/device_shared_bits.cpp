// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series on a device whose local memory has room for the table of a partner. OpenCL has neither
// that much on most devices nor an exchange of registers, so this engine is for CUDA; the tests run it on OpenCL.
#include "biotropy/match/devices/device_bits_internal.hpp"

namespace biotropy::match {

namespace {

class DeviceSharedBits final : public DeviceBitRows {
 public:
  explicit DeviceSharedBits(device::Device& which)
      : DeviceBitRows("bits_shared", "bit rows in shared memory; many pairs of short series", which,
                      RowKernel::shared_table, which.description().api == device::Api::cuda ? 3.0 : 60.0) {}

  bool can(const Query& query) const override {
    const Rule& rule = query.rule;
    if (!DeviceBitRows::can(query) || rule.theiler >= 0) return false;
    const BitRowShape shape(query, RowKernel::shared_table);
    const device::Description& limits = device()->description();
    const bool is_cuda = limits.api == device::Api::cuda;
    return shape.suits_shared_table() &&
           (is_cuda ? shape.shared_table_bytes() : shape.largest_shared_bytes()) <= limits.large_local_memory;
  }

 protected:
  bool can_exclude() const override { return false; }
};

}  // namespace

std::unique_ptr<DeviceEngine> device_shared_bits(device::Device& device) {
  return std::make_unique<DeviceSharedBits>(device);
}

}  // namespace biotropy::match
