// SPDX-License-Identifier: Apache-2.0
//
// Files that are read together with a recording of a study, known before it is opened.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/study/description.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

/// The table of channels (of heartbeats: the JSON files of a table of physiology); that of events and the sidecar with
/// the line frequency where the description uses them; and, of formats in several files, those beside the recording
/// that differ from it in their ending (.eeg, .vmrk, .dat, .fdt) or in the number of the split. In the order of their
/// paths.
/// @throws Error as files::bids_table(), events_beside() and files::line_frequency(); io for a folder that cannot be
/// read.
std::vector<std::filesystem::path> other_files(const Description& description, const std::filesystem::path& recording);

/// One SHA-256 for the contents of these files; empty without any.
/// @throws Error as above and files::sha256().
std::string sha256_of_others(const Description& description, const std::filesystem::path& recording,
                             const CancelFlag* cancel);

}  // namespace biotropy::study
