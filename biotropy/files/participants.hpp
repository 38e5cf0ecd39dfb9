// SPDX-License-Identifier: Apache-2.0
//
// Participants of a study in BIDS: a table with a header, separated by tabs, whose column participant_id names them.
// "n/a" marks unknown values.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct Participant {
  std::string id;     ///< letters, digits, '-', '_' and '.', because it becomes part of file names
  std::string group;  ///< as in the table
  std::string file;   ///< recording, from the column `file` if there is one; else empty
};

/// Participants in the order of the table.
/// @param group_column column with the group.
/// @throws Error file_not_found, io; bad_file for a table without the columns participant_id and `group_column` or
/// without participants, for a line with another number of fields than the header, for an id that is missing, repeated
/// or holds other characters, and for a participant without a group.
std::vector<Participant> read_participants(const std::filesystem::path& path,
                                           const std::string& group_column = "group");
std::vector<Participant> read_participants(Input& input, const std::string& group_column = "group");

}  // namespace biotropy::files
