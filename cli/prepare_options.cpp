// SPDX-License-Identifier: Apache-2.0
#include "cli/prepare_options.hpp"

#include "cli/table_option.hpp"

namespace biotropy::cli {

void add_prepare_options(CLI::App& command, PrepareOptions& options, bool windows) {
  const auto rows = study::prepare_options();
  const auto is_of_windows = [](const auto& row) { return row.name == "window" || row.name == "step"; };
  const auto first = std::find_if(rows.begin(), rows.end(), is_of_windows);
  const auto end = std::find_if_not(first, rows.end(), is_of_windows);
  add_rows(command, options, {windows ? rows.begin() : end, rows.end()}, "Epochs");
  if (!windows) add_rows(command, options, {rows.begin(), first}, "Epochs");
}

}  // namespace biotropy::cli
