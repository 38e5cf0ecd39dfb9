// SPDX-License-Identifier: Apache-2.0
//
// Lines on standard output or in a file, each written by itself and counted, so that a later process can go on after a
// kill without a torn line.
#pragma once

#include <cstdint>
#include <string>

namespace biotropy::cli {

class LineOutput {
 public:
  /// Opens the file without changing it; "-": standard output.
  /// @throws Error io unless it is an ordinary file that can be written; busy where another process writes it.
  explicit LineOutput(const std::string& path);
  ~LineOutput();
  LineOutput(const LineOutput&) = delete;
  LineOutput& operator=(const LineOutput&) = delete;

  /// Empties the file, and writes a first line.
  void begin(const std::string& header);

  /// Whether there is nothing to go on after in a file: it is empty, or all of it will come again (`repeats`).
  bool begins_anew(std::uint64_t written, bool repeats) const;

  /// Whether a file has this text at its beginning. True of standard output, which cannot be read.
  /// @throws Error io.
  bool begins_with(const std::string& text) const;

  /// Goes on after an output of `written` bytes. Of a file a torn line at its end is cut off; `repeats`: and all that
  /// follows those bytes, because it will come again. Returns the lines of the file that stay behind those bytes.
  /// @throws Error invalid_data where the file is shorter, or has no end of a line there; also where standard output
  /// goes to a file that ends within a line.
  std::uint64_t go_on(std::uint64_t written, bool repeats);

  /// @throws Error io; cancelled.
  void write(const std::string& text);

  /// Whether a line can be written at once, or an error will show.
  bool can_be_written() const;

  int descriptor() const { return descriptor_; }

  /// -1 for standard output.
  int file_descriptor() const { return is_file_ ? descriptor_ : -1; }

  /// Bytes of all lines, of those before this process too.
  std::uint64_t written() const { return written_; }

 private:
  void cut(std::uint64_t length);

  std::string name_;
  int descriptor_;
  bool is_file_;
  std::uint64_t written_ = 0;
};

}  // namespace biotropy::cli
