// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids_dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/system/folder.hpp"
#include "biotropy/words.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::array kDatatypes{"eeg"sv, "ieeg"sv, "meg"sv};
/// Those with tables of physiology or of events.
constexpr std::array kTableDatatypes{"beh"sv, "dwi"sv,    "eeg"sv,  "func"sv, "ieeg"sv, "meg"sv,
                                     "mrs"sv, "motion"sv, "nirs"sv, "perf"sv, "pet"sv};
/// Endings that the standard has for recordings. A reader says it of a format that is not read.
constexpr std::array kRecordings{".edf"sv, ".bdf"sv, ".vhdr"sv, ".set"sv, ".fif"sv,  ".con"sv,
                                 ".sqd"sv, ".kdf"sv, ".ds"sv,   ".nwb"sv, ".mefd"sv, ".trc"sv};
/// The participant of recordings without anybody.
constexpr std::string_view kEmptyRoom = "sub-emptyroom";
/// Labels listed in a message.
constexpr std::size_t kMostLabelsListed = 20;

std::vector<std::string> split_name(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('_', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code failure;
  std::vector<fs::path> found = system::entries_of(folder, failure);
  if (failure) {
    throw Error(failure == std::errc::no_such_file_or_directory ? ErrorCode::file_not_found : ErrorCode::io,
                fmt::format("{}: the folder cannot be read: {}", folder.generic_string(),
                            failure.default_error_condition().message()));
  }
  return found;
}

std::vector<fs::path> folders(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  for (const fs::path& path : entries(folder)) {
    const bool is_named = path.filename().generic_string().starts_with(prefix);
    if (is_named && fs::is_directory(known_status(path))) found.push_back(path);
  }
  return found;
}

template <typename List>
bool is_in(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// What a kind of recordings is called: data types, the suffix (empty: that of the data type) and the endings.
struct KindOfNames {
  std::span<const std::string_view> datatypes;
  std::string_view suffix;
  std::span<const std::string_view> endings;
};

KindOfNames names_of(BidsKind kind) {
  static constexpr std::array physio{".tsv.gz"sv}, events{".tsv"sv};
  if (kind == BidsKind::physio) return {kTableDatatypes, "physio", physio};
  if (kind == BidsKind::events) return {kTableDatatypes, "events", events};
  return {kDatatypes, "", kRecordings};
}

// "1" of "split-01"; numbers are the same with zeros before them.
std::string without_zeros(const std::string& text) {
  const std::size_t first = text.find_first_not_of('0');
  return first == std::string::npos ? text.substr(text.size() - std::min<std::size_t>(text.size(), 1))
                                    : text.substr(first);
}

class Finder {
 public:
  Finder(const fs::path& dataset, const KindOfNames& names) : dataset_(dataset), names_(names) {}

  std::vector<BidsRecording> all() {
    for (const fs::path& subject : folders(dataset_, "sub-")) {
      take_datatypes(subject, subject.filename().generic_string());
      for (const fs::path& session : folders(subject, "ses-")) {
        take_datatypes(session, subject.filename().generic_string() + "_" + session.filename().generic_string());
      }
    }
    std::vector<BidsRecording> recordings;
    for (auto& [name, one] : found_) recordings.push_back(std::move(one));
    return recordings;
  }

 private:
  void take_datatypes(const fs::path& folder, const std::string& beginning) {
    for (const std::string_view datatype : names_.datatypes) {
      if (!fs::is_directory(known_status(folder / datatype))) continue;
      for (const fs::path& path : entries(folder / datatype)) take(path, beginning, std::string(datatype));
    }
  }

  void take(const fs::path& path, const std::string& beginning, const std::string& datatype) {
    const std::string file = path.filename().generic_string();
    const auto ending = std::find_if(names_.endings.begin(), names_.endings.end(),
                                     [&](std::string_view one) { return lower(file).ends_with(one); });
    if (ending == names_.endings.end()) return;
    BidsRecording one{path, file.substr(0, file.size() - ending->size()), datatype, {}};
    const std::string_view suffix = names_.suffix.empty() ? std::string_view(datatype) : names_.suffix;
    if (!one.name.starts_with(beginning + "_") || split_name(one.name).back() != suffix) return;
    if (is_in(std::array{"crosstalk"sv, "calibration"sv}, one.entity("acq"))) return;
    if (const std::string split = one.entity("split"); !split.empty()) {
      if (without_zeros(split) != "1") return;
      one.name.erase(one.name.find("_split-"), std::string_view("_split-").size() + split.size());
    }
    if (!names_.suffix.empty() && one.entity("task").empty()) {
      one.failure = "its name has no task-, which the name of a table of values (_beh) needs";
    }
    if (fs::is_directory(known_status(path)))
      one.failure = fmt::format("{}: a format of folders is not read", path.generic_string());
    const auto [same, is_new] = found_.emplace(one.name, one);
    if (!is_new) {
      same->second.failure =
          fmt::format("2 recordings have this name, {} and {}: only one of them can be meant",
                      same->second.path.filename().generic_string(), path.filename().generic_string());
    }
  }

  const fs::path& dataset_;
  const KindOfNames& names_;
  std::map<std::string, BidsRecording> found_;
};

// One list of labels: what is asked for, without prefix, and what there is.
class Labels {
 public:
  Labels(const char* parameter, std::string key, const std::vector<std::string>& wanted, bool is_number = false)
      : parameter_(parameter), key_(std::move(key)), is_number_(is_number) {
    for (const std::string& label : wanted) {
      const std::string prefix = key_ + "-";
      wanted_.push_back(label.starts_with(prefix) ? label.substr(prefix.size()) : label);
    }
  }

  bool has(const BidsRecording& one) const {
    const std::string own = one.entity(key_);
    return wanted_.empty() ||
           std::any_of(wanted_.begin(), wanted_.end(), [&](const std::string& label) { return are_same(label, own); });
  }

  void require(const std::vector<BidsRecording>& recordings) const {
    std::set<std::string> known;
    for (const BidsRecording& one : recordings) known.insert(one.entity(key_));
    known.erase("");
    for (const std::string& label : wanted_) {
      if (std::any_of(known.begin(), known.end(), [&](const auto& one) { return are_same(label, one); })) continue;
      std::vector<std::string> named(known.begin(), known.end());
      const std::string guess = suggestion(label, named);
      const bool more = named.size() > kMostLabelsListed;
      if (more) named.resize(kMostLabelsListed);
      throw Error::argument(parameter_, label,
                            named.empty()
                                ? fmt::format("nothing, as no recording has {}-", key_)
                                : fmt::format("one of {}{}{}", fmt::join(named, ", "), more ? ", ..." : "", guess));
    }
  }

 private:
  bool are_same(const std::string& a, const std::string& b) const {
    return is_number_ ? !b.empty() && without_zeros(a) == without_zeros(b) : a == b;
  }

  const char* parameter_;
  std::string key_;
  bool is_number_;
  std::vector<std::string> wanted_;
};

}  // namespace

std::string BidsRecording::entity(std::string_view key) const {
  for (const std::string& part : split_name(name)) {
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '-')
      return part.substr(key.size() + 1);
  }
  return {};
}

