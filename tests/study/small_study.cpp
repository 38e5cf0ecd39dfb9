// SPDX-License-Identifier: Apache-2.0
#include "tests/study/small_study.hpp"

#include <fstream>
#include <iterator>

#include "biotropy/simulate/signals.hpp"

namespace biotropy::study::test {

SmallStudy::SmallStudy() {
  cohort.groups = 2;
  cohort.subjects = 2;
  cohort.channels = 3;
  cohort.epochs = 3;
  cohort.epoch_length = 150;
  simulate::write_cohort(cohort, folder());
  description.folder = folder();
  description.measure.m = "1";
  description.prepare.epoch = 150;
  description.statistics.permutations = 50;
}

void SmallStudy::replace(const std::string& id, const std::vector<std::string>& labels, std::size_t samples) const {
  std::vector<std::vector<double>> channels;
  std::string text;
  for (const std::string& label : labels) {
    simulate::SignalSettings settings;
    settings.samples = samples;
    settings.seed = std::hash<std::string>()(id + label);
    channels.push_back(simulate::signal(settings));
    text += (text.empty() ? "" : ",") + label;
  }
  text += '\n';
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
      text += (channel > 0 ? "," : "") + std::to_string(channels[channel][i]);
    }
    text += '\n';
  }
  scratch_.write(id + ".edf", text);
}

void SmallStudy::write_participants(const std::vector<files::Participant>& rows) const {
  std::string text = "participant_id\tgroup\tfile\n";
  for (const files::Participant& row : rows) {
    text += row.id + "\t" + row.group + "\t" + (row.file.empty() ? "n/a" : row.file) + "\n";
  }
  scratch_.write("participants.tsv", text);
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace biotropy::study::test
