// SPDX-License-Identifier: Apache-2.0
#include "tests/study/small_study.hpp"

#include "biotropy/files/formats/edf/writer.hpp"
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
  description.measure.m = {1};
  description.prepare.epoch = 150;
  description.statistics.permutations.permutations = 50;
}

void SmallStudy::replace(const std::string& id, std::size_t samples, std::size_t padding) const {
  series::Recording recording;
  for (int number = 1; number <= cohort.channels; ++number) {
    simulate::SignalSettings settings{.samples = samples, .seed = static_cast<std::uint64_t>(number)};
    series::Channel& channel = recording.channels.emplace_back();
    channel.label = "A" + std::to_string(number);
    channel.unit = "fT";
    channel.rate = cohort.rate;
    channel.samples = simulate::signal(settings);
    channel.samples.resize(samples + padding, channel.samples.front());
  }
  files::write_edf(path(id + ".edf"), recording);
}

}  // namespace biotropy::study::test
