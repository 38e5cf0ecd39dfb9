// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include "biotropy/device/devices.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"

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

namespace {

std::span<const OptionRow<RunOptions>> run_rows() {
  using S = RunOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("threads", &S::threads, {"N", "", "an integer of at least 0", "Threads; 0: one for every core"}),
      option_row<S>(
          "quiet", &S::quiet,
          {"", "", "", "Errors only: no progress, warnings or notes, and no summary of what goes into a file"}),
      option_row<S>("device", &S::device,
                    {"DEVICE", "", "a device",
                     "Where the work is done: auto, cpu, opencl[:I], cuda[:I] ('biotropy devices'), or several: "
                     "cuda:0,cuda:1, cuda:all; auto takes GPUs only where they are expected to be faster"}),
      option_row<S>("json", &S::json, {"", "", "", "As JSON, for other programs", {}, "Output"}),
  };
  return rows;
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  add_rows(command, options, run_rows().first(2), "Running");
}

void add_run_option(CLI::App& command, RunOptions& options, std::string_view name) {
  add_rows(command, options, one_row(run_rows(), name), "Running");
}

}  // namespace biotropy::cli
