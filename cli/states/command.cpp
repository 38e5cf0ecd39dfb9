// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states`: sequential classification of recordings (SICAMM).

#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

void add_states_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_parent(
      program, "states", "Classes of recordings that follow each other: training, classification, scores (SICAMM)");
  add_footer(command,
             "  biotropy states train rest.edf task.edf -o model.nc\n"
             "  biotropy states classify next.edf --model model.nc -o next.tsv\n"
             "  biotropy states evaluate next.edf --model model.nc\n");
  add_states_train(command, chosen);
  add_states_adapt(command, chosen);
  add_states_classify(command, chosen);
  add_states_events(command, chosen);
  add_states_evaluate(command, chosen);
  add_states_compare(command, chosen);
  add_states_info(command, chosen);
  add_states_stream(command, chosen);
  add_states_bids(command, chosen);
  add_states_simulate(command, chosen);
}

}  // namespace biotropy::cli
