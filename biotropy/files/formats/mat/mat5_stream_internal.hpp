// SPDX-License-Identifier: Apache-2.0
//
// Content of one variable of a MATLAB 5 file as a stream, unpacked while reading.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// A variable in the chain of a version 5 file.
struct MatElement {
  std::uint64_t offset = 0;  ///< start of its content, after the tag
  std::uint64_t length = 0;
  bool compressed = false;
};

/// Tag in front of every piece of data.
struct Mat5Tag {
  std::uint32_t type = 0;
  std::uint64_t length = 0;
  std::uint64_t padded = 0;  ///< bytes to the next tag
};

class Mat5Stream {
 public:
  /// @throws Error bad_file, as all functions do if the bytes end early or compressed data are damaged.
  Mat5Stream(Input& input, const MatElement& element, bool big_endian);
  ~Mat5Stream();
  Mat5Stream(const Mat5Stream&) = delete;
  Mat5Stream& operator=(const Mat5Stream&) = delete;

  bool big_endian() const { return big_endian_; }
  /// Bytes read so far, and those up to the end of the variable.
  std::uint64_t position() const { return position_; }
  std::uint64_t end() const { return end_; }

  std::uint32_t word();
  Mat5Tag tag();
  std::string text(const Mat5Tag& tag);
  void read(std::byte* to, std::size_t count);
  void skip(std::uint64_t count);

  /// Unpacks the rest, so that zlib compares its checksum. It may be shorter than announced (skip_mat5_contents()).
  void finish();

  Error fault(std::string_view what) const;

 private:
  bool next_piece() { return element_.compressed ? unpack() : view(); }
  bool view();
  bool unpack();

  Input& input_;
  const MatElement element_;
  const bool big_endian_;
  std::vector<std::byte> unpacked_;
  std::span<const std::byte> ready_, packed_;
  std::uint64_t consumed_ = 0;  // bytes of the element read from the file
  std::uint64_t position_ = 0, end_ = 0;
  z_stream zlib_ = {};
  bool ended_ = false;
};

}  // namespace biotropy::files
