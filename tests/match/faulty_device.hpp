// SPDX-License-Identifier: Apache-2.0
//
// A device that does what another one does until it is told to fail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "biotropy/device/device.hpp"
#include "biotropy/error.hpp"

namespace biotropy::match {

class FaultyDevice final : public device::Device {
 public:
  explicit FaultyDevice(device::Device& sound) : sound_(sound), description_(sound.description()) {}

  /// The limits that it pretends to.
  device::Description& pretended() { return description_; }
  /// From now on: so many commands go well, all later ones fail as on a device that is gone.
  void fail_after(std::size_t n_commands) { commands_left_ = n_commands; }
  /// Buffers of more bytes are refused.
  void refuse_above(std::size_t bytes) { largest_ = bytes; }
  /// Every byte that is read from now on is wrong by a bit.
  void lie() { lies_ = true; }
  /// So many programs are sound; once another one is asked for, the device lies.
  void lie_after(std::size_t n_programs) { sound_programs_ = n_programs; }
  /// Without the faults above, from now on.
  void be_sound() {
    lies_ = false;
    sound_programs_ = std::numeric_limits<std::size_t>::max();
  }
  /// All that is read from now on is 0, as from a device that does nothing.
  void answer_zero() { is_idle_ = true; }
  std::size_t n_refused() const { return n_refused_; }

  const device::Description& description() const override { return description_; }

  std::unique_ptr<device::Buffer> allocate(std::size_t bytes) override {
    command();
    if (bytes > largest_) {
      ++n_refused_;
      throw Error(ErrorCode::out_of_memory, "the device has no memory left");
    }
    return sound_.allocate(bytes);
  }
  void write(device::Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) override {
    command();
    sound_.write(buffer, offset, bytes);
  }
  void read(const device::Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    command();
    sound_.read(buffer, offset, bytes);
    if (is_idle_) std::ranges::fill(bytes, std::byte{0});
    if (lies_) std::ranges::for_each(bytes, [](std::byte& byte) { byte ^= std::byte{1}; });
  }
  std::shared_ptr<const device::Program> program(const device::Source& source) override {
    command();
    if (sound_programs_-- == 0) lie();
    return sound_.program(source);
  }
  void launch(device::Kernel& kernel, device::Grid grid, std::span<const device::Argument> arguments) override {
    command();
    sound_.launch(kernel, grid, arguments);
  }
  std::unique_ptr<device::Stamp> stamp() override { return sound_.stamp(); }
  double seconds(const device::Stamp& from, const device::Stamp& to) override { return sound_.seconds(from, to); }
  void finish() override { sound_.finish(); }

 private:
  void command() {
    if (commands_left_ == 0) {
      sound_.finish();  // its memory is about to be freed
      throw Error(ErrorCode::device, "the device is gone");
    }
    --commands_left_;
  }

  device::Device& sound_;
  device::Description description_;
  std::size_t commands_left_ = std::numeric_limits<std::size_t>::max();
  std::size_t largest_ = std::numeric_limits<std::size_t>::max();
  std::size_t n_refused_ = 0;
  std::size_t sound_programs_ = std::numeric_limits<std::size_t>::max();
  bool lies_ = false;
  bool is_idle_ = false;
};

}  // namespace biotropy::match
