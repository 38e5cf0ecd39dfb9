// SPDX-License-Identifier: Apache-2.0
//
// Tables of numbers as text: one number per line, or columns separated by commas, semicolons, tabs or blanks, with or
// without a line of names, with '%' or '#' comments. Numbers have a decimal point whatever the locale.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Every column of numbers is a channel (every line, if the options choose rows). Other columns, such as clock times,
/// and columns that count time or samples are left out with a warning, unless the options choose them. Empty fields,
/// NaN and NA are missing samples.
/// @throws Error bad_file naming the line for words between the numbers and for lines of different lengths; unsupported
/// for a decimal comma, and for a first column without a name that may be time or a channel.
series::Recording read_csv(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
