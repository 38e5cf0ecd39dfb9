// SPDX-License-Identifier: Apache-2.0
//
// EDF and BDF files that a program for text has rewritten: an editor or a transfer that takes bytes for characters.
// Their headers are still readable, and their samples are not what was recorded.
#pragma once

#include <cstdint>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Genuine records break the rules of text within a few bytes, so that little of a file is looked at.
/// @param announced bytes that the file should have; 0 where its header does not say.
/// @throws Error bad_file where every byte of the file fits a conversion to UTF-8, or of line ends to CR LF.
void refuse_text_conversion(Input& input, std::uint64_t announced);

}  // namespace biotropy::files
