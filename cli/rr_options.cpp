// SPDX-License-Identifier: Apache-2.0
#include "cli/rr_options.hpp"

#include "cli/table_option.hpp"

namespace biotropy::cli {

void add_rr_options(CLI::App& command, RrOptions& options, const std::string& prefix) {
  add_rows<heartbeats::Reading>(command, options, heartbeats::rr_options(), "Heartbeats", prefix);
}

}  // namespace biotropy::cli
