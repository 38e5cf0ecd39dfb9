// SPDX-License-Identifier: Apache-2.0
//
// Tables of known programs and devices: what their first lines say, as options of a table.
#pragma once

#include <vector>

#include "biotropy/files/formats/text/layout_internal.hpp"

namespace biotropy::files {

/// The program that wrote these lines and comments, by its first line; TextFormat::table if it is not known.
TextFormat program_of(const std::vector<TextLine>& lines, const std::vector<TextLine>& comments);

/// Sets the options that the format tells and that are not given, and removes the lines that are neither names nor
/// samples.
void apply_program(std::vector<TextLine>& lines, const std::vector<TextLine>& comments, TableLayout& layout);

}  // namespace biotropy::files
