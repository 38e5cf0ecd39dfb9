// SPDX-License-Identifier: Apache-2.0
//
// What the two engines of bit rows have in common: device_bits.cpp and device_shared_bits.cpp.
#pragma once

#include <string>

#include "biotropy/match/devices/device_bit_rows.hpp"
#include "biotropy/match/devices/device_engine.hpp"

namespace biotropy::match {

class DeviceBitRows : public DeviceEngine {
 public:
  /// @param cycles of a compute unit for 1024 positions of a row at one length.
  DeviceBitRows(const std::string& kind, const std::string& method, device::Device& device, RowKernel kernel,
                double cycles)
      : DeviceEngine(kind, method, device), kernel_(kernel), cycles_(cycles) {}

  bool can(const Query& query) const override;

 protected:
  double seconds(const Query& query) const override;
  std::size_t samples_of_test(const Query& query) const override { return BitRowShape(query, kernel_).stride; }
  void run(const Query& query, const Sink& sink, const CancelFlag* cancel) const override;

 private:
  RowKernel kernel_;
  double cycles_;
};

}  // namespace biotropy::match
