// SPDX-License-Identifier: Apache-2.0
//
// Channels of a file as one array, for hosts that hand recordings to users.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/files/open.hpp"
#include "biotropy/prepare/simultaneous.hpp"

namespace biotropy::study {

struct ReadSignals {
  prepare::Simultaneous signals;  ///< with all notices
  std::string format;
  std::vector<std::pair<std::string, OptionValue>> decided;  ///< as series::Recording::decided
};

/// The samples in spans that are marked as bad are missing (NaN), with a notice, unless Bads::keep.
/// @param path also any file of a WFDB record. @param channels as of series::select_channels().
/// @throws Error as files::open(), prepare::simultaneous() and bad_spans().
ReadSignals read_signals(const std::filesystem::path& path, const std::string& channels, std::size_t gap_fill,
                         files::OpenOptions options);

}  // namespace biotropy::study
