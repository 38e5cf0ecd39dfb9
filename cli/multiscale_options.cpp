// SPDX-License-Identifier: Apache-2.0
#include "cli/multiscale_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/table_option.hpp"

namespace biotropy::cli {

void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& settings) {
  command.add_option("--scales", settings.scales, "Scales in samples: 1-20, or 1,2,5,10-15")
      ->option_text(settings.scales.empty() ? "LIST" : fmt::format("LIST [{}]", settings.scales))
      ->group(kScalesGroup);
  for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
    const auto set = [&settings](const auto& row, const auto& value) { settings.options.set(row, value); };
    add_table_option(command, option, set)
        ->description(std::string(option.help))
        ->option_text(value_text(option, option.usual()))
        ->group(kScalesGroup);
  }
}

bool any_given(const CLI::App& command, const std::string& group) {
  const auto options = command.get_options([&](const CLI::Option* option) { return option->get_group() == group; });
  return std::any_of(options.begin(), options.end(), [](const CLI::Option* option) { return option->count() > 0; });
}

}  // namespace biotropy::cli
