// SPDX-License-Identifier: Apache-2.0
//
// The state of a stream in a file with a checksum over every byte, so that it can go on later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::live {

/// Model, samples and settings that a state belongs to: no other stream could go on from it.
struct StateOrigin {
  std::string model;     ///< its digest
  std::string source;    ///< digests of the files of a replay, separated by blanks; empty: samples come live
  std::string settings;  ///< of the stream, in words
};

/// The output of a stream, up to the line of its last sample.
struct WrittenLines {
  std::uint64_t bytes = 0;
  std::string format;  ///< of the lines, in a word; empty: there was no output
};

struct SavedState {
  StateOrigin origin;
  std::vector<double> numbers;
  WrittenLines written = {};
};

/// The file appears whole or not at all. @throws Error io.
void save_state(const SavedState& state, const std::filesystem::path& path);

/// A state of this origin. The file is not trusted.
/// @throws Error bad_file if it is not a state, or a byte of it has changed; unsupported for another format;
/// invalid_data if it belongs to another model, source or to other settings.
SavedState load_state(const std::filesystem::path& path, const StateOrigin& origin);

}  // namespace biotropy::live
