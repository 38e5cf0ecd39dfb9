// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "biotropy/files/input.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/study/key.hpp"
#include "biotropy/study/recording_ahead.hpp"
#include "biotropy/study/result_file.hpp"
#include "biotropy/study/values_file.hpp"

namespace biotropy::study {

namespace {

/// Subjects listed in a message.
constexpr std::size_t kMostNamed = 5;

/// The position whose turn comes after a position's.
using After = std::function<std::size_t(std::size_t)>;

ProgressCallback begin(const Listener& listener, const std::string& task, const std::string& unit) {
  return listener.begin ? listener.begin(task, unit) : ProgressCallback();
}

// True if an error stops all work, not only that on the subject.
bool stops_everything(ErrorCode code) {
  return code == ErrorCode::cancelled || code == ErrorCode::no_engine || code == ErrorCode::internal;
}

class Work {
 public:
  Work(const Description& description, const StudyFolder& folder, std::vector<Subject> subjects,
       const Execution& execution, const Listener& listener)
      : description_(description),
        folder_(folder),
        execution_(execution),
        listener_(listener),
        subjects_(std::move(subjects)),
        ahead_(description, folder, execution) {}

  std::size_t size() const { return subjects_.size(); }

  /// Reads the state of a subject from disk.
  SubjectStatus look(std::size_t position) {
    Subject& subject = subjects_[position];
    begin(listener_, task(position, "checking"), "");
    if (std::optional<Subject> hashed = ahead_.hashed(position)) {
      subject = *std::move(hashed);
    } else {
      hash(description_, subject, execution_.cancel);
    }
    SubjectStatus status{subject, SubjectState::missing, {}, {}};
    if (!subject.failure.empty()) {
      status.state = SubjectState::failed;
      status.reason = subject.failure;
      return status;
    }
    try {
      const SubjectValues values = read(subject);
      status.state = values.failure.empty() ? SubjectState::kept : SubjectState::failed;
      status.reason = values.failure;
    } catch (const Error& error) {
      if (!is_about_file(error.code())) throw;
      if (error.code() != ErrorCode::file_not_found) {
        status.state = SubjectState::damaged;
        status.reason = error.what();
      }
    }
    return status;
  }

  /// Measures a subject without values and writes them to disk, and prepares the recordings of the next ones meanwhile.
  /// @param after the position behind another one, asked for when this one is ready; size() or more: there is none.
  void complete(std::size_t position, SubjectStatus& status, const After& after) {
    if (status.state == SubjectState::damaged) {
      notify(warning("values_damaged", fmt::format("{}: it is measured again", status.reason)));
    }
    const Subject& subject = subjects_[position];
    const std::string drawn_key = key_of_surrogates(description_, subject);
    DrawnSurrogates drawn(folder_.surrogates(subject.name(), drawn_key), drawn_key);
    if (status.state != SubjectState::missing && status.state != SubjectState::damaged) {
      // A process that was killed may have left them beside the values.
      return drawn.remove();
    }
    SubjectValues values;
    try {
      values = measured(position, drawn, after);
    } catch (const Error& error) {
      if (stops_everything(error.code())) throw;
      // Not written to disk, because a retry may succeed.
      status.state = SubjectState::failed;
      status.reason = error.what();
      status.error = error;
      return;
    }
    const std::string key = key_of_values(description_, subject);
    write_values(folder_.values(subject.name(), key), subject.name(), key, values);
    drawn.remove();
    status.state = values.failure.empty() ? SubjectState::computed : SubjectState::failed;
    status.reason = values.failure;
  }

