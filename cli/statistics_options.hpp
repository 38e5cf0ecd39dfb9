// SPDX-License-Identifier: Apache-2.0
//
// Options of the comparison of groups.
#pragma once

#include <string>
#include <vector>

#include "biotropy/study/description.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct StatisticsOptions {
  std::vector<std::string> contrasts;  ///< names, two for each

  /// Appends the contrasts to the settings.
  void apply(study::StatisticsSettings& settings) const;
};

void add_statistics_options(CLI::App& command, study::StatisticsSettings& settings, StatisticsOptions& options);

/// The column of groups, and the epochs that an entry needs.
void add_group_options(CLI::App& command, study::Description& description);

}  // namespace biotropy::cli
