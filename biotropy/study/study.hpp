// SPDX-License-Identifier: Apache-2.0
//
// A study from its description to its result, in steps that survive whatever happens between them: the values of each
// subject are put on the disk as soon as they are found, under a name that says what they were made from, and whoever
// starts again takes what is there, checks it, and does the rest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/study/cohort.hpp"
#include "biotropy/study/description.hpp"
#include "biotropy/study/statistics.hpp"
#include "biotropy/study/study_folder.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// Told while a study is at work. Empty functions are not called.
struct Listener {
  /// A task begins; what is returned hears of its progress.
  std::function<ProgressCallback(const std::string& task, const std::string& unit)> begin;
  /// What a user should know though the work goes on.
  std::function<void(const std::string&)> warn;
};

/// How it went with one subject.
enum class SubjectState {
  kept,      ///< its values were there already
  computed,  ///< they were found now
  failed,    ///< it is in no result; the reason says why
  missing,   ///< its values are not there yet
  damaged,   ///< they are there and cannot be used: they will be found again
  elsewhere  ///< it belongs to another shard
};

struct SubjectStatus {
  Subject subject;
  SubjectState state = SubjectState::missing;
  std::string reason;
  std::optional<Error> error;  ///< of a failure that another try may not meet
};

struct StudyResult {
  std::filesystem::path path;
  Cohort cohort;
  Statistics statistics;
};

struct StudyRun {
  std::vector<SubjectStatus> subjects;
  std::optional<StudyResult> result;  ///< absent for a shard, and where no subject has values

  std::size_t count(SubjectState state) const;
};

/// Measures every subject of the shard whose values are not there; without shards, also compares the groups and writes
/// the result. A subject that fails does not stop the others.
/// @throws Error of the description and the participants; busy where another process is at work on the same; io where
/// nothing can be written; cancelled, no_counter. All that was finished stays.
StudyRun run(const Description& description, const StudyFolder& folder, const Shard& shard, const Execution& execution,
             const Listener& listener = {});

/// Joins what shards have found. @throws Error as run(); invalid_data, naming them, where subjects are missing.
StudyRun merge(const Description& description, const StudyFolder& folder, const Execution& execution,
               const Listener& listener = {});

struct StudyStatus {
  std::vector<SubjectStatus> subjects;  ///< kept, failed, missing or damaged
  std::filesystem::path result;         ///< where the result of the description as it is would be
  bool has_result = false;
  std::string damage;  ///< why the result that is there cannot be trusted; empty where it can
};

/// How far a study is. Writes nothing and waits for nobody. @throws Error of the description and the participants;
/// cancelled.
StudyStatus status(const Description& description, const StudyFolder& folder, const Execution& execution,
                   const Listener& listener = {});

}  // namespace biotropy::study