  /// Reads from disk, so that a result does not depend on the number of steps.
  /// @param path of the result; empty: in the folder, with the link to the last one.
  std::optional<StudyResult> join_all(std::vector<SubjectStatus>& states, const std::filesystem::path& path = {}) {
    std::vector<SubjectValues> found;
    for (std::size_t position = 0; position < size(); ++position) {
      SubjectValues& values = found.emplace_back();
      const SubjectStatus& status = states[position];
      if (status.state == SubjectState::failed) {
        values.failure = status.reason;
      } else {
        values = read(subjects_[position]);
      }
    }
    Cohort cohort = join(description_, subjects_, std::move(found));
    for (std::size_t position = 0; position < size(); ++position) {
      const CohortSubject& one = cohort.subjects[position];
      if (one.used()) continue;
      states[position].state = SubjectState::failed;
      states[position].reason = one.exclusion;
    }
    if (cohort.n_used() == 0) return std::nullopt;
    Statistics statistics =
        compare(cohort, description_, execution_, begin(listener_, "comparing groups", "arrangements"));
    const std::string key = key_of_study(description_, subjects_);
    const std::filesystem::path target = path.empty() ? folder_.result(key) : path;
    write_result(target, key, description_, cohort, statistics);
    if (path.empty()) folder_.link_last_result(key);
    return StudyResult{target, std::move(cohort), std::move(statistics)};
  }

  std::filesystem::path result_path() const { return folder_.result(key_of_study(description_, subjects_)); }
  const Subject& subject(std::size_t position) const { return subjects_[position]; }

  /// The next position that no other process is measuring; size(): there is none.
  std::size_t free_after(std::size_t position) const {
    do ++position;
    while (position < size() && !RecordingLock::take(folder_, subjects_[position].name()));
    return position;
  }

  /// Gives stored values to the listener.
  void show(std::size_t position, const SubjectStatus& status) const {
    const bool there = status.state == SubjectState::kept || status.state == SubjectState::computed;
    if (there && listener_.measured) listener_.measured(subjects_[position], read(subjects_[position]));
  }

 private:
  SubjectValues read(const Subject& subject) const {
    const std::string key = key_of_values(description_, subject);
    return read_values(folder_.values(subject.name(), key), subject.name(), key, description_);
  }

  SubjectValues measured(std::size_t position, DrawnSurrogates& drawn, const After& after) {
    const Subject& subject = subjects_[position];
    const BeginPart begin_part = [&](const char* part, const char* unit) {
      return begin(listener_, task(position, part), unit);
    };
    const auto alone = [&] { return prepare_subject(description_, subject, execution_); };
    const auto before_next = [&] {
      std::optional<PreparedRecording> recording = ahead_.take(position);
      if (!recording) recording = alone();
      std::size_t next = after(std::max(position, ahead_.last()));
      while (next < size() && ahead_.start(next, subjects_[next])) next = after(next);
      return *std::move(recording);
    };
    try {
      return measure(description_, subject, before_next, execution_, begin_part, &drawn);
    } catch (const Error& error) {
      // The next recording may have the memory that this one needs.
      if (error.code() != ErrorCode::out_of_memory || !ahead_.drop()) throw;
    }
    return measure(description_, subject, alone, execution_, begin_part, &drawn);
  }

  std::string task(std::size_t position, const char* what) const {
    return fmt::format("{} {}/{} {}", what, position + 1, size(), subjects_[position].name());
  }

  void notify(const Notice& notice) const {
    if (listener_.notify) listener_.notify(notice);
  }

