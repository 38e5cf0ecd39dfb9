// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/rr_settings.hpp"

#include "biotropy/words.hpp"

namespace biotropy::study {

heartbeats::Reading RrSettings::reading(const files::OpenOptions& open) const {
  heartbeats::Reading reading;
  reading.open = open;
  reading.between = consecutive ? heartbeats::Between::nothing : heartbeats::Between::anything;
  reading.beats = beats;
  heartbeats::RrCleaning& cleaning = reading.cleaning;
  cleaning.unit = require_choice<heartbeats::RrUnit>("input-unit", input_unit);
  cleaning.output = require_choice<heartbeats::RrUnit>("unit", output_unit);
  cleaning.values = require_choice<heartbeats::RrValues>("values", values);
  cleaning.first = require_choice<heartbeats::FirstValue>("first", first);
  cleaning.least = least;
  cleaning.greatest = greatest;
  cleaning.ectopic = require_choice<heartbeats::EctopicRule>("ectopic", ectopic);
  cleaning.ectopic_change = ectopic_change;
  cleaning.policy = require_choice<heartbeats::GapPolicy>("policy", policy);
  return reading;
}

void record(const RrSettings& settings, std::vector<files::Parameter>& parameters) {
  parameters.push_back({"rr_min", settings.least});
  parameters.push_back({"rr_max", settings.greatest});
  parameters.push_back({"rr_ectopic", settings.ectopic});
  if (settings.ectopic != "none") parameters.push_back({"rr_ectopic_change", settings.ectopic_change});
  parameters.push_back({"rr_policy", settings.policy});
  parameters.push_back({"rr_input_unit", settings.input_unit});
  parameters.push_back({"rr_values", settings.values});
  parameters.push_back({"rr_first", settings.first});
  if (!settings.beats.empty()) parameters.push_back({"rr_beats", settings.beats});
  if (settings.consecutive) parameters.push_back({"rr_consecutive", std::string("yes")});
}

}  // namespace biotropy::study
