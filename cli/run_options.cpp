// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <CLI/CLI.hpp>

#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

Execution RunOptions::execution() const {
  Execution execution;
  execution.threads = threads;
  execution.cancel = &interruption();
  return execution;
}

void RunOptions::apply(Console& console) const {
  if (quiet) console.be_quiet();
  validate(execution());
}

void add_run_options(CLI::App& command, RunOptions& options) {
  command.add_option("--threads", options.threads, "Threads; 0: one for every core")
      ->option_text("N [0]")
      ->group("Running");
  command.add_flag("--quiet", options.quiet, "No progress, no warnings, no notes: errors only")->group("Running");
}

void add_footer(CLI::App& command, const std::string& examples) {
  command.footer("Examples:\n" + examples + "\n" + exit_code_table());
}

}  // namespace biotropy::cli
