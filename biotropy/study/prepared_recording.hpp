// SPDX-License-Identifier: Apache-2.0
//
// A recording on its way to a measure: its chosen channels, prepared and cut, and where they come from.
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
  std::vector<files::FileDigest> other_files;  ///< that were read with it
  series::Epochs epochs;
  std::vector<std::string> remarks;  ///< what reading and preparation had to say
};

/// Positions of the channels of a list as series::select_channels() takes it.
/// @throws Error bad_file for a recording without channels; invalid_argument for a channel that is not there.
std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list);

/// @throws Error as prepare::prepare() and files::sha256().
PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const prepare::Preparation& preparation, const Execution& execution);

}  // namespace biotropy::study
