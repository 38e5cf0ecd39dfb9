// SPDX-License-Identifier: Apache-2.0
//
// The recordings to be read, and what their files do not say.
#pragma once

#include <string>
#include <vector>

#include "biotropy/study/read_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct InputOptions : study::ReadSettings {
  std::vector<std::string> files;
};

void add_input_options(CLI::App& command, InputOptions& options);

/// All but the files.
void add_read_options(CLI::App& command, study::ReadSettings& options);

}  // namespace biotropy::cli
