// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepared_recording.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"

namespace biotropy::study {

std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list) {
  if (recording.channels.empty()) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: the file has no channels of samples", recording.path));
  }
  return series::select_channels(recording, list);
}

PreparedRecording prepared(const series::Recording& recording, const std::vector<std::size_t>& channels,
                           const prepare::Preparation& preparation, const Execution& execution) {
  PreparedRecording result;
  result.path = recording.path;
  result.format = recording.format;
  result.epochs = prepare::prepare(recording, channels, preparation, execution);
  result.sha256 = files::sha256(recording.path, execution.cancel);
  result.other_files = files::digests(recording.other_files, execution.cancel);
  result.remarks = recording.warnings;
  result.remarks.insert(result.remarks.end(), result.epochs.notes.begin(), result.epochs.notes.end());
  return result;
}

}  // namespace biotropy::study
