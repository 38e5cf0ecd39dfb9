// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/study/other_files.hpp"
#include "biotropy/study/statistics.hpp"
#include "biotropy/study/subject.hpp"
#include "biotropy/system/folder.hpp"

namespace biotropy::study {

namespace {

constexpr std::array kEndings{".edf", ".bdf", ".vhdr", ".set", ".fif", ".gdf", ".npy", ".mat"};
/// Files listed in a message about a participant with several recordings.
constexpr std::size_t kMostFilesNamed = 4;

// True for "sub-1_task-rest_meg.edf" and "sub-1.edf" with sub-1, false for "sub-10.edf".
bool begins_with(const std::string& name, const std::string& id) {
  return name.starts_with(id) && name.size() > id.size() && (name[id.size()] == '_' || name[id.size()] == '.');
}

using Ids = std::vector<std::string>;

// With participants s1 and s1_2, "s1_2.edf" belongs to the second only.
bool is_named_after(const std::filesystem::path& path, const std::string& id, const Ids& all) {
  const std::string name = path.filename().generic_string();
  return begins_with(name, id) && std::none_of(all.begin(), all.end(), [&](const std::string& other) {
           return other.size() > id.size() && begins_with(name, other);
         });
}

struct Found {
  std::vector<std::filesystem::path> recordings;
  std::string unread;  // an unreadable folder and the reason; it may contain further recordings
};

// Entities that the description asks for, as they are in names.
using Entities = std::vector<std::pair<std::string, std::string>>;

Entities entities(const Description& description) {
  Entities wanted{{"ses", description.session}, {"task", description.task}, {"run", description.run}};
  std::erase_if(wanted, [](const auto& entity) { return entity.second.empty(); });
  return wanted;
}

// What is in the folder of the recordings itself: read once, as it may hold those of many subjects.
struct Folder {
  explicit Folder(const std::filesystem::path& tree) : path(tree) {
    entries = system::entries_of(tree, failure, [](std::string_view name) { return is_recording(name); });
  }

  std::filesystem::path path;
  std::error_code failure;
  std::vector<std::filesystem::path> entries;  // by name
};

class Search {
 public:
  Search(const std::string& id, const Ids& all, Entities wanted) : id_(id), all_(all), wanted_(std::move(wanted)) {}

  Found below(const Folder& tree) {
    // Names that begin with one text lie side by side.
    for (auto entry = std::lower_bound(tree.entries.begin(), tree.entries.end(), tree.path / id_);
         entry != tree.entries.end() && entry->filename().generic_string().starts_with(id_); ++entry) {
      take(*entry);
    }
    if (tree.failure) note(tree.path, tree.failure);
    take_all_of(tree.path / id_);
    std::sort(found_.recordings.begin(), found_.recordings.end());
    return std::move(found_);
  }

 private:
  void take_all_of(const std::filesystem::path& folder) {
    std::error_code failure;
    const std::vector<std::filesystem::path> entries = system::entries_of(folder, failure);
    // Most subjects have no folder of their own.
    if (failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory) return;
    if (failure) note(folder, failure);
    for (const std::filesystem::path& entry : entries) {
      take(entry);
      const std::filesystem::file_status status = std::filesystem::symlink_status(entry, failure);
      if (failure) note(entry, failure);
      if (std::filesystem::is_directory(status)) take_all_of(entry);
    }
  }

  void take(const std::filesystem::path& path) {
    if (!is_recording(path) || !is_named_after(path, id_, all_)) return;
    // Of a link to nothing its reader says what is missing.
    std::error_code failure;
    const bool is_file = system::is_ordinary_file(path, failure) || std::filesystem::is_symlink(path, failure);
    if (failure) note(path, failure);
    if (!is_file) return;
    const bool is_wanted = std::all_of(wanted_.begin(), wanted_.end(), [&](const auto& entity) {
      return files::has_entity(path, entity.first, entity.second);
    });
    if (is_wanted) found_.recordings.push_back(path);
  }

  void note(const std::filesystem::path& folder, const std::error_code& failure) {
    if (found_.unread.empty()) {
      found_.unread = fmt::format("{}: the folder cannot be read: {}", folder.generic_string(),
                                  failure.default_error_condition().message());
    }
  }

