// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/files/formats/stored_time_internal.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

struct TableEvent {
  series::Annotation event;
  std::optional<double> sample;  // position in the file; some programs count from 1
};

std::vector<TableEvent> table_events(Input& input, const std::string& name_column) {
  const TabTable table(input, "events");
  const std::size_t onset_column = table.column("onset"), duration_column = table.column("duration"),
                    name = table.column(name_column);
  const auto sample_column = table.find_column("sample");
  std::vector<TableEvent> events;
  table.each_row([&](const TabTable::Row& row, std::uint64_t line) {
    if (row[name].empty() || row[name] == kNotKnown) return;
    const auto onset = to_finite(row[onset_column]);
    if (!onset) throw table.refusal(line, fmt::format("the onset {} is no number", in_quotes(row[onset_column])));
    std::optional<double> duration;
    if (const std::string& text = row[duration_column]; !text.empty() && text != kNotKnown) {
      duration = to_finite(text);
      if (!duration || *duration < 0.0) {
        throw table.refusal(line, fmt::format("the duration {} is no number of at least 0", in_quotes(text)));
      }
    }
    events.push_back(
        {{*onset, duration, to_utf8(row[name])}, sample_column ? to_finite(row[*sample_column]) : std::nullopt});
  });
  return events;
}

std::vector<series::Annotation> annotations_of(std::vector<TableEvent> events) {
  std::vector<series::Annotation> result;
  for (TableEvent& one : events) result.push_back(std::move(one.event));
  return result;
}

// Onsets of a table beside a file whose own events do not count what was lost in gaps.
class TableClock {
 public:
  explicit TableClock(const series::Channel& channel) : channel_(channel), time_(channel) {}

  /// Nothing if the table does not tell.
  std::optional<bool> counts_gaps(const std::vector<TableEvent>& events) const {
    std::size_t behind = 0, told = 0, counting = 0, beginning = 0, passing_over = 0;
    const auto first_gap = static_cast<double>(channel_.gap_starts.front());
    for (const auto& [event, sample] : events) {
      const auto [begin, end] = samples_of(event);
      if (begin < first_gap && end <= first_gap) continue;
      ++behind;
      if (!sample || begin < first_gap) continue;
      ++told;
      passing_over += is_at(event.onset, *sample);
      const bool counts = is_at(event.onset - time_.lost_until(*sample), *sample);
      counting += counts;
      // The row of a gap itself may be where it begins.
      beginning += !counts && is_at(event.onset - time_.lost_before(*sample - 1.0), *sample);
    }
    // Where both are so, what was lost is less than two samples.
    if (behind == 0 || (counting > 0 && counting + beginning == told)) return true;
    return told > 0 && passing_over == told ? std::optional(false) : std::nullopt;
  }

  void count_gaps(series::Annotation& event) const {
    const auto [begin, end] = samples_of(event);
    const double lost = time_.lost_until(begin);
    event.onset += lost;
    if (end > begin) *event.duration += time_.lost_before(end) - lost;
  }

 private:
  // Times have few digits, so that one at a gap may seem to lie in front of it.
  std::pair<double, double> samples_of(const series::Annotation& event) const {
    const double begin = std::round(event.onset * channel_.rate);
    return {begin, begin + std::round(event.duration.value_or(0.0) * channel_.rate)};
  }

  bool is_at(double seconds, double sample) const {
    const double ahead = sample - seconds * channel_.rate;
    return ahead > -1.0 && ahead < 2.0;
  }

  const series::Channel& channel_;
  StoredTime time_;
};

// True if the events of its format are positions among the stored samples, and time was lost between them.
bool loses_time(const series::Recording& recording) {
  if (recording.format != "EEGLAB" && recording.format != "BrainVision") return false;
  const series::Channel& first = recording.channels.front();
  const double least = 0.5 / first.rate;
  return std::any_of(first.gap_seconds.begin(), first.gap_seconds.end(), [&](double lost) { return lost > least; });
}

}  // namespace

std::vector<series::Annotation> read_events(Input& input, const std::string& name_column) {
  return annotations_of(table_events(input, name_column));
}

std::vector<series::Annotation> read_events(const std::filesystem::path& path, const std::string& name_column) {
  Input input(path);
  return read_events(input, name_column);
}

std::vector<series::Annotation> read_events(const std::filesystem::path& path, const std::string& name_column,
                                            const series::Recording& recording) {
  Input input(path);
  std::vector<TableEvent> events = table_events(input, name_column);
  if (!loses_time(recording)) return annotations_of(std::move(events));
  const series::Channel& first = recording.channels.front();
  const TableClock clock(first);
  const auto counts = clock.counts_gaps(events);
  if (!counts) {
    throw input.error(
        ErrorCode::invalid_data,
        fmt::format(
            "{} has a gap of {:.6g} s behind sample {}, and it is not clear whether onsets behind it count that "
            "time: a column 'sample' with the positions of all events in the file tells",
            recording.path, first.gap_seconds.front(), first.gap_starts.front()));
  }
  if (!*counts) {
    for (TableEvent& one : events) clock.count_gaps(one.event);
  }
  return annotations_of(std::move(events));
}

bool names_events(const std::filesystem::path& path, const std::string& name_column) {
  Input input(path);
  return TabTable(input, "events").find_column(name_column).has_value();
}

}  // namespace biotropy::files
