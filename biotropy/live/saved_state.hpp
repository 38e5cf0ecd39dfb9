// SPDX-License-Identifier: Apache-2.0
//
// The state of a stream in a file (NetCDF-4), so that it can go on later.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::live {

/// What a state belongs to: nothing else could go on from it.
struct StateOrigin {
  std::string model;     ///< its digest
  std::string source;    ///< digests of the files of a replay, separated by blanks; empty: samples come live
  std::string settings;  ///< of the stream, in words
};

struct SavedState {
  StateOrigin origin;
  std::vector<double> numbers;
};

/// @throws Error io where it cannot be told.
bool state_exists(const std::filesystem::path& path);

/// The file appears whole or not at all. @throws Error io.
void save_state(const SavedState& state, const std::filesystem::path& path);

/// The numbers of a state of this origin. The file is not trusted.
/// @throws Error bad_file where it is no state; unsupported for another format; invalid_data where it belongs to
/// another model, source or to other settings.
std::vector<double> load_state(const std::filesystem::path& path, const StateOrigin& origin);

}  // namespace biotropy::live
