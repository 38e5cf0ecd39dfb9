// SPDX-License-Identifier: Apache-2.0
//
// The subcommands of `biotropy states`.
#pragma once

#include "cli/commands.hpp"

namespace biotropy::cli {

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

}  // namespace biotropy::cli
