// SPDX-License-Identifier: Apache-2.0
#include "cli/input_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/input.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

void add_read_options(CLI::App& command, files::OpenOptions& options) {
  add_rows(command, options, files::open_options(), "Reading");
}

void add_input_options(CLI::App& command, InputOptions& options) {
  command
      .add_option("FILE", options.files,
                  "Recordings: EDF, EDF+, BDF, BDF+, BrainVision (.vhdr), EEGLAB (.set), FIF, GDF, WFDB (header, "
                  "annotations or record name), NPY, MAT (version 5 and 7.3), "
                  "CSV and other text; '-': standard input")
      ->required()
      ->transform([](const std::string& path) {
        return path == "-" ? files::Input::kStandardInput : files::wfdb_record(path).generic_string();
      })
      ->option_text("...");
  command.parse_complete_callback([&options] {
    const auto times = std::count(options.files.begin(), options.files.end(), files::Input::kStandardInput);
    if (times <= 1) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("standard input ('-') was given {} times, and can be read once", times));
  });
  add_read_options(command, options);
}

}  // namespace biotropy::cli
