// SPDX-License-Identifier: Apache-2.0
#include "cli/statistics_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "biotropy/error.hpp"
#include "cli/strict_values.hpp"

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
  command.add_option("--alpha", settings.alpha, "Level below which a p-value counts as significant in the summary")
      ->option_text(fmt::format("A [{}]", settings.alpha))
      ->group(group);
  command
      .add_option("--permutations", settings.permutations,
                  "Arrangements of the group labels that the permutation test draws")
      ->option_text(fmt::format("N [{}]", settings.permutations))
      ->group(group);
  command.add_option("--seed", settings.seed, "Of those arrangements")
      ->type_name(kLongInteger)
      ->option_text("N [1]")
      ->group(group);
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
