// SPDX-License-Identifier: Apache-2.0
//
// `biotropy help COMMAND`: the same text as `biotropy COMMAND --help`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/suggestion.hpp"
#include "cli/commands.hpp"
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
  command.add_option("COMMAND", *words, "A command, and one of its own; otherwise the program")->option_text("[...]");
  add_footer(command,
             "  biotropy help entropy\n"
             "  biotropy help study run\n");
  command.callback([words, &program, &chosen] {
    chosen = [words, &program](Context&) {
      const CLI::App* app = &program;
      std::string name;
      for (const std::string& word : *words) {
        name += app->get_name() + " ";
        app = &command_of(*app, word);
      }
      name += app->get_name();
      print(program.get_formatter()->make_help(app, name, CLI::AppFormatMode::Normal));
      return ExitCode::done;
    };
  });
}

}  // namespace biotropy::cli
