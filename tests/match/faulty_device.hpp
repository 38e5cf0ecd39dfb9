// SPDX-License-Identifier: Apache-2.0
//
// A device that forwards to another one until it is made to fail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "biotropy/device/device.hpp"
#include "biotropy/error.hpp"
#include "tests/matchers.hpp"
#include "tests/notices.hpp"

namespace biotropy::match {

class FaultyDevice final : public device::Device {
 public:
  explicit FaultyDevice(device::Device& sound) : sound_(sound), description_(sound.description()) {}

  /// Limits that it reports.
  device::Description& pretended() { return description_; }
  /// After this many commands all later ones fail, as on a lost device.
  void fail_after(std::size_t n_commands) { commands_left_ = n_commands; }
  /// Refuses buffers of more bytes.
  void refuse_above(std::size_t bytes) { largest_ = bytes; }
  /// Flips a bit in every byte that is read from now on.
  void lie() { lies_ = true; }
  /// After this many programs, reads return wrong data.
  void lie_after(std::size_t n_programs) { sound_programs_ = n_programs; }
  /// Removes the faults above from now on.
  void be_sound() {
    lies_ = false;
    sound_programs_ = std::numeric_limits<std::size_t>::max();
  }
  /// Returns 0 for every read from now on, as a device that does nothing.
  void answer_zero() { is_idle_ = true; }
  std::size_t n_refused() const { return n_refused_; }
  std::size_t n_launches() const { return n_launches_; }
  std::size_t n_allocated() const { return n_allocated_; }

  const device::Description& description() const override { return description_; }
  std::uint64_t free_memory() override { return description_.memory; }

  std::unique_ptr<device::Buffer> allocate(std::size_t bytes) override {
    command();
    if (bytes > largest_) {
      ++n_refused_;
      throw Error(ErrorCode::out_of_memory, "the device has no memory left");
    }
    ++n_allocated_;
    return sound_.allocate(bytes);
  }
  void write(device::Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) override {
    command();
    sound_.write(buffer, offset, bytes);
  }
  void read(const device::Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    command();
    sound_.read(buffer, offset, bytes);
    spoil(bytes);
  }
  void read_after(const device::Stamp& stamp, const device::Buffer& buffer, std::size_t offset,
                  std::span<std::byte> bytes) override {
    command();
    sound_.read_after(stamp, buffer, offset, bytes);
    spoil(bytes);
  }
  std::shared_ptr<const device::Program> program(const device::Source& source) override {
    command();
    if (sound_programs_-- == 0) lie();
    return sound_.program(source);
  }
  void launch(device::Kernel& kernel, device::Grid grid, std::span<const device::Argument> arguments) override {
    command();
    ++n_launches_;
    sound_.launch(kernel, grid, arguments);
  }
  std::unique_ptr<device::Stamp> stamp() override { return sound_.stamp(); }
  double seconds(const device::Stamp& from, const device::Stamp& to) override { return sound_.seconds(from, to); }
  void finish() override { sound_.finish(); }

 private:
  void spoil(std::span<std::byte> bytes) const {
    if (is_idle_) std::ranges::fill(bytes, std::byte{0});
    if (lies_) std::ranges::for_each(bytes, [](std::byte& byte) { byte ^= std::byte{1}; });
  }
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
  std::size_t n_refused_ = 0, n_launches_ = 0, n_allocated_ = 0;
  std::size_t sound_programs_ = std::numeric_limits<std::size_t>::max();
  bool lies_ = false;
  bool is_idle_ = false;
};

/// Matches the notice of a device that failed, by what did the rest.
inline auto device_failed(const std::string& rest) {
  return AllOf(coded("device_failed"), Field("text", &Notice::text, HasSubstr(rest)));
}

}  // namespace biotropy::match
