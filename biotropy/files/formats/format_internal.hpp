// SPDX-License-Identifier: Apache-2.0
//
// Detects the format of a file from its first bytes.
#pragma once

#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

enum class Format { brainvision, edf, fif, gdf, npy, mat, polar, text, wfdb, unknown };

/// As many bytes as detection needs.
std::string_view first_bytes(Input& input);

/// Never WFDB or BrainVision, whose files of samples have no magic number.
Format format_by_content(std::string_view first_bytes);

}  // namespace biotropy::files
