// SPDX-License-Identifier: Apache-2.0
//
// Options for the destination and format of results, and checks that none overwrites another file.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/results/results.hpp"
#include "biotropy/words.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct OutputOptions {
  std::string path;
  std::optional<files::ResultFormat> format;

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

/// Where each recording's output goes: with several of them `output` is a folder.
struct EachOutput {
  const std::string& output;
  const std::vector<std::string>& inputs;
  const char* ending;  ///< of names in the folder, behind that of the recording

  std::filesystem::path of(const std::string& input) const;
  /// @param others further files of the command.
  /// @throws Error invalid_argument if two outputs, or an output and one of the others, are one file, by whatever path;
  /// for an output that is a recording, and for several without a folder.
  void require(std::vector<OneOutput> others) const;
};

}  // namespace biotropy::cli

namespace biotropy {

template <>
inline constexpr std::array kWords<files::ResultFormat>{
    Word{"netcdf", files::ResultFormat::netcdf},
    Word{"csv", files::ResultFormat::csv},
    Word{"json", files::ResultFormat::json},
};

}  // namespace biotropy
