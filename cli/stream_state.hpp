// SPDX-License-Identifier: Apache-2.0
//
// The state of a stream in a file (NetCDF-4), so that it can go on later.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace biotropy::cli {

/// A state, and what it belongs to: another model, or other settings, could not go on from it.
struct StreamState {
  std::string model;     ///< SHA-256 of its file
  std::string settings;  ///< of the stream, in words
  std::vector<double> numbers;
};

/// The file appears whole or not at all. @throws Error io.
void save_stream_state(const StreamState& state, const std::filesystem::path& path);

/// Nobody vouches for the file. None: there is no such file.
/// @throws Error bad_file where it is none of ours; unsupported for a later format; invalid_data where it belongs to
/// another model or to other settings.
std::optional<std::vector<double>> load_stream_state(const std::filesystem::path& path, const std::string& model,
                                                     const std::string& settings);

}  // namespace biotropy::cli
