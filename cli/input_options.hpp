// SPDX-License-Identifier: Apache-2.0
//
// The recordings to be read, and what their files do not say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/open.hpp"
#include "biotropy/files/results.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct InputOptions {
  std::vector<std::string> files;
  std::optional<double> rate;
  std::string orientation = "automatic", variable, columns, separator;

  /// @throws Error invalid_argument.
  files::OpenOptions open_options() const;
};

void add_input_options(CLI::App& command, InputOptions& options);

/// Those that were given, for the record.
void record(const InputOptions& options, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::cli
