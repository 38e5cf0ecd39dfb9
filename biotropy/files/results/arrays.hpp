// SPDX-License-Identifier: Apache-2.0
//
// Named arrays and properties in a NetCDF-4 file, whole and at once: how a trained model, or anything else that is a
// handful of arrays, is kept so that xarray, R and MATLAB can open it too. Files are read in a confined child
// process, because the HDF5 library does not promise to survive damaged ones.
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

/// The file appears whole or not at all, and the same arrays make the same bytes. Numbers are stored as doubles,
/// uncompressed; the file is made in memory first. Behind its end, where readers of NetCDF do not look, stands a line
/// with the SHA-256 of all bytes before it.
/// @throws Error invalid_data for a variable whose values are not as many as its dimensions say, or whose dimension is
/// not there; out_of_memory; io.
void write_arrays(const std::filesystem::path& path, const Arrays& arrays);

/// @throws Error bad_file where the last line is not the one of write_arrays() with the checksum of the bytes before
/// it; file_not_found; cancelled; io.
void require_checksum(const std::filesystem::path& path, const CancelFlag* cancel = nullptr);

/// Everything in the root of the file; variables of other types than doubles and texts are left out.
/// @throws Error file_not_found; bad_file where it is no NetCDF-4 file, is damaged, or announces more numbers than its
/// bytes can be; io.
Arrays read_arrays(const std::filesystem::path& path);

}  // namespace biotropy::files
