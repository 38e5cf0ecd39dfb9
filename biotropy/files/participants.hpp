// SPDX-License-Identifier: Apache-2.0
//
// Participants of a study in BIDS: a table with a header, separated by tabs, whose column participant_id names them.
// "n/a" marks unknown values, and nothing else does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct Participant {
  std::string id;                         ///< letters, digits, '-', '_' and '.', because it becomes part of file names
  std::string group;                      ///< as in the table
  std::string file;                       ///< recording, from the column `file` if there is one; else empty
  std::string person{};                   ///< from the column that names people; empty: not known
  std::vector<std::string> covariates{};  ///< one for each column of covariates; empty: not known
};

/// Columns of the table of participants, besides participant_id and file.
struct ParticipantColumns {
  std::string group = "group";
  std::string person{};  ///< empty: none
  std::vector<std::string> covariates{};
  bool may_lack_group = false;     ///< participants without a group are taken too, with an empty one
  bool groups_are_chosen = false;  ///< a list names the groups that are wanted, so that NA may be one
};

/// Participants in the order of the table.
/// @throws Error file_not_found, io; bad_file for a table without the column participant_id, one of `columns` or
/// participants, for a line with another number of fields than the header, for an id that is missing, repeated
/// or holds other characters, for a participant without a group unless they may lack it, and for NA, NaN or
/// N/A, as other programs write an unknown value, as a person, a covariate or, unless groups are chosen, a group.
std::vector<Participant> read_participants(const std::filesystem::path& path, const ParticipantColumns& columns = {});
std::vector<Participant> read_participants(Input& input, const ParticipantColumns& columns = {});

}  // namespace biotropy::files
