// SPDX-License-Identifier: Apache-2.0
#include "cli/load_series.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/polar.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/heartbeats/onset.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"

namespace biotropy::cli {

namespace {

void warn_of_onset(series::Recording& recording) {
  if (recording.channels.size() != 1 || recording.channels.front().has_rate) return;
  const std::vector<double>& samples = recording.channels.front().samples;
  if (!heartbeats::begins_with_onset(samples)) return;
  recording.notices.push_back(
      warning("first_is_onset", fmt::format("the first value, {}, looks like the time to the first beat, not an RR "
                                            "interval; '--rr' leaves it out",
                                            samples.front())));
}

}  // namespace

bool holds_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options) {
  if (options.intervals || !options.beats.empty()) return true;
  try {
    return files::wfdb_beat_file(path, open).has_value() || files::is_polar(path);
  } catch (const Error&) {
    return false;  // reading will report the reason
  }
}

series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options) {
  if (!holds_heartbeats(path, open, options)) {
    series::Recording recording = files::open(path, open);
    if (recording.format == files::kPolarFormat) {
      throw Error(ErrorCode::unsupported, recording.path + ": a Polar .hrm file from a pipe needs the option '--rr'");
    }
    warn_of_onset(recording);
    return recording;
  }
  return heartbeats::as_recording(heartbeats::read_rr(path, options.reading(open)));
}

}  // namespace biotropy::cli
