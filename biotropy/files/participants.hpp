// SPDX-License-Identifier: Apache-2.0
//
// The participants of a study as BIDS keeps them: a table with a header, separated by tabs, whose column participant_id
// names them. "n/a" stands for what is not known.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct Participant {
  std::string id;     ///< letters, digits, '-', '_' and '.': it names files
  std::string group;  ///< as the table writes it
  std::string file;   ///< the recording, where the table has a column `file`; empty where it does not say
};

/// In the order of the table. @param group_column the column that says the group.
/// @throws Error file_not_found, io; bad_file for a table without the columns participant_id and `group_column` or
/// without participants, for a line with another number of fields than the header, an id that is missing, stands twice
/// or holds other characters, and a participant without a group.
std::vector<Participant> read_participants(const std::filesystem::path& path,
                                           const std::string& group_column = "group");
std::vector<Participant> read_participants(Input& input, const std::string& group_column = "group");

}  // namespace biotropy::files
