// SPDX-License-Identifier: Apache-2.0
//
// A recording ready for a measure: its chosen channels, filtered and cut, and their provenance.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

inline constexpr const char* kPaddingCode = "padding";

struct PreparedRecording {
  std::string path, format, sha256;
  std::vector<files::FileDigest> other_files;  ///< read together with it
  series::Epochs epochs;
  Notices notices;                   ///< of padding and of its table of events
  std::vector<std::string> remarks;  ///< on reading and preparation, with all notices
};

/// Recordings of a study or dataset with padding, for one sentence about all.
class PaddedRecordings {
 public:
  /// @param padding as in SubjectValues.
  void add(const std::string& name, const std::string& padding);
  /// How many they are, and the first of them; empty: none.
  std::string remark() const;

 private:
  std::size_t n_padded_ = 0, n_ = 0;
  std::string first_;
};

/// Positions of channels, in the syntax of series::select_channels().
/// @throws Error bad_file for a recording without channels; invalid_argument for a missing channel.
std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list);

/// Adds the notices of series::ambiguous_names() to those of the recording.
void warn_of_names(series::Recording& recording, const std::string& list);

/// @param gap_fill as PrepareSettings::preparation() has it.
/// @throws Error as PrepareSettings::preparation(), prepare::prepare(), files::sha256(), bad_spans() and
/// files::line_frequency().
PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution);

}  // namespace biotropy::study
