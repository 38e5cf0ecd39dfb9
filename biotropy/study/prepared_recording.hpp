// SPDX-License-Identifier: Apache-2.0
//
// A recording ready for a measure: its chosen channels, filtered and cut, and their provenance.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

struct PreparedRecording {
  std::string path, format, sha256;
  std::vector<files::FileDigest> other_files;  ///< read together with it
  series::Epochs epochs;
  std::vector<std::string> remarks;  ///< remarks of reading and preparation
};

/// Positions of channels, in the syntax of series::select_channels().
/// @throws Error bad_file for a recording without channels; invalid_argument for a missing channel.
std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list);

/// @throws Error as prepare::prepare() and files::sha256().
PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const prepare::Preparation& preparation, const Execution& execution);

}  // namespace biotropy::study
