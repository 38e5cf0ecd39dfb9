// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "biotropy/files/formats/brainvision_header_internal.hpp"
#include "biotropy/files/formats/sections_internal.hpp"
#include "biotropy/files/formats/stored_time_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kMarkers = "marker infos";

struct Marker {
  std::string type, description;
  std::uint64_t position = 0;  // of its first sample, from 0
  std::uint64_t length = 0;    // samples
  std::string date;
};

// The marker of "type,description,position from 1,length,channel,date"; the last two may be missing.
Marker marker_of(const Sections& sections, const SectionEntry& entry) {
  const std::vector<std::string> fields = comma_fields(entry.value);
  const auto field = [&](std::size_t k) { return k < fields.size() ? fields[k] : std::string(); };
  const auto position = to_integer(field(2));
  const auto length = field(3).empty() ? std::optional<std::int64_t>(0) : to_integer(field(3));
  if (!position || *position < 0 || !length) {
    throw sections.fault(entry, "not a marker: type, description, position and length, with commas between them");
  }
  const auto samples = [](std::int64_t value) { return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)); };
  return {field(0), field(1), samples(*position - 1), samples(*length), field(5)};
}

// Microseconds since 1970 of a date "YYYYMMDDhhmmssuuuuuu"; nothing for another text and for zeros, which mean unknown.
std::optional<std::int64_t> microseconds(std::string_view date) {
  constexpr std::size_t length = 20;
  if (date.size() != length) return std::nullopt;
  const auto part = [&](std::size_t begin, std::size_t size) {
    return to_integer(date.substr(begin, size)).value_or(-1);
  };
  using namespace std::chrono;
  const year_month_day day(year(static_cast<int>(part(0, 4))), month(static_cast<unsigned>(part(4, 2))),
                           std::chrono::day(static_cast<unsigned>(part(6, 2))));
  const bool is_time = part(8, 2) >= 0 && part(10, 2) >= 0 && part(12, 2) >= 0 && part(14, 6) >= 0;
  if (!day.ok() || !is_time || part(0, 4) == 0) return std::nullopt;
  const auto time = hours(part(8, 2)) + minutes(part(10, 2)) + seconds(part(12, 2));
  return (sys_days(day).time_since_epoch() + time) / std::chrono::microseconds(1) + part(14, 6);
}

// Starts of segments and their dates; the recording begins one.
using Segments = std::map<std::uint64_t, std::optional<std::int64_t>>;

// Those that the header tells, without their dates.
Segments told_segments(const BrainVisionHeader& header, const series::Recording& recording) {
  Segments segments = {{0, std::nullopt}};
  const std::uint64_t n_samples = recording.channels.front().length();
  for (std::uint64_t start = header.segment_length; start > 0 && start < n_samples; start += header.segment_length) {
    segments[start] = std::nullopt;
  }
  return segments;
}

/// @throws Error bad_file for a segmented recording where nobody says where its segments begin.
void require_told_segments(const BrainVisionHeader& header, const series::Recording& recording) {
  if (!header.is_segmented || header.segment_length > 0) return;
  throw Error(ErrorCode::bad_file,
              fmt::format("{}: the header says that the recording is segmented, and neither SegmentDataPoints nor a "
                          "file of markers tells where its segments begin",
                          recording.path));
}

// Seconds between the end of each segment and the start of the next; nothing if a date is missing, and where one
// segment begins before the end of another, as an event would then have two times.
std::vector<double> seconds_between(const Segments& segments, double rate, Notices& notices) {
  std::vector<double> missing;
  for (auto next = std::next(segments.begin()); next != segments.end(); ++next) {
    const auto before = std::prev(next);
    if (!before->second || !next->second) return {};
    const double passed = static_cast<double>(*next->second - *before->second) * 1e-6;
    missing.push_back(passed - static_cast<double>(next->first - before->first) / rate);
    if (missing.back() * rate > -0.5) continue;
    notices.push_back(warning("gap_times_unknown",
                              fmt::format("the date of the segment from sample {} lies {:.6g} s before the end of the "
                                          "last one: the lengths of all gaps are taken as unknown",
                                          next->first + 1, -missing.back())));
    return {};
  }
  return missing;
}

void add_gaps(const Segments& segments, double rate, series::Recording& recording) {
  const std::vector<double> missing = seconds_between(segments, rate, recording.notices);
  for (series::Channel& channel : recording.channels) {
    for (auto start = std::next(segments.begin()); start != segments.end(); ++start)
      channel.gap_starts.push_back(start->first);
    channel.gap_seconds = missing;
  }
}

}  // namespace

void read_brainvision_markers(Input& input, const BrainVisionHeader& header, series::Recording& recording) {
  const Sections sections(input);
  Segments segments = told_segments(header, recording);
  std::vector<StoredEvent> events;
  std::uint64_t beyond = 0;
  bool any_segment = false;
  const std::uint64_t n_samples = recording.channels.front().length();
  for (const SectionEntry& entry : sections.entries()) {
    if (entry.section != kMarkers || !entry.key.starts_with("mk")) continue;
    const Marker marker = marker_of(sections, entry);
    beyond += marker.position >= n_samples;
    const bool is_segment = series::marks_boundary(marker.type, false);
    any_segment = any_segment || is_segment;
    if (is_segment && marker.position < n_samples) segments[marker.position] = microseconds(marker.date);
    if (is_segment && marker.position == 0) continue;  // the start of the recording, with its date
    events.push_back({static_cast<double>(marker.position), static_cast<double>(marker.length),
                      fmt::format("{}/{}", marker.type, marker.description)});
  }
  if (!any_segment) require_told_segments(header, recording);
  if (beyond > 0) {
    recording.notices.push_back(
        warning("events_outside", fmt::format("{} markers lie beyond the last sample", beyond)));
  }
  add_gaps(segments, header.rate, recording);
  const StoredTime time(recording.channels.front());
  for (const StoredEvent& event : events) recording.annotations.push_back(time.annotation(event));
}

void add_brainvision_segments(const BrainVisionHeader& header, series::Recording& recording) {
  if (!header.is_segmented) return;
  require_told_segments(header, recording);
  add_gaps(told_segments(header, recording), header.rate, recording);
}

}  // namespace biotropy::files
