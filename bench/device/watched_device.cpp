// SPDX-License-Identifier: Apache-2.0
#include "device/watched_device.hpp"

#include <algorithm>

namespace biotropy::bench {

namespace {

struct NamedKernel final : device::Kernel {
  NamedKernel(std::unique_ptr<device::Kernel> of, std::string called)
      : kernel(std::move(of)), name(std::move(called)) {}
  std::unique_ptr<device::Kernel> kernel;
  std::string name;
};

class NamedProgram final : public device::Program {
 public:
  explicit NamedProgram(std::shared_ptr<const device::Program> program) : program_(std::move(program)) {}

  std::unique_ptr<device::Kernel> kernel(const std::string& name, std::size_t n_arguments) const override {
    return std::make_unique<NamedKernel>(program_->kernel(name, n_arguments), name);
  }

 private:
  std::shared_ptr<const device::Program> program_;
};

}  // namespace

std::vector<WatchedDevice::Work> WatchedDevice::kernels() {
  const std::lock_guard lock(keeping_);
  std::vector<Work> found;
  for (Account& account : kernels_) found.push_back(closed(account));
  return found;
}

WatchedDevice::Work WatchedDevice::copies_to() {
  const std::lock_guard lock(keeping_);
  return closed(to_);
}

WatchedDevice::Work WatchedDevice::copies_from() {
  const std::lock_guard lock(keeping_);
  return closed(from_);
}

void WatchedDevice::reset() {
  watched_.finish();
  const std::lock_guard lock(keeping_);
  kernels_.clear();
  to_ = {};
  from_ = {};
}

void WatchedDevice::write(device::Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) {
  auto before = watched_.stamp();
  watched_.write(buffer, offset, bytes);
  auto after = watched_.stamp();
  const std::lock_guard lock(keeping_);
  to_.open.emplace_back(std::move(before), std::move(after));
  to_.work.bytes += bytes.size();
}

void WatchedDevice::read(const device::Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) {
  auto before = watched_.stamp();
  watched_.read(buffer, offset, bytes);
  auto after = watched_.stamp();
  const std::lock_guard lock(keeping_);
  from_.open.emplace_back(std::move(before), std::move(after));
  from_.work.bytes += bytes.size();
}

std::shared_ptr<const device::Program> WatchedDevice::program(const device::Source& source) {
  return std::make_shared<NamedProgram>(watched_.program(source));
}

void WatchedDevice::launch(device::Kernel& kernel, device::Grid grid, std::span<const device::Argument> arguments) {
  if (grid.groups == 0) return;
  auto& named = static_cast<NamedKernel&>(kernel);
  auto before = watched_.stamp();
  watched_.launch(*named.kernel, grid, arguments);
  auto after = watched_.stamp();
  const std::lock_guard lock(keeping_);
  account_of(named.name).open.emplace_back(std::move(before), std::move(after));
}

WatchedDevice::Work WatchedDevice::closed(Account& account) {
  for (const auto& [before, after] : account.open) account.work.seconds += watched_.seconds(*before, *after);
  account.work.times += account.open.size();
  account.open.clear();
  return account.work;
}

WatchedDevice::Account& WatchedDevice::account_of(const std::string& kernel) {
  const auto place =
      std::find_if(kernels_.begin(), kernels_.end(), [&](const Account& a) { return a.work.name == kernel; });
  if (place != kernels_.end()) return *place;
  kernels_.push_back({{kernel}, {}});
  return kernels_.back();
}

}  // namespace biotropy::bench
