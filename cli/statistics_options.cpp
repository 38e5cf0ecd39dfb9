// SPDX-License-Identifier: Apache-2.0
#include "cli/statistics_options.hpp"

#include <fmt/format.h>

#include "biotropy/groups/network_options.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

void StatisticsOptions::apply(study::StatisticsSettings& settings) const {
  for (std::size_t i = 0; i + 1 < contrasts.size(); i += 2) {
    settings.contrasts.emplace_back(contrasts[i], contrasts[i + 1]);
  }
}

void add_statistics_options(CLI::App& command, study::StatisticsSettings& settings, StatisticsOptions& options) {
  const char* group = "Statistics";
  add_row(command, options.contrasts, "contrast",
          {"GROUP GROUP",
           "",
           "two groups",
           "Two groups to be compared; may be given again; otherwise each group with the next one",
           {},
           group});
  add_rows(command, settings, study::statistics_options(), group);
  add_rows(command, settings.permutations, groups::permutation_options(), group);
}

void add_group_options(CLI::App& command, study::Description& description) {
  for (const char* name : {"group_column", "least_epochs"}) {
    add_rows(command, description, one_row(study::description_options(), name), "Subjects");
  }
}

}  // namespace biotropy::cli
