// SPDX-License-Identifier: Apache-2.0
//
// Options for the destination and format of results, and checks that none overwrites another file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

/// Throws invalid_argument if the result would overwrite a file that is read. @param what content of these files.
void require_other_than(const OutputOptions& options, const std::vector<std::string>& inputs,
                        const std::string& what = "the recording");

struct OneOutput {
  std::filesystem::path path;
  std::string of;  ///< its content, for the message: "the report", or a recording
};

/// @throws Error invalid_argument if two of them are one file, by whatever path.
void require_distinct(const std::vector<OneOutput>& outputs);

}  // namespace biotropy::cli
