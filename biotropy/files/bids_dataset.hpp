// SPDX-License-Identifier: Apache-2.0
//
// Recordings of a BIDS dataset: sub-X/[ses-Y/]DATATYPE/sub-X_[ses-Y_]..._SUFFIX.ending, with the data types eeg, ieeg
// and meg, or tables of physiology or of events with those and others. Nothing else in the dataset is searched, so that
// derivatives and sourcedata are left out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace biotropy::files {

enum class BidsKind {
  brain,   ///< of EEG, iEEG or MEG
  physio,  ///< *_physio.tsv.gz
  events   ///< *_events.tsv
};

/// Labels of the recordings that are wanted, with or without "sub-" and so on; an empty list: all.
struct BidsSelection {
  BidsKind kind = BidsKind::brain;
  std::vector<std::string> participants, sessions, tasks;
  std::vector<std::string> runs;        ///< numbers: 1 is run-1 and run-01
  std::vector<std::string> recordings;  ///< of tables of physiology
};

struct BidsRecording {
  std::filesystem::path path;
  std::string name;      ///< that of the file without its ending, and without the entity of a split file
  std::string datatype;  ///< its folder: eeg, ieeg, meg; of tables also beh, func and others
  std::string failure;   ///< why it cannot be used; empty if nothing is known against it

  /// Label of an entity ("task"); empty if the name has none.
  std::string entity(std::string_view key) const;
  /// All of the name but the subject: "task-rest_eeg". Recordings of several subjects with the same one are compared.
  std::string condition() const;
};

/// The recordings that are wanted, by name. Left out are recordings of sub-emptyroom unless that participant is wanted,
/// calibration files of MEG (acq-crosstalk, acq-calibration), and all files but the first of a split recording.
/// @throws Error file_not_found unless it is a folder; io for a folder that cannot be read; invalid_data if there is no
/// recording; invalid_argument for a label that no recording has, naming those that exist.
std::vector<BidsRecording> find_bids_recordings(const std::filesystem::path& dataset,
                                                const BidsSelection& selection = {});

}  // namespace biotropy::files
