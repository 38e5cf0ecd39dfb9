// SPDX-License-Identifier: Apache-2.0
//
// Parts of an array of a MATLAB 5 file: its header, the names of its fields, and how numbers are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/mat/mat5_stream_internal.hpp"
#include "biotropy/files/formats/mat/variable_internal.hpp"

namespace biotropy::files {

struct Mat5Number {
  std::uint32_t type;
  std::size_t size;
  double (*decode)(const std::byte*, bool big_endian);
};

/// How numbers of this type are stored; null for other types.
const Mat5Number* mat5_number(std::uint32_t type);

/// Reads the flags, dimensions and name at the start of every array.
/// @throws Error bad_file, as all functions here.
MatVariable read_mat5_header(Mat5Stream& stream);

/// Names of the fields of a structure, behind its header. They have equal width, padded with NUL.
std::vector<std::string> read_mat5_field_names(Mat5Stream& stream);

/// End of the array that begins here; nothing if a field or a cell is empty.
std::optional<std::uint64_t> begin_mat5_array(Mat5Stream& stream, std::uint64_t end);

void skip_to_mat5_end(Mat5Stream& stream, std::uint64_t end);

/// Number of elements; at most the bytes of the stream, as every one has some.
std::uint64_t count_mat5_elements(const Mat5Stream& stream, const std::vector<std::uint64_t>& dimensions);

/// Skips what follows the header of an array that announces to end at `end`. Texts, cells and structures are skipped by
/// their parts: matio announces too many bytes for compressed texts (8 for 5 to 8 letters), and for what contains them.
/// @returns true for an array of several numbers, and for cells and structures that hold one.
bool skip_mat5_contents(Mat5Stream& stream, const MatVariable& header, std::uint64_t end, int depth = 0);

/// Skips an array behind its tag, in the same way.
bool skip_mat5_array(Mat5Stream& stream, std::uint64_t end, int depth = 0);

/// The bytes of a text with their padding, from its tag on, which must not lie behind `end`.
std::uint64_t mat5_text_bytes(const Mat5Stream& stream, const Mat5Tag& tag, std::uint64_t end);

}  // namespace biotropy::files
