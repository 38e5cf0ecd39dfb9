// SPDX-License-Identifier: Apache-2.0
//
// Frequency of the mains where a recording was made, from the JSON sidecars of BIDS.
#pragma once

#include <filesystem>

namespace biotropy::files {

struct LineFrequency {
  double hertz = 0.0;
  std::filesystem::path sidecar;  ///< the file that gives it
};

/// PowerLineFrequency of the closest sidecar that has it: for "sub-1/eeg/sub-1_task-rest_eeg.edf" of the files that end
/// in "_eeg.json" and hold for it as tables do (bids.hpp).
/// @throws Error invalid_data if no sidecar has it, or the closest that has it says n/a; bad_file for a sidecar that is
/// no JSON object and for another value than a positive number; as bids_table().
LineFrequency line_frequency(const std::filesystem::path& recording);

}  // namespace biotropy::files
