// SPDX-License-Identifier: Apache-2.0
//
// Tables of numbers as text, by the ten rules of docs/files.md. Numbers are read alike in every locale.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Every column of numbers is a channel but that of time; with Orientation::rows every line is one.
/// @throws Error bad_file naming the line for words between the numbers and for lines of different lengths; unsupported
/// for what the options have to decide.
series::Recording read_table(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