std::string BidsRecording::condition() const {
  return name.substr(std::min(name.find('_'), name.size() - 1) + 1);
}

std::vector<BidsRecording> find_bids_recordings(const fs::path& dataset, const BidsSelection& selection) {
  const KindOfNames names = names_of(selection.kind);
  std::vector<BidsRecording> recordings = Finder(dataset, names).all();
  if (recordings.empty()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: no recordings: none of {} is named sub-X_..._{} in sub-X/[ses-Y/]DATATYPE, with a "
                            "DATATYPE of {}",
                            dataset.generic_string(), fmt::join(names.endings, ", "),
                            names.suffix.empty() ? "DATATYPE" : names.suffix, fmt::join(names.datatypes, ", ")));
  }
  const std::vector<Labels> lists{{"participant_label", "sub", selection.participants},
                                  {"session_label", "ses", selection.sessions},
                                  {"task_label", "task", selection.tasks},
                                  {"run_label", "run", selection.runs, true},
                                  {"recording_label", "recording", selection.recordings}};
  for (const Labels& list : lists) list.require(recordings);
  std::erase_if(recordings, [&](const BidsRecording& one) {
    const bool is_empty_room = one.name.starts_with(kEmptyRoom) && selection.participants.empty();
    return is_empty_room || !std::all_of(lists.begin(), lists.end(), [&](const Labels& list) { return list.has(one); });
  });
  if (recordings.empty()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: no recording has all of the labels", dataset.generic_string()));
  }
  return recordings;
}

}  // namespace biotropy::files
