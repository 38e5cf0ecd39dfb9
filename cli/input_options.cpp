// SPDX-License-Identifier: Apache-2.0
#include "cli/input_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::cli {

namespace {

constexpr const char* kReading = "Reading";

}  // namespace

void add_read_options(CLI::App& command, study::ReadSettings& options) {
  const char* group = kReading;
  command
      .add_option("--rate", options.rate,
                  "Samples per second of files without a rate (text, NPY, MAT, annotations alone)")
      ->option_text("HZ")
      ->group(group);
  command
      .add_option("--orientation", options.orientation,
                  "Dimension of the channels; automatic: the shorter side of an array, the columns of a table")
      ->check(CLI::IsMember({"automatic", "rows", "columns"}))
      ->option_text("automatic|rows|columns [automatic]")
      ->group(group);
  command
      .add_option("--variable", options.variable,
                  "MAT: the variable, or field of a structure (EEG.data); otherwise the only array")
      ->option_text("NAME")
      ->group(group);
  command
      .add_option("--columns", options.columns,
                  "Text: the columns, by name, number or range (RR,2-9); otherwise all but time")
      ->option_text("LIST")
      ->group(group);
  command.add_option("--separator", options.separator, "Text: separator of columns; otherwise found from the content")
      ->check(CLI::IsMember({"comma", "semicolon", "tab", "blank"}))
      ->option_text("comma|semicolon|tab|blank")
      ->group(group);
  command.add_option("--decimal", options.decimal, "Text: mark before the decimals of numbers")
      ->check(CLI::IsMember({"point", "comma"}))
      ->option_text("point|comma [point]")
      ->group(group);
  command
      .add_flag(
          "--ignore-channel-table", options.ignore_channel_table,
          "Do not read the table of channels (BIDS, _channels.tsv) of the recording; only the file itself then tells "
          "bad channels and types")
      ->group(group);
  command
      .add_flag("--allow-maxshield", options.allow_maxshield,
                "FIF: read recordings with internal active shielding (MaxShield) as they are, distorted")
      ->group(group);
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
  command
      .add_option("--annotator", options.annotator,
                  "WFDB: the ending of the annotation file; otherwise atr, ecg, qrs or the only one there is")
      ->option_text("NAME")
      ->group(kReading);
  command
      .add_flag("--outside-files", options.outside_files,
                "WFDB, BrainVision, EEGLAB and FIF: read files outside the folder of the file that names them")
      ->group(kReading);
}

}  // namespace biotropy::cli
