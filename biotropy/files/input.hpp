// SPDX-License-Identifier: Apache-2.0
//
// Bytes of a file, read through a window: a reader requests a few bytes at a position, and one buffer holds the last
// part read, so memory does not grow with the file. Each part that goes on where the last one ended is twice as long,
// up to a limit, and a jump begins anew with one page: a reader that passes over most of a file reads little of it.
// Bytes in memory have the same interface.
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

/// An error of what is read, so that ErrorCode::io of a file that was read is not taken for one of a result.
class InputError : public Error {
 public:
  using Error::Error;
};

class Input {
 public:
  /// Largest length of one view().
  static constexpr std::size_t kWindow = std::size_t{1} << 20;

  /// Path of standard input, which may be a pipe: it is read to its end and kept in memory.
  static constexpr const char* kStandardInput = "/dev/stdin";

  /// @throws Error file_not_found, also where git-annex or Git LFS has not fetched the content; bad_file for a folder,
  /// unsupported for another pipe or a device.
  explicit Input(const std::filesystem::path& path);

  /// Bytes owned by the caller; `name` stands for the path in messages.
  Input(std::string name, std::span<const std::byte> bytes);

  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  /// True if the bytes are in memory and there is no file to open.
  bool in_memory() const { return descriptor_ < 0; }

  /// Bytes [offset, offset + length), which must lie inside the file; valid until the next call.
  std::span<const std::byte> view(std::uint64_t offset, std::size_t length);

  /// view() as characters.
  std::string_view text(std::uint64_t offset, std::size_t length);

  /// All bytes, for libraries that need them in memory. Accessing them ends the process (SIGBUS) if the file has become
  /// shorter.
  /// @throws Error out_of_memory, io.
  std::span<const std::byte> mapped();

  /// Error of a reader: "name: fault".
  InputError error(ErrorCode code, std::string_view fault) const;
  InputError bad_file(std::string_view fault) const { return error(ErrorCode::bad_file, fault); }

 private:
  void refuse_pointer() const;
  void fill(std::uint64_t offset, std::size_t length);

  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::span<const std::byte> bytes_;  ///< whole content, if in memory
  bool is_mapped_ = false;
  std::vector<std::byte> window_;
  std::uint64_t window_begin_ = 0;
  std::size_t window_length_ = 0;
  std::size_t ahead_ = 0;  ///< bytes of the next part
};

// What stands at a path, where the answer decides what is read.

/// Nothing there is an answer: std::filesystem::file_type::not_found.
/// @throws InputError io if the system does not tell, as with a disk that fails or links that go in a circle.
std::filesystem::file_status known_status(const std::filesystem::path& path);

/// The same for a file that is to be read: a link to nothing, as git-annex leaves where it has not fetched the content,
/// is something that cannot be passed over. A pointer in place of the content is found by Input.
/// @throws InputError file_not_found for such a link; io.
std::filesystem::file_status fetched_status(const std::filesystem::path& path);

}  // namespace biotropy::files
