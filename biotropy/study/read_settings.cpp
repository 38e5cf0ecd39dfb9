// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/read_settings.hpp"

#include "biotropy/error.hpp"

namespace biotropy::study {

namespace {

std::optional<char> separator_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "comma") return ',';
  if (text == "semicolon") return ';';
  if (text == "tab") return '\t';
  if (text == "blank") return ' ';
  throw Error::argument("separator", text, "comma, semicolon, tab or blank");
}

files::Orientation orientation_of(const std::string& text) {
  if (text == "rows") return files::Orientation::rows;
  if (text == "columns") return files::Orientation::columns;
  if (text == "automatic") return files::Orientation::automatic;
  throw Error::argument("orientation", text, "automatic, rows or columns");
}

}  // namespace

files::OpenOptions ReadSettings::open_options() const {
  files::OpenOptions open;
  open.rate = rate;
  open.orientation = orientation_of(orientation);
  open.variable = variable;
  open.columns = columns;
  open.separator = separator_of(separator);
  files::validate(open);
  return open;
}

void record(const ReadSettings& settings, std::vector<files::Parameter>& parameters) {
  if (settings.rate) parameters.push_back({"rate", *settings.rate});
  if (settings.orientation != "automatic") parameters.push_back({"orientation", settings.orientation});
  if (!settings.variable.empty()) parameters.push_back({"variable", settings.variable});
  if (!settings.columns.empty()) parameters.push_back({"columns", settings.columns});
  if (!settings.separator.empty()) parameters.push_back({"separator", settings.separator});
}

}  // namespace biotropy::study
