// SPDX-License-Identifier: Apache-2.0
//
// `biotropy completion SHELL`: the script that lets a shell complete the command line.
#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/completions.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

void add_completion_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "completion", "A script with which bash, zsh or fish complete commands, options and their words");
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->option_text("bash|zsh|fish");
  add_footer(command,
             "  biotropy completion zsh >_biotropy    # in a folder of $fpath\n"
             "  eval \"$(biotropy completion bash)\"    # in this shell alone\n");
  command.callback([shell, &program, &chosen] {
    chosen = [shell, &program](Context&) {
      const CommandWords words = words_of(program);
      print(*shell == "bash"  ? bash_completions(words)
            : *shell == "zsh" ? zsh_completions(words)
                              : fish_completions(words));
      return ExitCode::done;
    };
  });
}

}  // namespace biotropy::cli
