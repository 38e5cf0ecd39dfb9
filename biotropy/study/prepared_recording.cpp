// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepared_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/read_signals.hpp"

namespace biotropy::study {

void NoticesOfRecordings::add(const std::string& name, const Notices& notices) {
  for (const Notice& one : notices) {
    auto group =
        std::find_if(groups_.begin(), groups_.end(), [&](const Group& known) { return known.first.code == one.code; });
    if (group == groups_.end()) group = groups_.insert(group, Group{one.at(name), {}});
    group->first.level = std::max(group->first.level, one.level);
    if (group->last != name) ++group->n;
    group->last = name;
  }
}

Notices NoticesOfRecordings::all(std::size_t recordings) const {
  Notices notices;
  for (const Group& one : groups_) {
    notices.push_back(one.first);
    if (one.n > 1)
      notices.back().text = fmt::format("{} of {} recordings, first {}", one.n, recordings, one.first.text);
  }
  std::ranges::stable_sort(notices, std::greater(), &Notice::level);
  return notices;
}

std::vector<std::size_t> chosen_channels(const series::Recording& recording, const std::string& list) {
  if (recording.channels.empty()) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: the file has no channels of samples", recording.path));
  }
  return series::select_channels(recording, list);
}

void warn_of_names(series::Recording& recording, const std::string& list) {
  for (Notice& one : series::ambiguous_names(recording, list)) recording.notices.push_back(std::move(one));
}

Notices without(const Notices& notices, const Notices& known) {
  Notices others;
  std::ranges::copy_if(notices, std::back_inserter(others),
                       [&](const Notice& one) { return std::ranges::find(known, one) == known.end(); });
  return others;
}

void PreparedRecording::add(const PreparedRecording& others) {
  padded.insert(padded.end(), others.padded.begin(), others.padded.end());
  if (others.largest.value > largest.value) largest = others.largest;
  const Notices more = without(others.notices, notices);
  notices.insert(notices.end(), more.begin(), more.end());
}

Notices PreparedRecording::all_notices(const PrepareSettings& settings) const {
  Notices all = notices;
  if (auto found = padding_notice(padded, settings)) all.insert(all.begin(), *std::move(found));
  if (auto found = prepare::notice_of_far_limit(largest, settings.reject)) all.push_back(*std::move(found));
  return all;
}

PreparedRecording prepared(series::Recording recording, const std::vector<std::size_t>& channels, std::size_t first,
                           const PrepareSettings& settings, std::size_t gap_fill, const Execution& execution) {
  PreparedRecording result;
  result.path = recording.path;
  result.format = recording.format;
  prepare::Preparation preparation = settings.preparation(gap_fill);
  std::vector<std::string> others = recording.other_files;
  if (settings.notch_line) {
    const files::LineFrequency line = files::line_frequency(recording.path);
    preparation.notches.push_back(line.hertz);
    others.push_back(line.sidecar.generic_string());
    result.notices.push_back(note("notch_line", fmt::format("notch at {:g} Hz, the line frequency in {}", line.hertz,
                                                            line.sidecar.filename().generic_string())));
  }
  if (!recording.keeps_bad) {
    const auto events = events_beside(recording.path);
    preparation.bad_spans = bad_spans(recording, events, result.notices);
    if (events) others.push_back(events->generic_string());
  }
  prepare::common_timing(recording, channels);  // also of those that are not read
  const auto begin = channels.begin() + static_cast<std::ptrdiff_t>(first);
  const std::vector<std::size_t> read(begin, std::find_if(begin, channels.end(), [&](std::size_t position) {
                                        return recording.channels[position].n_unread > 0;
                                      }));
  result.padded = prepare::padded_channels(recording, read, settings.least_padding());
  result.epochs = prepare::prepare(std::move(recording), read, preparation, execution);
  if (settings.reject) result.largest = prepare::largest_peak_to_peak(result.epochs);
  if (first == 0) {
    result.sha256 = files::sha256(result.path, execution.cancel);
    result.other_files = files::digests(others, execution.cancel);
  }
  result.notices.insert(result.notices.end(), result.epochs.notices.begin(), result.epochs.notices.end());
  return result;
}

}  // namespace biotropy::study
