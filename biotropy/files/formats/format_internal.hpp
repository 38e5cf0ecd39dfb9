// SPDX-License-Identifier: Apache-2.0
//
// Which format the first bytes of a file are of.
#pragma once

#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

enum class Format { edf, npy, mat, text, wfdb, unknown };

/// As many as tell a format.
std::string_view first_bytes(Input& input);

/// Never WFDB, whose signal and annotation files begin like any others.
Format format_by_content(std::string_view first_bytes);

}  // namespace biotropy::files
