// SPDX-License-Identifier: Apache-2.0
//
// Engines that count on a device. Each belongs to one device and one kernel. Programs are compiled for the rule and the
// size of a query, so each program counts known series before its first query, with matches at every length. The
// processor counts what a device cannot finish.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

class DeviceEngine : public Engine {
 public:
  ~DeviceEngine() override;

  /// @param kind the method, the first part of the name: "bits" on "opencl:0" is "bits_opencl0".
  DeviceEngine(const std::string& kind, const std::string& method, device::Device& device);

  std::string_view name() const final { return name_; }
  std::string_view description() const final { return description_; }
  device::Device* device() const final { return &device_; }

  /// Infinite on a device that is not a GPU, so that such a device is used only on request.
  double cost(const Query& query, const QuerySketch& sketch) const final;

  /// @throws Error device, also if known series were counted wrongly; out_of_memory if not even the smallest batch
  /// fits. Counts already passed to the sink are correct.
  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const final;

  /// Empty if the device counts known series correctly, with a rule that uses all parts of the kernels; else the fault.
  std::string self_test() const;

 protected:
  /// Seconds from the first sample to the last count, transfers included.
  virtual double seconds(const Query& query) const = 0;
  virtual void run(const Query& query, const Sink& sink, const CancelFlag* cancel) const = 0;
  /// Number of samples that known series need for the program of this query.
  virtual std::size_t samples_of_test(const Query& query) const = 0;
  /// False if the engine takes no rule that excludes templates close in time.
  virtual bool can_exclude() const { return true; }

 private:
  struct Program;

  void test_once(const Program& program) const;

  device::Device& device_;
  std::string name_, description_;
  mutable std::mutex testing_;
  mutable std::set<Program> right_, wrong_;
};

/// Engines of one device.
std::vector<std::unique_ptr<DeviceEngine>> device_engines(device::Device& device);

/// Bit rows in rank space, for many pairs of short series (device_bits.cpp).
std::unique_ptr<DeviceEngine> device_bits(device::Device& device);

/// The same with the table of a partner in shared memory, if there is room for it.
std::unique_ptr<DeviceEngine> device_shared_bits(device::Device& device);

/// Windows of the sorted templates, for long series (device_windows.cpp).
std::unique_ptr<DeviceEngine> device_windows(device::Device& device);

// Long series on a device (kernels/windows.c).

/// Kernel source for a rule.
device::Source windows_source(const Rule& rule);

}  // namespace biotropy::match
