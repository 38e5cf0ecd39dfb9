// SPDX-License-Identifier: Apache-2.0
//
// Named arrays and properties in a NetCDF-4 file, read and written as a whole: the format of trained models and other
// small sets of arrays, readable by xarray, R and MATLAB. Files are read in a confined child process, because the HDF5
// library may crash on damaged ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/files/results/results.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::files {

/// Numbers, or texts, in the order of the dimensions (the last one varies fastest).
struct ArrayVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<double> numbers;
  std::vector<std::string> texts;
  bool is_text = false;
  std::vector<Parameter> attributes{};  ///< of the variable; not read back
};

struct Arrays {
  std::vector<std::pair<std::string, std::uint64_t>> dimensions;  ///< name and length
  std::vector<Parameter> attributes;                              ///< when read: numbers (double) and texts
  std::vector<ArrayVariable> variables;
};

/// Writes a file that appears complete or not at all; the same arrays give the same bytes. Numbers are stored as
/// doubles, uncompressed; the file is built in memory first. A line with the SHA-256 of all bytes before it follows the
/// end, where NetCDF readers ignore it.
/// @throws Error invalid_data for a variable whose values do not match its dimensions, or whose dimension is missing;
/// out_of_memory; io.
void write_arrays(const std::filesystem::path& path, const Arrays& arrays);

/// @throws Error bad_file if the last line is not the checksum of the bytes before it, as written by write_arrays();
/// file_not_found; cancelled; io.
void require_checksum(const std::filesystem::path& path, const CancelFlag* cancel = nullptr);

/// Reads the root of the file; variables of other types than doubles and texts are left out.
/// @throws Error file_not_found; bad_file if it is not a NetCDF-4 file, is damaged, or announces more numbers than its
/// bytes can hold; io.
Arrays read_arrays(const std::filesystem::path& path);

// Arrays in a private format with a checksum over every byte, for partial results that must be known to be complete.
// Damaged bytes never reach a library, so reading needs no child process, and the same arrays give the same bytes.

/// Writes a file that appears complete or not at all, and is on disk on return.
/// @param arrays attributes are numbers (double) and texts; attributes of variables are left out.
/// @throws Error io.
void write_checked_arrays(const std::filesystem::path& path, const Arrays& arrays);

/// @throws Error file_not_found; bad_file if any byte has changed; io.
Arrays read_checked_arrays(const std::filesystem::path& path);

}  // namespace biotropy::files
