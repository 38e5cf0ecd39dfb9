// SPDX-License-Identifier: Apache-2.0
//
// Lines of a text that is compressed with gzip, in one or several members. One piece of the text is in memory at a
// time.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Visits each line without its end, with its number from 1.
/// @throws Error bad_file for what is not compressed with gzip, ends early, is damaged, or has a line too long for a
/// table.
void each_gzip_line(Input& input, const std::function<void(std::string_view line, std::uint64_t number)>& visit);

}  // namespace biotropy::files
