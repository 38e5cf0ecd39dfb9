// SPDX-License-Identifier: Apache-2.0
//
// Options of every long-running command.
#pragma once

#include <memory>
#include <string>

#include "biotropy/threads.hpp"
#include "cli/console.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct RunOptions {
  int threads = 0;
  bool quiet = false;
  std::string device = "auto";
  std::shared_ptr<GatheredNotices> notices = std::make_shared<GatheredNotices>();  ///< those of all executions

  /// Threads and device of the options, cancelled by Ctrl-C.
  Execution execution() const;
  void apply(Console& console) const;
};

void add_run_options(CLI::App& command, RunOptions& options);

void add_quiet_option(CLI::App& command, bool& quiet);

/// For commands that count or classify.
void add_device_option(CLI::App& command, RunOptions& options);

/// For commands that print results and write no file.
void add_json_option(CLI::App& command, bool& json);

/// Ends every --help. `examples` are lines of shell commands.
void add_footer(CLI::App& command, const std::string& examples);

}  // namespace biotropy::cli
