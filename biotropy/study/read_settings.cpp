// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/read_settings.hpp"

namespace biotropy::study {

files::OpenOptions ReadSettings::open_options() const {
  files::OpenOptions open;
  open.rate = rate;
  open.orientation = files::orientation(orientation);
  open.variable = variable;
  open.columns = columns;
  open.annotator = annotator;
  open.outside_files = outside_files;
  open.ignore_channel_table = ignore_channel_table;
  open.allow_maxshield = allow_maxshield;
  if (!separator.empty()) open.separator = files::separator(separator);
  open.decimal = files::decimal(decimal);
  files::validate(open);
  return open;
}

void record(const ReadSettings& settings, std::vector<files::Parameter>& parameters) {
  if (settings.rate) parameters.push_back({"rate", *settings.rate});
  if (settings.orientation != "automatic") parameters.push_back({"orientation", settings.orientation});
  if (!settings.variable.empty()) parameters.push_back({"variable", settings.variable});
  if (!settings.columns.empty()) parameters.push_back({"columns", settings.columns});
  if (!settings.separator.empty()) parameters.push_back({"separator", settings.separator});
  if (settings.decimal != "point") parameters.push_back({"decimal", settings.decimal});
  if (settings.ignore_channel_table) parameters.push_back({"ignore_channel_table", std::string("true")});
  if (settings.allow_maxshield) parameters.push_back({"allow_maxshield", std::string("true")});
  if (!settings.annotator.empty()) parameters.push_back({"annotator", settings.annotator});
}

}  // namespace biotropy::study
