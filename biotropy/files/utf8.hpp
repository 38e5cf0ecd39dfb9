// SPDX-License-Identifier: Apache-2.0
//
// Text that others wrote, in UTF-8: messages hold nothing else.
#pragma once

#include <string>
#include <string_view>

namespace biotropy::files {

bool is_utf8(std::string_view text);

/// Keeps UTF-8, reads anything else as Latin-1; control characters become blanks.
std::string to_utf8(std::string_view text);

}  // namespace biotropy::files
