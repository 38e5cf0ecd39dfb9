// SPDX-License-Identifier: Apache-2.0
//
// A device that forwards to another one and keeps account: device time of each kernel, and bytes and device time of the
// copies in each direction. Engines run on it unchanged, from several threads too.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::bench {

class WatchedDevice final : public device::Device {
 public:
  /// What was done under one name: a kernel, or a copy.
  struct Work {
    std::string name;
    std::uint64_t times = 0;  ///< launches or copies
    std::uint64_t bytes = 0;  ///< copied
    double seconds = 0.0;     ///< on the device
  };

  explicit WatchedDevice(device::Device& watched) : watched_(watched) {}

  /// Kernels since the last reset(), in the order of their first launches. Waits for the device.
  std::vector<Work> kernels();
  /// Copies since the last reset(): to the device, and from it.
  Work copies_to();
  Work copies_from();
  void reset();

  const device::Description& description() const override { return watched_.description(); }
  std::uint64_t free_memory() override { return watched_.free_memory(); }
  std::unique_ptr<device::Buffer> allocate(std::size_t bytes) override { return watched_.allocate(bytes); }
  void write(device::Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) override;
  void read(const device::Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override;
  std::shared_ptr<const device::Program> program(const device::Source& source) override;
  void launch(device::Kernel& kernel, device::Grid grid, std::span<const device::Argument> arguments) override;
  std::unique_ptr<device::Stamp> stamp() override { return watched_.stamp(); }
  double seconds(const device::Stamp& from, const device::Stamp& to) override { return watched_.seconds(from, to); }
  void finish() override { watched_.finish(); }

 private:
  using Stamps = std::pair<std::unique_ptr<device::Stamp>, std::unique_ptr<device::Stamp>>;
  struct Account {
    Work work;
    std::vector<Stamps> open;  // not yet added to the seconds
  };

  Work closed(Account& account);
  Account& account_of(const std::string& kernel);

  device::Device& watched_;
  std::mutex keeping_;
  std::vector<Account> kernels_;
  Account to_, from_;
};

}  // namespace biotropy::bench
