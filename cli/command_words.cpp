// SPDX-License-Identifier: Apache-2.0
#include "cli/command_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace biotropy::cli {

namespace {

// "real|max [real]": real, max.
std::vector<std::string> choices_of(const std::string& value) {
  const std::string words = value.substr(0, value.find(' '));
  const bool plain = std::all_of(words.begin(), words.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '|';
  });
  if (!plain || words.find('|') == std::string::npos) return {};
  return CLI::detail::split(words, '|');
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords result;
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) {
    result.value = option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
    result.choices = choices_of(result.value);
  }
  result.help = option.get_description();
  result.group = option.get_group();
  return result;
}

}  // namespace

bool OptionWords::is_path() const {
  constexpr std::array<const char*, 4> kinds = {"FILE", "FOLDER", "TSV", "MODEL"};
  return std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return value.starts_with(kind); });
}

CommandWords words_of(const CLI::App& app, const std::string& path) {
  CommandWords result{path, app.get_description(), app.get_footer(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->get_positional()) {
      result.arguments.push_back(words_of(*option));
      result.arguments.back().names = {option->get_name()};
    } else {
      result.options.push_back(words_of(*option));
    }
  }
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    result.commands.push_back(words_of(*command, path + (path.empty() ? "" : " ") + command->get_name()));
  }
  return result;
}

std::vector<const CommandWords*> all_commands(const CommandWords& command) {
  std::vector<const CommandWords*> result = {&command};
  for (const CommandWords& one : command.commands) {
    for (const CommandWords* below : all_commands(one)) result.push_back(below);
  }
  return result;
}

}  // namespace biotropy::cli