  const Description& description_;
  const StudyFolder& folder_;
  const Execution& execution_;
  const Listener& listener_;
  std::vector<Subject> subjects_;
  RecordingAhead ahead_;
};

void require_complete(const std::vector<SubjectStatus>& subjects) {
  std::vector<std::string> missing;
  for (const SubjectStatus& one : subjects) {
    const bool there = one.state == SubjectState::kept || one.state == SubjectState::failed;
    if (!there) missing.push_back(one.subject.name());
  }
  if (missing.empty()) return;
  const std::size_t n = missing.size();
  missing.resize(std::min(n, kMostNamed));
  throw Error(ErrorCode::invalid_data,
              fmt::format("{} of {} subjects have not been measured yet: {}{}", n, subjects.size(),
                          fmt::join(missing, ", "), n > kMostNamed ? ", ..." : ""));
}

}  // namespace

std::size_t StudyRun::count(SubjectState state) const {
  return static_cast<std::size_t>(
      std::count_if(subjects.begin(), subjects.end(), [&](const SubjectStatus& one) { return one.state == state; }));
}

StudyRun run(const Description& description, const StudyFolder& folder, const Shard& shard, const Execution& execution,
             const Listener& listener) {
  validate(description);
  validate(execution);
  Work work(description, folder, find_subjects(description), execution, listener);
  folder.make();
  const StudyLock lock(folder, shard);
  if (shard.is_whole()) folder.remove_leftovers();
  StudyRun done;
  for (std::size_t position = 0; position < work.size(); ++position) {
    if (!shard.has(position)) {
      done.subjects.push_back({work.subject(position), SubjectState::elsewhere, {}, {}});
      continue;
    }
    SubjectStatus status = work.look(position);
    work.complete(position, status, [&](std::size_t before) { return before + shard.of; });
    done.subjects.push_back(std::move(status));
  }
  if (shard.is_whole()) done.result = work.join_all(done.subjects);
  return done;
}

StudyRun merge(const Description& description, const StudyFolder& folder, const Execution& execution,
               const Listener& listener) {
  validate(description);
  validate(execution);
  Work work(description, folder, find_subjects(description), execution, listener);
  folder.make();
  const StudyLock lock(folder, {});
  folder.remove_leftovers();
  StudyRun done;
  for (std::size_t position = 0; position < work.size(); ++position) done.subjects.push_back(work.look(position));
  require_complete(done.subjects);
  done.result = work.join_all(done.subjects);
  return done;
}

StudyRun measure_each(const Description& description, const StudyFolder& folder, std::vector<Subject> subjects,
                      const Execution& execution, const Listener& listener) {
  validate(description);
  validate(execution);
  Work work(description, folder, std::move(subjects), execution, listener);
  folder.make();
  const StudyLock shared(folder);
  StudyRun done;
  for (std::size_t position = 0; position < work.size(); ++position) {
    const auto lock = RecordingLock::take(folder, work.subject(position).name());
    if (!lock) {
      done.subjects.push_back({work.subject(position), SubjectState::elsewhere, {}, {}});
      continue;
    }
    SubjectStatus status = work.look(position);
    work.complete(position, status, [&](std::size_t before) { return work.free_after(before); });
    work.show(position, status);
    done.subjects.push_back(std::move(status));
  }
  return done;
}

StudyRun compare_measured(const Description& description, const StudyFolder& folder, std::vector<Subject> subjects,
                          const std::filesystem::path& path, const Execution& execution, const Listener& listener) {
  validate(description);
  validate(execution);
  Work work(description, folder, std::move(subjects), execution, listener);
  folder.make();
  const StudyLock lock(folder, {});
  StudyRun done;
  for (std::size_t position = 0; position < work.size(); ++position) done.subjects.push_back(work.look(position));
  require_complete(done.subjects);
  done.result = work.join_all(done.subjects, path);
  return done;
}

StudyStatus status(const Description& description, const StudyFolder& folder, const Execution& execution,
                   const Listener& listener) {
  validate(description);
  Work work(description, folder, find_subjects(description), execution, listener);
  StudyStatus found;
  for (std::size_t position = 0; position < work.size(); ++position) found.subjects.push_back(work.look(position));
  found.result = work.result_path();
  found.has_result = std::filesystem::is_regular_file(files::known_status(found.result));
  if (!found.has_result) return found;
  try {
    files::require_checksum(found.result, execution.cancel);
  } catch (const Error& error) {
    if (!is_about_file(error.code())) throw;
    found.damage = error.what();
  }
  return found;
}

}  // namespace biotropy::study
