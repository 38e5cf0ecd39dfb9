// SPDX-License-Identifier: Apache-2.0
//
// Options of every long-running command.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "biotropy/threads.hpp"
#include "cli/console.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct RunOptions {
  int threads = 0;
  bool quiet = false, json = false;
  std::string device = "auto";
  std::shared_ptr<GatheredNotices> notices = std::make_shared<GatheredNotices>();  ///< those of all executions

  /// Threads and device of the options, cancelled by Ctrl-C.
  Execution execution() const;
  void apply(Console& console) const;
};

/// Threads and messages.
void add_run_options(CLI::App& command, RunOptions& options);

/// One of the others: "quiet" alone; "device" for commands that count or classify; "json" for those that print results
/// and write no file.
void add_run_option(CLI::App& command, RunOptions& options, std::string_view name);

}  // namespace biotropy::cli
