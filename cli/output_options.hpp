// SPDX-License-Identifier: Apache-2.0
//
// Where results go, and in which format.
#pragma once

#include <memory>
#include <string>

#include "biotropy/files/results/results.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct OutputOptions {
  std::string path, format;

  bool given() const { return !path.empty(); }
  bool to_standard_output() const { return path == "-"; }

  /// Starts writing. @throws Error invalid_argument, io.
  std::unique_ptr<files::ResultWriter> start(const files::ResultsHead& head) const;
};

void add_output_options(CLI::App& command, OutputOptions& options, const std::string& otherwise);

/// Throws invalid_argument where the result would take the place of a file that is read. @param what is in these.
void require_other_than(const OutputOptions& options, const std::vector<std::string>& inputs,
                        const std::string& what = "the recording");

}  // namespace biotropy::cli
