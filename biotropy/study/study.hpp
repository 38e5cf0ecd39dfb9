// SPDX-License-Identifier: Apache-2.0
//
// Runs a study from description to result in steps that survive interruption: the values of each subject are written to
// disk as soon as they exist, under a name made from their inputs. A new run checks existing values and computes the
// rest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/study/cohort.hpp"
#include "biotropy/study/description.hpp"
#include "biotropy/study/statistics.hpp"
#include "biotropy/study/study_folder.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// Callbacks of a running study. Empty functions are not called.
struct Listener {
  /// Called when a task begins; returns the callback for its progress.
  std::function<ProgressCallback(const std::string& task, const std::string& unit)> begin;
  /// Receives notices of what does not stop the work.
  Notify notify;
  /// Receives the stored values of each subject that measure_each() has found or made.
  std::function<void(const Subject&, const SubjectValues&)> measured;
};

/// State of a subject.
enum class SubjectState {
  kept,      ///< values already existed
  computed,  ///< values were computed now
  failed,    ///< excluded from all results; the reason is given
  missing,   ///< no values yet
  damaged,   ///< values exist but are unusable, and will be computed again
  elsewhere  ///< belongs to another shard, or another process is measuring it
};

struct SubjectStatus {
  Subject subject;
  SubjectState state = SubjectState::missing;
  std::string reason;
  std::optional<Error> error;  ///< of a failure that a retry may avoid
};

struct StudyResult {
  std::filesystem::path path;
  Cohort cohort;
  Statistics statistics;
};

struct StudyRun {
  std::vector<SubjectStatus> subjects;
  std::optional<StudyResult> result;  ///< absent for a shard, and if no subject has values

  std::size_t count(SubjectState state) const;
};

/// Measures every subject of the shard without values; without shards, also compares the groups and writes the result.
/// A subject that fails does not stop the others.
/// @throws Error of the description and the participants; busy if another process works on the same; io if nothing can
/// be written; cancelled, no_engine. Finished work is kept.
StudyRun run(const Description& description, const StudyFolder& folder, const Shard& shard, const Execution& execution,
             const Listener& listener = {});

/// Joins the values of all shards. @throws Error as run(); invalid_data, naming them, if subjects are missing.
StudyRun merge(const Description& description, const StudyFolder& folder, const Execution& execution,
               const Listener& listener = {});

/// Measures each of these subjects that has no values, and compares nothing. Several processes may do so in one folder
/// at the same time; what one of them is measuring is left to it.
/// @throws Error as run().
StudyRun measure_each(const Description& description, const StudyFolder& folder, std::vector<Subject> subjects,
                      const Execution& execution, const Listener& listener = {});

/// Compares the groups of these subjects, which have been measured, and writes the result to `path`.
/// @throws Error as merge().
StudyRun compare_measured(const Description& description, const StudyFolder& folder, std::vector<Subject> subjects,
                          const std::filesystem::path& path, const Execution& execution, const Listener& listener = {});

struct StudyStatus {
  std::vector<SubjectStatus> subjects;  ///< kept, failed, missing or damaged
  std::filesystem::path result;         ///< path of the result of the current description
  bool has_result = false;
  std::string damage;  ///< reason why the existing result is damaged; empty if it is not
};

/// Progress of a study. Writes nothing and takes no lock.
/// @throws Error of the description and the participants; cancelled.
StudyStatus status(const Description& description, const StudyFolder& folder, const Execution& execution,
                   const Listener& listener = {});

}  // namespace biotropy::study
