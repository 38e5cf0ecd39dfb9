// SPDX-License-Identifier: Apache-2.0
//
// Text on its way to a file, gathered into large writes. A file appears whole or not at all; devices and pipes that are
// already there, which cannot be replaced, are written as they are, and so are open descriptors (/dev/stdout).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "biotropy/files/replacement.hpp"

namespace biotropy::files {

class Output {
 public:
  /// @throws Error io, at once, where nothing can be written there.
  explicit Output(const std::filesystem::path& path);

  /// A descriptor that somebody else closes; `name` stands for the path in messages.
  Output(int descriptor, std::string name);

  /// Leaves no file behind unless finish() was called.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// @throws Error io.
  void write(std::string_view text);

  /// Everything is on the disk and in its place. @throws Error io.
  void finish();

  /// The file that is being written beside the place of the result; empty where there is none.
  std::filesystem::path temporary() const;

 private:
  void flush();

  std::string name_;
  std::optional<Replacement> place_;
  int descriptor_ = -1;
  bool owned_ = false;
  std::string pending_;
};

}  // namespace biotropy::files
