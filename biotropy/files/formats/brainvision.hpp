// SPDX-License-Identifier: Apache-2.0
//
// Recordings in BrainVision's Core Data Format (Brain Products 2020): a header (.vhdr) in sections names a file of
// samples
// (.eeg), binary or text, and a file of markers (.vmrk). A sample is its stored value times the resolution of its
// channel.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The header of a recording that is named by its header, its markers, or its samples ("x.eeg" beside "x.vhdr");
/// nothing if the file is none of these. `first_bytes` are those of the file.
std::optional<std::filesystem::path> brainvision_header(const std::filesystem::path& path,
                                                        std::string_view first_bytes);

/// Every channel has the header's rate, its own unit, and uV where it gives none. Markers become annotations
/// ("Stimulus/S  1"); a marker "New Segment" after the first sample is a gap in every channel, with a length if it has
/// a date.
/// @param path the header.
/// @throws Error bad_file naming the file and the entry; file_not_found for samples or markers that the header names;
/// unsupported for spectra, and for files outside the folder of the header unless the options allow them.
series::Recording read_brainvision(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace biotropy::files
