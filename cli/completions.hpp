// SPDX-License-Identifier: Apache-2.0
//
// Completions of the command line: scripts for shells with the commands, their options and the words that these take.
#pragma once

#include <string>

#include "cli/command_words.hpp"

namespace biotropy::cli {

std::string bash_completions(const CommandWords& program);
std::string zsh_completions(const CommandWords& program);
std::string fish_completions(const CommandWords& program);

}  // namespace biotropy::cli
