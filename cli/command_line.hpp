// SPDX-License-Identifier: Apache-2.0
//
// The command line of the program: its commands with their options, and messages for what is none of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace biotropy::cli {

/// All commands. Parsing stores in `chosen` the work of the one that is called.
std::shared_ptr<CLI::App> command_line(Command& chosen);

/// Parses the words of a command line, of which the first is the program. Help and faults are printed.
/// @returns nothing where the chosen work is to be done, else the exit code.
std::optional<ExitCode> parse(CLI::App& program, const std::vector<std::string>& words, Console& console);

/// The chosen command as its words, each with a blank behind it.
std::string name_of_chosen(const CLI::App& program);

}  // namespace biotropy::cli
