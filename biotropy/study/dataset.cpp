// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::study {

namespace {

std::string subject_id(const files::BidsRecording& recording) {
  return "sub-" + recording.entity("sub");
}

Subject subject_of(const Dataset& dataset, const files::BidsRecording& recording, files::Participant participant) {
  Subject subject;
  subject.participant = std::move(participant);
  subject.path = recording.path;
  subject.shown_path = recording.path.lexically_relative(dataset.folder).generic_string();
  subject.failure = recording.failure;
  subject.recording = recording.name;
  return subject;
}

void require_listed(const std::set<std::string>& measured, const std::vector<files::Participant>& participants,
                    const std::filesystem::path& table) {
  std::set<std::string> unlisted = measured;
  for (const files::Participant& one : participants) unlisted.erase(one.id);
  if (unlisted.empty()) return;
  throw Error(ErrorCode::invalid_data, fmt::format("{}: no line for {}, of which there are recordings",
                                                   table.generic_string(), fmt::join(unlisted, ", ")));
}

std::vector<files::Participant> listed(const Description& description) {
  return files::read_participants(description.participants_path(),
                                  {.group = description.group_column,
                                   .may_lack_group = true,
                                   .groups_are_chosen = !description.statistics.groups.empty()});
}

}  // namespace

Dataset open_dataset(const std::filesystem::path& folder, const files::BidsSelection& selection, bool described) {
  Dataset dataset{folder, files::find_bids_recordings(folder, selection)};
  if (described && !std::filesystem::is_regular_file(files::known_status(folder / "dataset_description.json"))) {
    throw Error(
        ErrorCode::file_not_found,
        fmt::format("{}: no dataset_description.json, which the root of a dataset has", folder.generic_string()));
  }
  return dataset;
}

std::vector<Subject> subjects_of(const Dataset& dataset) {
  std::vector<Subject> subjects;
  for (const files::BidsRecording& one : dataset.recordings) {
    subjects.push_back(subject_of(dataset, one, {.id = subject_id(one), .group = "", .file = ""}));
  }
  return subjects;
}

std::vector<std::string> without_group(const Dataset& dataset, const Description& description) {
  std::vector<std::string> ids;
  for (const files::Participant& one : listed(description)) {
    const bool measured = std::any_of(dataset.recordings.begin(), dataset.recordings.end(),
                                      [&](const files::BidsRecording& of) { return subject_id(of) == one.id; });
    if (one.group.empty() && measured) ids.push_back(one.id);
  }
  return ids;
}

std::vector<Condition> conditions_of(const Dataset& dataset, const Description& description) {
  const auto participants = participants_of_groups(description, /*may_lack_group=*/true);
  std::map<std::string, std::map<std::string, const files::BidsRecording*>> by_condition;
  std::set<std::string> measured;
  for (const files::BidsRecording& one : dataset.recordings) {
    by_condition[one.condition()][subject_id(one)] = &one;
    measured.insert(subject_id(one));
  }
  require_listed(measured, listed(description), description.participants_path());
  std::vector<Condition> conditions;
  for (const auto& [name, recordings] : by_condition) {
    Condition& condition = conditions.emplace_back();
    condition.name = name;
    for (const files::Participant& one : participants) {
      if (!measured.contains(one.id)) continue;
      const auto found = recordings.find(one.id);
      if (found != recordings.end()) {
        condition.subjects.push_back(subject_of(dataset, *found->second, one));
        continue;
      }
      Subject& without = condition.subjects.emplace_back();
      without.participant = one;
      without.failure = fmt::format("no recording of {}", name);
    }
  }
  return conditions;
}

}  // namespace biotropy::study
