// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a file, seen through a window. A reader asks for a few bytes at a position; one buffer of fixed size
// holds what was read last, so that a file of any size needs no more memory than its decoded samples. Bytes in memory
// are seen the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/error.hpp"

namespace biotropy::files {

class Input {
 public:
  /// The most bytes that one view() may ask for.
  static constexpr std::size_t kWindow = std::size_t{1} << 20;

  /// A path that stands for standard input, which may be a pipe: it is read to its end and kept in memory.
  static constexpr const char* kStandardInput = "/dev/stdin";

  /// @throws Error file_not_found, bad_file for a folder, unsupported for another pipe or a device.
  explicit Input(const std::filesystem::path& path);

  /// Bytes that somebody else owns; `name` stands for the path in messages.
  Input(std::string name, std::span<const std::byte> bytes);

  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  /// Whether the bytes lie in memory, and no file can be opened for them.
  bool in_memory() const { return descriptor_ < 0; }

  /// Bytes [offset, offset + length), which must lie inside the file; valid until the next call.
  std::span<const std::byte> view(std::uint64_t offset, std::size_t length);

  /// The same as characters.
  std::string_view text(std::uint64_t offset, std::size_t length);

  /// The error that a reader throws: "name: fault".
  Error error(ErrorCode code, std::string_view fault) const;
  Error bad_file(std::string_view fault) const { return error(ErrorCode::bad_file, fault); }

 private:
  void fill(std::uint64_t offset, std::size_t length);

  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::span<const std::byte> bytes_;  ///< the whole content, where it is in memory
  std::vector<std::byte> window_;
  std::uint64_t window_begin_ = 0;
  std::size_t window_length_ = 0;
};

}  // namespace biotropy::files
