// SPDX-License-Identifier: Apache-2.0
//
// EDF and BDF files that were converted as text by an editor or a transfer. Their headers can still be read, but their
// samples are wrong.
#pragma once

#include <cstdint>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Intact files violate the rules of text within a few bytes, so little of them is read.
/// @param announced expected file size in bytes; 0 if the header does not give it.
/// @throws Error bad_file if every byte of the file fits a conversion to UTF-8, or of line ends to CR LF.
void refuse_text_conversion(Input& input, std::uint64_t announced);

}  // namespace biotropy::files
