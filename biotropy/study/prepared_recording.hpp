// SPDX-License-Identifier: Apache-2.0
//
// A recording ready for a measure: its chosen channels, filtered and cut, and their provenance.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/prepare/reject.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

/// Of the channels of a recording that were read together, or of all.
struct PreparedRecording {
  std::string path, format, sha256;
  std::vector<files::FileDigest> other_files;  ///< read together with it
  series::Epochs epochs;
  std::vector<std::string> padded;  ///< prepare::padded_channels()
  prepare::PeakToPeak largest;      ///< looked for where there is a limit
  Notices notices;                  ///< the others of preparation, not those of the recording

  /// Takes over what is said of other channels of the recording.
  void add(const PreparedRecording& others);
  /// Of preparation, with those that tell of several channels.
  Notices all_notices(const PrepareSettings& settings) const;
};

/// Notices of several recordings, each code once.
class NoticesOfRecordings {
 public:
  /// Those of one recording come one after the other.
  void add(const std::string& name, const Notices& notices);
  /// Of each code the first notice, and how many recordings have one; warnings first. @param recordings their number.
  Notices all(std::size_t recordings) const;

 private:
  struct Group {
    Notice first;  ///< with the name of its recording
    std::string last;
    std::size_t n = 0;
  };
  std::vector<Group> groups_;
};

/// Positions of channels, in the syntax of series::select_channels().
/// @throws Error bad_file for a recording without channels; invalid_argument for a missing channel.
std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list);

/// Adds the notices of series::ambiguous_names() to those of the recording.
void warn_of_names(series::Recording& recording, const std::string& list);

/// Those of the notices that are not among the known ones.
Notices without(const Notices& notices, const Notices& known);

/// @param channels that are chosen. @param first the place among them from which on they are prepared, as far as they
/// were read. Only those from 0 on have the hashes of the files.
/// @param gap_fill as PrepareSettings::preparation() has it.
/// @throws Error as PrepareSettings::preparation(), prepare::prepare(), files::sha256(), bad_spans() and
/// files::line_frequency().
PreparedRecording prepared(series::Recording recording, const std::vector<std::size_t>& channels, std::size_t first,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution);

}  // namespace biotropy::study
