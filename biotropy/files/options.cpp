// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::files {

std::span<const OptionRow<OpenOptions>> open_options() {
  using O = OpenOptions;
  static const std::vector<OptionRow<O>> rows{
      option_row<O>("rate", &O::rate,
                    {"HZ", "Hz", "a finite number of samples per second above 0",
                     "Samples per second of files without a rate (text, NPY, MAT, annotations alone)"},
                    "250.0"),
      option_row<O>(
          "orientation", &O::orientation,
          {"", "", "", "Dimension of the channels; automatic: the shorter side of an array, the columns of a table"}),
      option_row<O>("variable", &O::variable,
                    {"NAME", "", "the name of a variable",
                     "MAT: the variable, or field of a structure (EEG.data); otherwise the only array"},
                    "\"data\""),
      option_row<O>("input_format", &O::input_format,
                    {"", "", "", "Text: the program or device that wrote it; otherwise by its first line"}),
      option_row<O>("skip_lines", &O::skip_lines,
                    {"N", "", "an integer of at least 0", "Text: lines above the names or samples to leave out"}),
      option_row<O>("comments", &O::comments,
                    {"CHARS", "", "characters", "Text: characters that begin a line without samples"}),
      option_row<O>("separator", &O::separator,
                    {"", "", "",
                     "Text: separator of columns; otherwise the first of tab, semicolon, comma and blank in the second "
                     "line"},
                    "\"comma\""),
      option_row<O>("header", &O::header,
                    {"", "", "", "Text: whether the first line has names; otherwise if it has a word above numbers"}),
      option_row<O>("decimal", &O::decimal, {"", "", "", "Text: mark before the decimals of numbers"}),
      option_row<O>("missing_words", &O::missing_words,
                    {"WORDS", "", "words with commas between them",
                     "Text: further words or numbers for missing samples, such as -999"},
                    "\"-999\""),
      option_row<O>("columns", &O::columns,
                    {"LIST", "", "names, numbers or ranges of columns",
                     "Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time"},
                    "\"2-9\""),
      option_row<O>("time", &O::time,
                    {"COLUMN", "", "the name or number of a column, or none",
                     "Text: the column of time, or none; otherwise by its name"},
                    "\"none\""),
      option_row<O>("time_unit", &O::time_unit,
                    {"", "", "", "Text: unit of the column of time; otherwise that in its name"}),
      option_row<O>("ignore_channel_table", &O::ignore_channel_table,
                    {"", "", "",
                     "Take bad channels and types from the file alone, not from the table of channels (BIDS, "
                     "_channels.tsv) of the recording"}),
      option_row<O>(
          "bads", &O::bads,
          {"", "", "",
           "Channels, and spans of time (BAD_...), that are marked as bad: without values, or as all others"}),
      option_row<O>(
          "allow_maxshield", &O::allow_maxshield,
          {"", "", "", "FIF: read recordings with internal active shielding (MaxShield) as they are, distorted"}),
      option_row<O>("annotator", &O::annotator,
                    {"NAME", "", "a name of letters, digits, '_', '-' and '~', such as atr",
                     "WFDB: the ending of the annotation file; otherwise atr, ecg, qrs or the only one there is"},
                    "\"atr\""),
      option_row<O>(
          "outside_files", &O::outside_files,
          {"", "", "", "WFDB, BrainVision, EEGLAB and FIF: read files outside the folder of the file that names them"},
          {}, {}, [](const O&) { return false; }),
  };
  return rows;
}

void set_decided(const OpenOptions& options, series::Recording& recording) {
  for (const auto& row : open_options()) {
    const auto value = row.get(options);
    if (value && value != row.get({})) recording.decided.emplace_back(row.name, *value);
  }
}

NeededChannels needed_channels(const std::string& list) {
  return [list](const series::Recording& described) -> std::vector<std::size_t> {
    try {
      return series::select_channels(described, list);
    } catch (const Error&) {
      return {};
    }
  };
}

NeededChannels no_channels() {
  return [](const series::Recording&) { return std::vector<std::size_t>(); };
}

void validate(const OpenOptions& options) {
  if (options.rate && !(std::isfinite(*options.rate) && *options.rate > 0.0)) {
    throw Error::argument("rate", fmt::format("{}", *options.rate), "a finite number of samples per second above 0");
  }
  const auto in_names = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '~';
  };
  if (!std::all_of(options.annotator.begin(), options.annotator.end(), in_names)) {
    throw Error::argument("annotator", options.annotator, "a name of letters, digits, '_', '-' and '~', such as atr");
  }
}

}  // namespace biotropy::files
