// SPDX-License-Identifier: Apache-2.0
//
// Recordings of a BIDS dataset as the subjects of studies: all of them to be measured, and for each condition (session,
// task, run and the other entities of their names) those of the participants whose groups are compared.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/bids_dataset.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

struct Dataset {
  std::filesystem::path folder;
  std::vector<files::BidsRecording> recordings;
};

/// @param described whether it must have a dataset_description.json.
/// @throws Error as files::find_bids_recordings(); file_not_found for a dataset without description.
Dataset open_dataset(const std::filesystem::path& folder, const files::BidsSelection& selection, bool described);

/// Every recording.
std::vector<Subject> subjects_of(const Dataset& dataset);

struct Condition {
  std::string name;               ///< all of the names of its recordings but the subject: "task-rest_eeg"
  std::vector<Subject> subjects;  ///< participants of the groups in the study, in the order of their table
};

/// Participants with recordings and without a group in the table, whom no condition has.
/// @throws Error as files::read_participants().
std::vector<std::string> without_group(const Dataset& dataset, const Description& description);

/// Conditions by name. Participants of the table without any recording are left out of all of them, and one without a
/// recording of a condition has a failure there.
/// @throws Error as find_subjects(); invalid_data for recordings of a participant that is not in the table.
std::vector<Condition> conditions_of(const Dataset& dataset, const Description& description);

}  // namespace biotropy::study
