// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <CLI/CLI.hpp>

#include "biotropy/device/devices.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

Execution RunOptions::execution() const {
  Execution execution;
  execution.threads = threads;
  execution.cancel = &interruption();
  execution.device = device;
  execution.notify = [to = notices](const Notice& notice) { to->add(notice); };
  return execution;
}

void RunOptions::apply(Console& console) const {
  if (quiet) console.be_quiet();
  validate(execution());
  if (device != "auto" && device != "cpu") device::find_all(device);
}

void add_run_options(CLI::App& command, RunOptions& options) {
  command.add_option("--threads", options.threads, "Threads; 0: one for every core")
      ->option_text("N [0]")
      ->group("Running");
  add_quiet_option(command, options.quiet);
}

void add_quiet_option(CLI::App& command, bool& quiet) {
  command
      .add_flag("--quiet", quiet,
                "Errors only: no progress, warnings or notes, and no summary of what goes into a file")
      ->group("Running");
}

void add_device_option(CLI::App& command, RunOptions& options) {
  command
      .add_option(
          "--device", options.device,
          "Where the work is done: auto, cpu, opencl[:I], cuda[:I] ('biotropy devices'), or several: cuda:0,cuda:1, "
          "cuda:all; auto takes GPUs only where they are expected to be faster")
      ->option_text("DEVICE [auto]")
      ->group("Running");
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "As JSON, for other programs")->group("Output");
}

void add_footer(CLI::App& command, const std::string& examples) {
  command.footer("Examples:\n" + examples + "\n" + exit_code_table());
}

}  // namespace biotropy::cli
