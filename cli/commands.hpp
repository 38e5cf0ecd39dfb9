// SPDX-License-Identifier: Apache-2.0
//
// Subcommands. Each adds itself, with its options, to the program, and stores in `chosen` the function that does the
// work after parsing.
#pragma once

#include <functional>
#include <string>

#include "cli/console.hpp"
#include "cli/exit_code.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Shared state that a subcommand receives from the program.
struct Context {
  Console& console;
  std::string command_line;
};

using Command = std::function<ExitCode(Context&)>;

void add_info_command(CLI::App& program, Command& chosen);
void add_entropy_command(CLI::App& program, Command& chosen);
void add_multiscale_command(CLI::App& program, Command& chosen);
void add_cross_command(CLI::App& program, Command& chosen);
void add_simulate_command(CLI::App& program, Command& chosen);
void add_rr_command(CLI::App& program, Command& chosen);
void add_study_command(CLI::App& program, Command& chosen);
void add_report_command(CLI::App& program, Command& chosen);
void add_stream_command(CLI::App& program, Command& chosen);
void add_states_command(CLI::App& program, Command& chosen);
void add_engines_command(CLI::App& program, Command& chosen);
void add_devices_command(CLI::App& program, Command& chosen);
void add_completion_command(CLI::App& program, Command& chosen);
void add_help_command(CLI::App& program, Command& chosen);

/// Those of `biotropy states`.
void add_states_train(CLI::App& parent, Command& chosen);
void add_states_adapt(CLI::App& parent, Command& chosen);
void add_states_classify(CLI::App& parent, Command& chosen);
void add_states_events(CLI::App& parent, Command& chosen);
void add_states_evaluate(CLI::App& parent, Command& chosen);
void add_states_compare(CLI::App& parent, Command& chosen);
void add_states_info(CLI::App& parent, Command& chosen);
void add_states_stream(CLI::App& parent, Command& chosen);
void add_states_bids(CLI::App& parent, Command& chosen);
void add_states_simulate(CLI::App& parent, Command& chosen);

/// Message for an unknown command of a program or command.
std::string unknown_command(const CLI::App& app, const std::string& name);

}  // namespace biotropy::cli
