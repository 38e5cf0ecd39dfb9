// SPDX-License-Identifier: Apache-2.0
//
// `biotropy help COMMAND`: the same text as `biotropy COMMAND --help`, or the manual page of the command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/suggestion.hpp"
#include "cli/commands.hpp"
#include "cli/manual_page.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

const CLI::App& command_of(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> commands = app.get_subcommands(nullptr);
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const auto* one) { return one->get_name() == name; });
  if (found != commands.end()) return **found;
  throw Error(ErrorCode::invalid_argument, unknown_command(app, name));
}

// A line for every command below this one.
std::string paths_below(const CLI::App& app, const std::string& path) {
  std::string lines;
  const CommandWords words = words_of(app, path);
  for (const CommandWords* command : all_commands(words)) {
    if (command->path != path) lines += command->path + "\n";
  }
  return lines;
}

}  // namespace

std::string unknown_command(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  const std::string close = suggestion(name, names);
  const std::string all = names.empty() || !close.empty() ? "" : fmt::format("; there is {}", fmt::join(names, ", "));
  return fmt::format("there is no command '{}'{}{}", name, close, all);
}

void add_help_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand("help", "The options of a command, the same as its '--help'");
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto manual = std::make_shared<bool>(false), listed = std::make_shared<bool>(false);
  command.add_option("COMMAND", *words, "A command, and one of its own; otherwise the program")->option_text("[...]");
  auto* as_page = command.add_flag("--manual", *manual, "As a manual page, for man -l");
  command.add_flag("--commands", *listed, "Only the names of all commands")->excludes(as_page);
  add_footer(command,
             "  biotropy help entropy\n"
             "  biotropy help study run\n"
             "  biotropy help --manual cross | man -l -\n");
  command.callback([words, manual, listed, &program, &chosen] {
    chosen = [words, manual, listed, &program](Context&) {
      const CLI::App* app = &program;
      std::string path;
      for (const std::string& word : *words) {
        app = &command_of(*app, word);
        path += (path.empty() ? "" : " ") + word;
      }
      if (*listed) {
        print(paths_below(*app, path));
        return ExitCode::done;
      }
      print(*manual ? manual_page(words_of(*app, path))
                    : program.get_formatter()->make_help(app, path.empty() ? "biotropy" : "biotropy " + path,
                                                         CLI::AppFormatMode::Normal));
      return ExitCode::done;
    };
  });
}

}  // namespace biotropy::cli
