// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/participants.hpp"

#include <fmt/format.h>

#include <set>

#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
/// File names have at most 255 bytes, and more than the id goes into them.
constexpr std::size_t kLongestId = 100;

bool is_id(const std::string& text) {
  return !text.empty() && text.size() <= kLongestId && text.front() != '.' &&
         text.find_first_not_of(kIdCharacters) == std::string::npos;
}

// As R, pandas and spreadsheets write an unknown value. To BIDS it is a text like others, so that it would be a group.
bool means_not_known(const std::string& text) {
  const std::string word = lower(text);
  return text != kNotKnown && (word == "na" || word == "nan" || word == "n/a");
}

}  // namespace

std::vector<Participant> read_participants(Input& input, const ParticipantColumns& columns) {
  const TabTable table(input, "participants");
  const std::size_t id = table.column("participant_id"), group = table.column(columns.group);
  const auto person = columns.person.empty() ? std::nullopt : std::optional(table.column(columns.person));
  std::vector<std::size_t> covariates;
  for (const std::string& name : columns.covariates) covariates.push_back(table.column(name));
  const auto file = table.find_column("file");
  std::vector<Participant> participants;
  std::set<std::string> seen;
  table.each_row([&](const TabTable::Row& row, std::uint64_t line) {
    if (!is_id(row[id])) {
      throw table.refusal(line, fmt::format("the participant_id is {}; it must be 1 to {} letters, digits, '-', '_' "
                                            "and '.', not '.' first",
                                            in_quotes(row[id]), kLongestId));
    }
    if (!seen.insert(row[id]).second) throw table.refusal(line, fmt::format("{} occurs twice", row[id]));
    const bool has_group = !row[group].empty() && row[group] != kNotKnown;
    if (!has_group && !columns.may_lack_group) {
      throw table.refusal(line, fmt::format("{} has no {}; a list of the groups to compare (groups) leaves it out",
                                            row[id], columns.group));
    }
    const auto refuse_unknown = [&](std::size_t column, const std::string& name, const std::string& otherwise) {
      if (!means_not_known(row[column])) return;
      throw table.refusal(line, fmt::format("the {} of {} is {}: write n/a where it is not known{}", name, row[id],
                                            in_quotes(row[column]), otherwise));
    };
    if (!columns.groups_are_chosen) {
      refuse_unknown(group, columns.group, ", or name it among the groups of a study (groups) if it is one");
    }
    if (person) refuse_unknown(*person, columns.person, "");
    for (std::size_t k = 0; k < covariates.size(); ++k) refuse_unknown(covariates[k], columns.covariates[k], "");
    const bool has_file = file && row[*file] != kNotKnown;
    const auto known = [&](std::size_t column) {
      return row[column] == kNotKnown ? std::string() : to_utf8(row[column]);
    };
    Participant& one = participants.emplace_back();
    one = {row[id], has_group ? to_utf8(row[group]) : std::string(), has_file ? row[*file] : std::string()};
    if (person) one.person = known(*person);
    for (const std::size_t column : covariates) one.covariates.push_back(known(column));
  });
  if (participants.empty()) throw input.bad_file("a table without participants");
  return participants;
}

std::vector<Participant> read_participants(const std::filesystem::path& path, const ParticipantColumns& columns) {
  Input input(path);
  return read_participants(input, columns);
}

}  // namespace biotropy::files
