// SPDX-License-Identifier: Apache-2.0
//
// Simulated study of groups of subjects: recordings of coupled oscillators. In some of the channels the coupling falls
// from group to group, so that Cross-ApEn rises, as it does with age in the MEG study of Martinez-Zarzuela et al.
// (2013); in the others all groups are alike. The variation between subjects is the same in all groups. Sizes and rate
// are those of that study: 148 channels, 49 epochs of 1024 samples, 678.17 Hz decimated by four.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/option.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::simulate {

struct CohortSettings {
  int groups = 3;
  int subjects = 10;  ///< in each group
  int channels = 148;
  std::optional<int> affected;  ///< channels, from the first, in which the groups differ; unset: a third
  int epochs = 49;
  int epoch_length = 1024;         ///< samples
  double rate = 169.549;           ///< samples per second
  double strongest_coupling = 36;  ///< of the first group, and of channels without a group difference, 1/s
  double weakest_coupling = 24;    ///< of the affected channels of the last group, 1/s
  std::uint64_t seed = 1;
};

std::span<const OptionRow<CohortSettings>> cohort_options();

/// One row of participants.tsv.
struct Participant {
  std::string id;     ///< "sub-001", numbered through all groups
  std::string group;  ///< "group-1", ...
  std::string file;   ///< "sub-001.edf"
};

/// Participants of all groups, in order. @throws Error invalid_argument.
std::vector<Participant> participants(const CohortSettings& settings);

/// The recording of one subject; groups and subjects are counted from 0.
series::Recording simulate_subject(const CohortSettings& settings, int group, int subject,
                                   const CancelFlag* cancel = nullptr);

struct Cohort {
  std::vector<Participant> participants;
  Notices notices;  ///< properties that EDF could not keep, each once
};

/// Treatment of files in the folder that are not an unchanged cohort of an earlier call.
enum class Foreign {
  refuse,  ///< refuse to write beside them
  replace  ///< overwrite those with the names of the new cohort
};

/// Writes every recording as EDF, participants.tsv (columns participant_id, group and file, as in BIDS) and
/// simulated.sha256 with the SHA-256 of all of them, by which a later call recognises them. Creates the folder if it is
/// missing. A file appears complete or not at all, these two last.
/// @throws Error invalid_argument, also for foreign files with Foreign::refuse; io; cancelled.
Cohort write_cohort(const CohortSettings& settings, const std::filesystem::path& folder,
                    const Execution& execution = {}, const ProgressCallback& progress = {},
                    Foreign foreign = Foreign::refuse);

}  // namespace biotropy::simulate
