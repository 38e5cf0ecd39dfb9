// SPDX-License-Identifier: Apache-2.0
//
// The state of a stream in a file (NetCDF-4), so that it can go on later.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace biotropy::cli {

/// Instead of a recording.
constexpr const char* kLive = "none";

/// What a state belongs to: nothing else could go on from it.
struct StreamOrigin {
  std::string model;      ///< SHA-256 of its file
  std::string recording;  ///< those of the files of a replay, separated by blanks; kLive: samples come live
  std::string settings;   ///< of the stream, in words
};

struct StreamState {
  StreamOrigin origin;
  std::vector<double> numbers;
};

/// @throws Error io where no state could be written to this path, which is better known before the stream.
void require_place_of_state(const std::filesystem::path& path);

/// The file appears whole or not at all. @throws Error io.
void save_stream_state(const StreamState& state, const std::filesystem::path& path);

/// Nobody vouches for the file. None: there is no such file.
/// @throws Error bad_file where it is none of ours; unsupported for another format; invalid_data where it belongs to
/// another model, another recording or to other settings; io where it cannot be told whether there is one.
std::optional<std::vector<double>> load_stream_state(const std::filesystem::path& path, const StreamOrigin& origin);

}  // namespace biotropy::cli
