// SPDX-License-Identifier: Apache-2.0
//
// Untrusted text on a terminal: names of files and labels may contain control sequences.
#pragma once

#include <string>
#include <string_view>

namespace biotropy::cli {

/// Replaces each control character by a blank, including 8-bit ones and those that change the direction of text, and
/// each byte that is not UTF-8 by '?'.
/// @param kept a control character to keep.
std::string printable(std::string_view text, char kept = '\0');

}  // namespace biotropy::cli
