// SPDX-License-Identifier: Apache-2.0
#include "biotropy/simulate/cohort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf/writer.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/simulate/oscillators.hpp"
#include "biotropy/system/folder.hpp"

namespace biotropy::simulate {
namespace {

/// SD of the coupling between subjects of one group, and between channels of one subject, relative to its mean.
constexpr double kSubjectSpread = 0.1, kChannelSpread = 0.1;
/// One in this many channels is affected, unless the settings give a number.
constexpr int kChannelsForEachAffected = 3;
constexpr const char* kTable = "participants.tsv";
constexpr const char* kDigests = "simulated.sha256";
constexpr double kFemtoteslaPerAmplitude = 200.0;
/// Separates the random stream of a subject's coupling from that of the oscillators.
constexpr std::uint32_t kCouplingStream = 1;
/// Far more than any study; a larger number is a typing error that would fill a disk.
constexpr std::int64_t kMostRecordings = 1'000'000;

void require_at_least_one(const char* parameter, int value) {
  if (value < 1) throw Error::argument(parameter, fmt::format("{}", value), "an integer of at least 1");
}

void validate(const CohortSettings& settings) {
  require_at_least_one("groups", settings.groups);
  require_at_least_one("subjects", settings.subjects);
  require_at_least_one("channels", settings.channels);
  if (settings.affected && (*settings.affected < 0 || *settings.affected > settings.channels)) {
    throw Error::argument("affected", fmt::format("{}", *settings.affected),
                          fmt::format("a number of channels from 0 to {}", settings.channels));
  }
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

int affected_channels(const CohortSettings& settings) {
  return settings.affected.value_or((settings.channels + kChannelsForEachAffected - 1) / kChannelsForEachAffected);
}

// Factors of the channels of a subject, in units of the strongest coupling.
std::vector<double> coupling_factors(const CohortSettings& settings, int group, Random& random) {
  const double strongest = settings.strongest_coupling;
  const double affected = strongest > 0.0 ? group_coupling(settings, group) / strongest : 1.0;
  const double subject = 1.0 + kSubjectSpread * random.normal();
  std::vector<double> factors;
  for (int channel = 0; channel < settings.channels; ++channel) {
    const double own = subject * (1.0 + kChannelSpread * random.normal());
    factors.push_back(std::max(0.0, own) * (channel < affected_channels(settings) ? affected : 1.0));
  }
  return factors;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  files::Output file(path);
  file.write(text);
  file.finish();
}

std::string table_of(const std::vector<Participant>& rows) {
  std::string table = "participant_id\tgroup\tfile\n";
  for (const Participant& row : rows) table += fmt::format("{}\t{}\t{}\n", row.id, row.group, row.file);
  return table;
}

std::string digests_of(const std::vector<Participant>& rows, const std::filesystem::path& folder) {
  std::vector<files::FileDigest> all{{kTable, files::sha256(folder / kTable)}};
  for (const Participant& row : rows) all.push_back({row.file, files::sha256(folder / row.file)});
  return files::digest_lines(all);
}

// An earlier cohort is replaced only if its files are unchanged and nothing was added.
void require_own_files(const std::filesystem::path& folder) {
  std::string known;
  std::error_code none;
  if (std::filesystem::is_regular_file(folder / kDigests, none)) {
    files::Input input(folder / kDigests);
    if (input.size() <= files::Input::kWindow) known = input.text(0, static_cast<std::size_t>(input.size()));
  }
  std::error_code failure;
  const auto entries = system::entries_of(folder, failure);
  if (failure)
    throw Error(ErrorCode::io,
                fmt::format("{}: {}", folder.generic_string(), failure.default_error_condition().message()));
  for (const std::filesystem::path& entry : entries) {
    const std::string name = entry.filename().generic_string();
    if (name == kDigests) continue;
    const bool own = system::is_ordinary_file(entry, none) &&
                     known.find(files::digest_lines({{name, files::sha256(entry)}})) != std::string::npos;
    if (own) continue;
    throw Error::argument("folder", fmt::format("{}, which holds {}", folder.generic_string(), name),
                          "new, empty, or with an unchanged simulated cohort");
  }
}

}  // namespace

std::span<const OptionRow<CohortSettings>> cohort_options() {
  using S = CohortSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("groups", &S::groups, {"N", "", "an integer of at least 1", "Groups"}),
      option_row<S>("subjects", &S::subjects, {"N", "", "an integer of at least 1", "Subjects in each group"}),
      option_row<S>("channels", &S::channels, {"N", "", "an integer of at least 1", "Channels of a recording"}),
      option_row<S>("affected", &S::affected,
                    {"N", "", "an integer of at least 0",
                     "Channels, from the first one, in which the groups differ; otherwise a third"}),
      option_row<S>("epochs", &S::epochs, {"N", "", "an integer of at least 1", "Epochs of a recording"}),
      option_row<S>("epoch_length", &S::epoch_length,
                    {"N", "samples", "an integer of at least 1", "Samples of an epoch"}),
      option_row<S>("rate", &S::rate, {"N", "Hz", "a number above 0", "Samples per second"}),
      option_row<S>("strongest_coupling", &S::strongest_coupling,
                    {"N", "1/s", "a number of at least 0",
                     "Coupling of the first group, and of channels without group differences, 1/s"}),
      option_row<S>("weakest_coupling", &S::weakest_coupling,
                    {"N", "1/s", "a number of at least 0", "Coupling of the affected channels of the last group, 1/s"}),
      option_row<S>("seed", &S::seed, {"N", "", "an integer of at least 0", "Another seed, another cohort"}),
  };
  return rows;
}

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
  oscillators.coupling = settings.strongest_coupling;
  oscillators.coupling_factors = coupling_factors(settings, group, random);

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
                    const ProgressCallback& progress, Foreign foreign) {
  biotropy::validate(execution);
  Cohort cohort{participants(settings), {}};
  files::make_folder(folder);
  if (foreign == Foreign::refuse) require_own_files(folder);

  ProgressMeter meter(progress, cohort.participants.size());
  std::vector<Notices> notices(cohort.participants.size());
  with_threads(execution, [&] {
    parallel_for(cohort.participants.size(), execution.cancel, [&](std::size_t number) {
      const int position = static_cast<int>(number);
      const auto recording =
          simulate_subject(settings, position / settings.subjects, position % settings.subjects, execution.cancel);
      if (execution.cancel != nullptr) execution.cancel->check();
      notices[number] = files::write_edf(folder / cohort.participants[number].file, recording);
      meter.add();
    });
  });
  for (const Notices& of_file : notices) {
    for (const Notice& one : of_file) {
      if (std::ranges::count(cohort.notices, one) == 0) cohort.notices.push_back(one);
    }
  }
  write_text(folder / kTable, table_of(cohort.participants));
  write_text(folder / kDigests, digests_of(cohort.participants, folder));
  return cohort;
}

}  // namespace biotropy::simulate
