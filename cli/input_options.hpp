// SPDX-License-Identifier: Apache-2.0
//
// Options for the recordings and for facts that their files do not contain.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/options.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct InputOptions : files::OpenOptions {
  std::vector<std::string> files;
};

void add_input_options(CLI::App& command, InputOptions& options);

/// All options except the files.
void add_read_options(CLI::App& command, files::OpenOptions& options);

}  // namespace biotropy::cli