  const std::string& id_;
  const Ids& all_;
  Entities wanted_;
  Found found_;
};

void find_recording(const Description& description, const Ids& all, std::optional<Folder>& tree, Subject& subject) {
  const files::Participant& who = subject.participant;
  if (!who.file.empty()) {
    subject.shown_path = who.file;
    subject.path = description.participants_path().parent_path() / who.file;
    return;
  }
  if (!tree) tree.emplace(description.recordings_path());
  const Entities wanted = entities(description);
  const auto [found, unread] = Search(who.id, all, wanted).below(*tree);
  if (!unread.empty()) {
    subject.failure = unread;
    return;
  }
  if (found.size() == 1) {
    subject.path = found.front();
    subject.shown_path = found.front().lexically_relative(tree->path).generic_string();
    return;
  }
  if (found.empty()) {
    std::string with;
    for (const auto& [key, value] : wanted) with += fmt::format("{}{}-{}", with.empty() ? " with " : ", ", key, value);
    subject.failure =
        fmt::format("no recording ({}){} is named after it in {}", fmt::join(kEndings, ", "), with,
                    description.recordings.empty() ? "the folder of the participants" : description.recordings);
    return;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(found.size(), kMostFilesNamed); ++i) {
    names.push_back(found[i].lexically_relative(tree->path).generic_string());
  }
  subject.failure = fmt::format(
      "{} recordings are named after it ({}{}): the keys session, task and run can say which one, or the column 'file' "
      "of the participants",
      found.size(), fmt::join(names, ", "), found.size() > kMostFilesNamed ? ", ..." : "");
}

void require_group(const std::string& parameter, const std::string& name, const std::set<std::string>& known) {
  if (known.contains(name)) return;
  throw Error::argument(parameter, name, fmt::format("a group of the participants ({})", fmt::join(known, ", ")));
}

// Such contrasts would be refused when all subjects are measured.
void require_few_for_exact_p(const StatisticsSettings& statistics,
                             const std::vector<files::Participant>& participants) {
  if (statistics.contrast_p != groups::ContrastP::exact) return;
  std::map<std::string, std::size_t> sizes;
  std::vector<std::string> groups = statistics.groups;
  for (const files::Participant& one : participants) {
    if (sizes[one.group]++ == 0 && statistics.groups.empty()) groups.push_back(one.group);
  }
  auto contrasts = statistics.contrasts;
  for (std::size_t i = 0; i + 1 < groups.size() && statistics.contrasts.empty(); ++i) {
    contrasts.emplace_back(groups[i], groups[i + 1]);
  }
  for (const auto& contrast : contrasts) {
    const std::size_t together = sizes[contrast.first] + sizes[contrast.second];
    if (together <= groups::kMostSubjectsExact) continue;
    throw Error::argument("contrast_p", "exact",
                          fmt::format("chi-squared, as {} and {} have {} subjects together, more than {}",
                                      contrast.first, contrast.second, together, groups::kMostSubjectsExact));
  }
}

files::ParticipantColumns columns_of(const Description& description) {
  files::ParticipantColumns columns{.group = description.group_column,
                                    .groups_are_chosen = !description.statistics.groups.empty()};
  if (!description.networks) return columns;
  columns.person = description.networks->subject_column;
  columns.covariates = description.networks->covariates;
  return columns;
}

}  // namespace

std::vector<files::Participant> participants_of_groups(const Description& description, bool may_lack_group) {
  const StatisticsSettings& statistics = description.statistics;
  files::ParticipantColumns columns = columns_of(description);
  columns.may_lack_group = may_lack_group || !statistics.groups.empty();
  auto participants = files::read_participants(description.participants_path(), columns);
  std::erase_if(participants, [](const files::Participant& one) { return one.group.empty(); });
  require_covariates(description, participants);
  std::set<std::string> known;
  for (const files::Participant& one : participants) known.insert(one.group);
  for (const std::string& group : statistics.groups) require_group("groups", group, known);
  if (!statistics.groups.empty()) known = {statistics.groups.begin(), statistics.groups.end()};
  for (const auto& [first, second] : statistics.contrasts) {
    require_group("contrasts", first, known);
    require_group("contrasts", second, known);
  }
  std::erase_if(participants, [&](const files::Participant& one) { return !known.contains(one.group); });
  require_few_for_exact_p(statistics, participants);
  return participants;
}

std::vector<Subject> find_subjects(const Description& description) {
  const auto participants = participants_of_groups(description);
  Ids all;
  for (const auto& one : files::read_participants(
           description.participants_path(),
           {.group = description.group_column, .may_lack_group = true, .groups_are_chosen = true})) {
    all.push_back(one.id);
  }
  std::optional<Folder> tree;
  std::vector<Subject> subjects;
  for (const files::Participant& one : participants) {
    Subject& subject = subjects.emplace_back();
    subject.participant = one;
    find_recording(description, all, tree, subject);
  }
  return subjects;
}

bool is_about_file(ErrorCode code) {
  return code != ErrorCode::cancelled && code != ErrorCode::out_of_memory;
}

void hash(const Description& description, Subject& subject, const CancelFlag* cancel) {
  if (!subject.failure.empty()) return;
  try {
    subject.sha256 = files::sha256(subject.path, cancel);
    subject.others_sha256 = sha256_of_others(description, subject.path, cancel);
  } catch (const Error& error) {
    if (!is_about_file(error.code())) throw;
    subject.failure = error.what();
  }
}

bool is_recording(const std::filesystem::path& path) {
  std::string ending = path.extension().generic_string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  // BIDS keeps the cross-talk of MEGIN's sensors beside the recordings, as a FIF file named like them.
  if (files::has_entity(path, "acq", "crosstalk")) return false;
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

}  // namespace biotropy::study
