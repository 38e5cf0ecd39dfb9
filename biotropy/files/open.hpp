// SPDX-License-Identifier: Apache-2.0
//
// Opens a file of any format: its content decides how it is read, and its name only if the content is ambiguous.
#pragma once

#include <filesystem>
#include <optional>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Reads EDF, EDF+, BDF, BDF+, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT (version 5 and 7.3) and text; types of
/// channels, and which are bad, from the table of channels (BIDS) that holds for the recording, otherwise from the
/// file.
/// @throws Error file_not_found, bad_file, unsupported, io or out_of_memory with the path and the fault;
/// invalid_argument for options that are not allowed.
series::Recording open(const std::filesystem::path& path, const OpenOptions& given = {});

/// The table of channels that open() takes; nothing if there is none, or the options leave it out.
/// @throws Error bad_file as bids_table().
std::optional<std::filesystem::path> channel_table(const std::filesystem::path& path, const OpenOptions& options);

}  // namespace biotropy::files
