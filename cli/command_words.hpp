// SPDX-License-Identifier: Apache-2.0
//
// The commands of the program and their options as plain texts, from which shell completions and manual pages are made.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace biotropy::cli {

struct OptionWords {
  std::vector<std::string> names;  ///< with hyphens; none for an argument by position
  std::string value;               ///< what follows it, as the help has it: "HZ", "comma|tab [comma]"; empty for a flag
  std::vector<std::string> choices;  ///< of the value, if it is one of a few words
  std::string help, group;

  bool is_flag() const { return value.empty(); }
  /// Whether the value is a file or a folder.
  bool is_path() const;
};

struct CommandWords {
  std::string path;  ///< the words after the name of the program: "study run"; empty for the program
  std::string help, footer;
  std::vector<OptionWords> options, arguments;
  std::vector<CommandWords> commands;
};

/// A command with all of its own.
CommandWords words_of(const CLI::App& app, const std::string& path = "");

/// The command and all below it, the command first.
std::vector<const CommandWords*> all_commands(const CommandWords& command);

}  // namespace biotropy::cli
