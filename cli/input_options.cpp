// SPDX-License-Identifier: Apache-2.0
#include "cli/input_options.hpp"

#include <CLI/CLI.hpp>

#include "biotropy/files/wfdb.hpp"

namespace biotropy::cli {

namespace {

std::optional<char> separator_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "comma") return ',';
  if (text == "semicolon") return ';';
  if (text == "tab") return '\t';
  return ' ';
}

files::Orientation orientation_of(const std::string& text) {
  if (text == "rows") return files::Orientation::rows;
  if (text == "columns") return files::Orientation::columns;
  return files::Orientation::automatic;
}

}  // namespace

files::OpenOptions InputOptions::open_options() const {
  files::OpenOptions open;
  open.rate = rate;
  open.orientation = orientation_of(orientation);
  open.variable = variable;
  open.columns = columns;
  open.separator = separator_of(separator);
  files::validate(open);
  return open;
}

void add_input_options(CLI::App& command, InputOptions& options) {
  const char* group = "Reading";
  command
      .add_option(
          "FILE", options.files,
          "Recordings: EDF, EDF+, BDF, BDF+, WFDB (header, annotations or record name), NPY, MAT (version 5 and 7.3), "
          "CSV and other text")
      ->required()
      ->transform([](const std::string& path) { return files::wfdb_record(path).string(); })
      ->option_text("...");
  command
      .add_option("--rate", options.rate,
                  "Samples per second of files that do not say (text, NPY, MAT, annotations alone)")
      ->option_text("HZ")
      ->group(group);
  command.add_option("--orientation", options.orientation, "What counts the channels of an array or table")
      ->check(CLI::IsMember({"automatic", "rows", "columns"}))
      ->option_text("automatic|rows|columns [automatic]")
      ->group(group);
  command.add_option("--variable", options.variable, "MAT: the variable; otherwise the largest numeric one")
      ->option_text("NAME")
      ->group(group);
  command
      .add_option("--columns", options.columns, "Text: the columns, by name, number or range (RR,2-9); otherwise all")
      ->option_text("LIST")
      ->group(group);
  command
      .add_option("--separator", options.separator, "Text: what separates columns; otherwise found from the content")
      ->check(CLI::IsMember({"comma", "semicolon", "tab", "blank"}))
      ->option_text("comma|semicolon|tab|blank")
      ->group(group);
}

void record(const InputOptions& options, std::vector<files::Parameter>& parameters) {
  if (options.rate) parameters.push_back({"rate", *options.rate});
  if (options.orientation != "automatic") parameters.push_back({"orientation", options.orientation});
  if (!options.variable.empty()) parameters.push_back({"variable", options.variable});
  if (!options.columns.empty()) parameters.push_back({"columns", options.columns});
  if (!options.separator.empty()) parameters.push_back({"separator", options.separator});
}

}  // namespace biotropy::cli
