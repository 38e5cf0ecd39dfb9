// SPDX-License-Identifier: Apache-2.0
#include "biotropy/simulate/cohort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/edf_writer.hpp"
#include "biotropy/files/replacement.hpp"
#include "biotropy/simulate/oscillators.hpp"
#include "biotropy/simulate/random_internal.hpp"

namespace biotropy::simulate {
namespace {

/// SD of the coupling between subjects of one group, as a fraction of it.
constexpr double kSubjectSpread = 0.05;
constexpr double kFemtoteslaPerAmplitude = 200.0;
/// Keeps the stream of a subject's coupling apart from that of the oscillators.
constexpr std::uint32_t kCouplingStream = 1;
/// Far beyond any study; what is above is a slip of the pen that would fill a disk.
constexpr std::int64_t kMostRecordings = 1'000'000;

void require_at_least_one(const char* parameter, int value) {
  if (value < 1) throw Error::argument(parameter, fmt::format("{}", value), "an integer of at least 1");
}

void validate(const CohortSettings& settings) {
  require_at_least_one("groups", settings.groups);
  require_at_least_one("subjects", settings.subjects);
  require_at_least_one("channels", settings.channels);
  require_at_least_one("epochs", settings.epochs);
  require_at_least_one("epoch_length", settings.epoch_length);
  if (static_cast<std::int64_t>(settings.groups) * settings.subjects > kMostRecordings) {
    throw Error::argument("subjects", fmt::format("{} in each of {} groups", settings.subjects, settings.groups),
                          fmt::format("at most {} in all", kMostRecordings));
  }
  if (!std::isfinite(settings.strongest_coupling)) {
    throw Error::argument("strongest_coupling", fmt::format("{}", settings.strongest_coupling), "a finite number");
  }
  if (!(settings.strongest_coupling >= settings.weakest_coupling && settings.weakest_coupling >= 0)) {
    throw Error::argument("weakest_coupling", fmt::format("{}", settings.weakest_coupling),
                          fmt::format("a number from 0 to the strongest coupling, {}", settings.strongest_coupling));
  }
}

double group_coupling(const CohortSettings& settings, int group) {
  if (settings.groups == 1) return settings.strongest_coupling;
  const double position = static_cast<double>(group) / (settings.groups - 1);
  return settings.strongest_coupling + position * (settings.weakest_coupling - settings.strongest_coupling);
}

void write_table(const std::vector<Participant>& rows, const std::filesystem::path& path) {
  files::Replacement file(path);
  std::ofstream table(file.temporary(), std::ios::binary);
  table << "participant_id\tgroup\tfile\n";
  for (const Participant& row : rows) table << row.id << '\t' << row.group << '\t' << row.file << '\n';
  table.close();
  if (!table) throw Error(ErrorCode::io, fmt::format("writing {} failed", path.string()));
  file.commit();
}

}  // namespace

std::vector<Participant> participants(const CohortSettings& settings) {
  validate(settings);
  const auto total = static_cast<std::int64_t>(settings.groups) * settings.subjects;
  const std::size_t digits = std::max<std::size_t>(3, fmt::format("{}", total).size());
  std::vector<Participant> rows;
  for (std::int64_t number = 0; number < total; ++number) {
    const std::string id = fmt::format("sub-{:0{}}", number + 1, digits);
    rows.push_back({id, fmt::format("group-{}", number / settings.subjects + 1), id + ".edf"});
  }
  return rows;
}

series::Recording simulate_subject(const CohortSettings& settings, int group, int subject, const CancelFlag* cancel) {
  validate(settings);
  const auto group_number = static_cast<std::uint32_t>(group), subject_number = static_cast<std::uint32_t>(subject);
  Random random(settings.seed, {group_number, subject_number, kCouplingStream});
  Oscillators oscillators;
  oscillators.channels = static_cast<std::size_t>(settings.channels);
  oscillators.samples = static_cast<std::size_t>(settings.epochs) * static_cast<std::size_t>(settings.epoch_length);
  oscillators.rate = settings.rate;
  oscillators.coupling = group_coupling(settings, group) * std::max(0.0, 1.0 + kSubjectSpread * random.normal());

  series::Recording recording;
  recording.format = "simulated";
  int number = 0;
  for (std::vector<double>& samples : oscillate(oscillators, settings.seed, group_number, subject_number, cancel)) {
    for (double& sample : samples) sample *= kFemtoteslaPerAmplitude;
    series::Channel channel;
    channel.label = fmt::format("A{}", ++number);
    channel.unit = "fT";
    channel.rate = settings.rate;
    channel.samples = std::move(samples);
    recording.channels.push_back(std::move(channel));
  }
  return recording;
}

Cohort write_cohort(const CohortSettings& settings, const std::filesystem::path& folder, const Execution& execution,
                    const ProgressCallback& progress) {
  biotropy::validate(execution);
  Cohort cohort{participants(settings), {}};
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure)
    throw Error(ErrorCode::io, fmt::format("cannot make the folder {}: {}", folder.string(), failure.message()));

  ProgressMeter meter(progress, cohort.participants.size());
  std::vector<std::vector<std::string>> warnings(cohort.participants.size());
  with_threads(execution, [&] {
    parallel_for(cohort.participants.size(), execution.cancel, [&](std::size_t number) {
      const int position = static_cast<int>(number);
      const auto recording =
          simulate_subject(settings, position / settings.subjects, position % settings.subjects, execution.cancel);
      if (execution.cancel != nullptr) execution.cancel->check();
      warnings[number] = files::write_edf(folder / cohort.participants[number].file, recording);
      meter.add();
    });
  });
  std::set<std::string> distinct;
  for (const auto& of_file : warnings) distinct.insert(of_file.begin(), of_file.end());
  cohort.warnings.assign(distinct.begin(), distinct.end());
  write_table(cohort.participants, folder / "participants.tsv");
  return cohort;
}

}  // namespace biotropy::simulate
