// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: it is written beside its place under a temporary name and takes its place in
// one step. Whoever is interrupted leaves what stood there before.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace biotropy::files {

/// The descriptor of this process that a path leads to, such as 1 for /dev/stdout; none for any other path.
std::optional<int> descriptor_at(std::filesystem::path path);

class Replacement {
 public:
  /// @throws Error io where the folder does not exist, or the target is there and no ordinary file, or leads to an open
  /// descriptor.
  explicit Replacement(std::filesystem::path target);

  /// Removes the temporary file unless commit() was called.
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  /// Makes the temporary file; the descriptor is for writing and is the caller's to close. @throws Error io.
  int create() const;

  /// Whoever makes the file by this name in place of create() has to refuse one that is there already.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// The file, which was closed, is on the disk and in its place. @throws Error io.
  void commit();

 private:
  std::filesystem::path target_, temporary_;
  std::size_t place_;  // in the list of what is unfinished
  bool committed_ = false;
};

/// Removes every temporary file that this process has begun and not committed. For a signal handler that is about to
/// end the process: nothing may be written or committed afterwards.
void remove_unfinished() noexcept;

}  // namespace biotropy::files
