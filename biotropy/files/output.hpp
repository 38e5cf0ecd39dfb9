// SPDX-License-Identifier: Apache-2.0
//
// Buffered text output to a file. A file appears complete or not at all; existing devices and pipes cannot be replaced
// and are written directly, as are open descriptors (/dev/stdout).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "biotropy/files/atomic_file.hpp"

namespace biotropy::files {

/// Makes a folder, and those around it, where they are missing. @throws Error io.
void make_folder(const std::filesystem::path& folder);

class Output {
 public:
  /// @throws Error io, immediately, if the path cannot be written.
  explicit Output(const std::filesystem::path& path);

  /// A descriptor closed by the caller; `name` stands for the path in messages.
  Output(int descriptor, std::string name);

  /// Removes the file unless finish() was called.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// @throws Error io.
  void write(std::string_view text);

  /// Writes everything to disk and moves the file to its path. @throws Error io.
  void finish();

  /// Temporary file beside the path of the result; empty if there is none.
  std::filesystem::path temporary() const;

 private:
  void flush();

  std::string name_;
  std::optional<AtomicFile> place_;
  int descriptor_ = -1;
  bool owned_ = false;
  std::string pending_;
};

}  // namespace biotropy::files
