// SPDX-License-Identifier: Apache-2.0
//
// Arguments that every command for a dataset of BIDS takes, and options of the comparison of its groups.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/bids_dataset.hpp"
#include "biotropy/study/description.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct DatasetOptions {
  std::string dataset, output, level, label;
  files::BidsSelection selection;
  bool skip_validation = false;

  bool of_group() const { return level == "group"; }
};

/// @param levels what the levels participant and group do.
/// @param usual_label where the label comes from without --desc.
void add_dataset_options(CLI::App& command, DatasetOptions& options, const std::string& levels,
                         const std::string& usual_label);

struct StatisticsOptions {
  std::vector<std::string> contrasts;  ///< names, two for each

  /// Appends the contrasts to the settings.
  void apply(study::StatisticsSettings& settings) const;
};

void add_statistics_options(CLI::App& command, study::StatisticsSettings& settings, StatisticsOptions& options);

/// The column of groups, and the epochs that an entry needs.
void add_group_options(CLI::App& command, study::Description& description);

}  // namespace biotropy::cli
