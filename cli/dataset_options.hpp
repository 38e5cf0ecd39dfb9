// SPDX-License-Identifier: Apache-2.0
//
// Arguments that every command for a dataset of BIDS takes.
#pragma once

#include <string>

#include "biotropy/files/bids_dataset.hpp"

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

}  // namespace biotropy::cli
