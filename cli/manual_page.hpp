// SPDX-License-Identifier: Apache-2.0
//
// The help of a command as a manual page (man 7).
#pragma once

#include <string>

#include "cli/command_words.hpp"

namespace biotropy::cli {

std::string manual_page(const CommandWords& command);

}  // namespace biotropy::cli
