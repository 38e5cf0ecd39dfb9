// SPDX-License-Identifier: Apache-2.0
//
// A recording ready for a measure: its chosen channels, filtered and cut, and their provenance.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/sha256.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

struct PreparedRecording {
  std::string path, format, sha256;
  std::vector<files::FileDigest> other_files;  ///< read together with it
  series::Epochs epochs;
  std::vector<std::string> warnings;  ///< of its table of events; they are remarks, too
  std::vector<std::string> remarks;   ///< remarks of reading and preparation
  std::string padding;  ///< channels with padding, as prepare::padded_channels() names them; in a remark too
};

/// What becomes of padding: it is left out, or measured.
std::string fate_of_padding(const PrepareSettings& settings);

/// Recordings of a study or dataset with padding, for one sentence about all.
class PaddedRecordings {
 public:
  /// @param padding as in PreparedRecording.
  void add(const std::string& name, const std::string& padding);
  /// How many they are, whether padding is left out, and the first of them; empty: none.
  std::string remark(const PrepareSettings& settings) const;

 private:
  std::size_t n_padded_ = 0, n_ = 0;
  std::string first_;
};

/// Positions of channels, in the syntax of series::select_channels().
/// @throws Error bad_file for a recording without channels; invalid_argument for a missing channel.
std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list);

/// Adds the warnings of series::ambiguous_names() to those of the recording.
void warn_of_names(series::Recording& recording, const std::string& list);

/// @param gap_fill as PrepareSettings::preparation() has it.
/// @throws Error as PrepareSettings::preparation(), prepare::prepare(), files::sha256(), bad_spans() and
/// files::line_frequency().
PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution);

}  // namespace biotropy::study
