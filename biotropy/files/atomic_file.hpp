// SPDX-License-Identifier: Apache-2.0
//
// A file that appears complete or not at all: it is written under a temporary name beside its path and renamed in one
// step. An interruption leaves the previous file unchanged.
#pragma once

#include <cstddef>
#include <filesystem>

namespace biotropy::files {

class AtomicFile {
 public:
  /// Removes files that a killed process has left of the same target.
  /// @throws Error io if the folder does not exist, or the target exists and is not an ordinary file, or refers to
  /// an open descriptor.
  explicit AtomicFile(std::filesystem::path target);

  /// Removes the temporary file unless commit() was called.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Creates the temporary file; the caller closes the descriptor, which is open for writing. @throws Error io.
  int create();

  /// Name for callers that create the file themselves; they must refuse an existing file.
  const std::filesystem::path& temporary() const { return temporary_; }

  /// Flushes the closed file to disk and renames it. @throws Error io.
  void commit();

 private:
  std::filesystem::path target_, temporary_;
  std::size_t place_;  // in the list of unfinished files
  int lock_ = -1;      // of the temporary file, which nobody else removes meanwhile
  bool committed_ = false;
};

/// Removes every temporary file that this process has created and not committed. For a signal handler that ends the
/// process: nothing may be written or committed afterwards.
void remove_unfinished() noexcept;

}  // namespace biotropy::files
