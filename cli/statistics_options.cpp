// SPDX-License-Identifier: Apache-2.0
#include "cli/statistics_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "biotropy/error.hpp"
#include "biotropy/groups/network_options.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

void StatisticsOptions::apply(study::StatisticsSettings& settings) const {
  if (contrasts.size() % 2 != 0) {
    throw Error::argument("--contrast", contrasts.back(), "a second group for each contrast");
  }
  for (std::size_t i = 0; i + 1 < contrasts.size(); i += 2) {
    settings.contrasts.emplace_back(contrasts[i], contrasts[i + 1]);
  }
}

void add_statistics_options(CLI::App& command, study::StatisticsSettings& settings, StatisticsOptions& options) {
  const char* group = "Statistics";
  command
      .add_option("--contrast", options.contrasts,
                  "Two groups to be compared; may be given again; otherwise each group with the next one")
      ->expected(2)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->option_text("GROUP GROUP")
      ->group(group);
  add_rows(command, settings, study::statistics_options(), group);
  add_rows(command, settings.permutations, groups::permutation_options(), group);
}

void add_group_options(CLI::App& command, study::Description& description) {
  const char* group = "Subjects";
  command.add_option("--group-column", description.group_column, "Column of groups in the table of the participants")
      ->option_text("NAME [group]")
      ->group(group);
  command
      .add_option("--least-epochs", description.least_epochs,
                  "Epochs that an entry of a subject needs; with fewer it has no value")
      ->option_text("N [1]")
      ->group(group);
}

}  // namespace biotropy::cli
