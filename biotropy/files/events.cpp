// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/stored_time_internal.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

constexpr double kMilliseconds = 1000.0;
// In steps to the next event.
constexpr double kFarLonger = 3.0, kOneStep = 1.05;

struct TableEvent {
  series::Annotation event;
  std::optional<double> sample;  // position in the file; some programs count from 1
};

using IsNeeded = std::function<bool(const std::string& text)>;

// Events with a name. @param unneeded counts those whose times are no times, which are left out where they are not
// needed.
std::vector<TableEvent> table_events(Input& input, const std::string& name_column, const IsNeeded& is_needed = {},
                                     std::size_t* unneeded = nullptr) {
  const TabTable table(input, "events");
  const std::size_t onset_column = table.column("onset"), name = table.column(name_column);
  const auto duration_column = is_needed ? table.find_column("duration") : table.column("duration");
  const auto sample_column = table.find_column("sample");
  std::vector<TableEvent> events;
  table.each_row([&](const TabTable::Row& row, std::uint64_t line) {
    if (row[name].empty() || row[name] == kNotKnown) return;
    const std::string text = to_utf8(row[name]);
    const auto onset = to_finite(row[onset_column]);
    const std::string length = duration_column ? row[*duration_column] : "";
    const bool has_length = !length.empty() && length != kNotKnown;
    const auto duration = has_length ? to_finite(length) : std::nullopt;
    const bool is_wrong = has_length && (!duration || *duration < 0.0);
    if ((!onset || is_wrong) && is_needed && !is_needed(text)) {
      ++*unneeded;
      return;
    }
    if (!onset) throw table.refusal(line, fmt::format("the onset {} is not a number", in_quotes(row[onset_column])));
    if (is_wrong) {
      throw table.refusal(line, fmt::format("the duration {} is not a number of at least 0", in_quotes(length)));
    }
    events.push_back({{*onset, duration, text}, sample_column ? to_finite(row[*sample_column]) : std::nullopt});
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
    const Positions positions = positions_of(events, first_gap);
    const auto is_at = [&](double seconds, double sample) {
      const double ahead = sample - seconds * channel_.rate;
      return ahead > positions.least && ahead < positions.most;
    };
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

  // By how many samples positions may lie ahead of onsets: they count from 0 or from 1, as events in front of the gap
  // show.
  struct Positions {
    double least = -1.0, most = 2.0;
  };

  Positions positions_of(const std::vector<TableEvent>& events, double first_gap) const {
    std::size_t told = 0, from_0 = 0, from_1 = 0;
    for (const auto& [event, sample] : events) {
      if (!sample || samples_of(event).first >= first_gap) continue;
      const double ahead = std::round(*sample - event.onset * channel_.rate);
      ++told;
      from_0 += ahead == 0.0 ? 1 : 0;
      from_1 += ahead == 1.0 ? 1 : 0;
    }
    if (told > 0 && from_0 == told) return {-0.5, 0.5};
    return told > 0 && from_1 == told ? Positions{0.5, 1.5} : Positions();
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

std::vector<series::Annotation> in_time_of(const series::Recording& recording, const Input& input,
                                           std::vector<TableEvent> events) {
  if (!loses_time(recording)) return annotations_of(std::move(events));
  const series::Channel& first = recording.channels.front();
  const TableClock clock(first);
  const auto counts = clock.counts_gaps(events);
  if (!counts) {
    throw input.error(
        ErrorCode::invalid_data,
        fmt::format("{} has a gap of {:.6g} s behind sample {}, and later onsets may count it or not; add "
                    "a column 'sample' with "
                    "the positions of all events in the file",
                    recording.path, first.gap_seconds.front(), first.gap_starts.front()));
  }
  if (!*counts) {
    for (TableEvent& one : events) clock.count_gaps(one.event);
  }
  return annotations_of(std::move(events));
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
  return in_time_of(recording, input, table_events(input, name_column));
}

std::vector<series::Annotation> read_bad_events(const std::filesystem::path& path, const series::Recording& recording,
                                                Notices& notices) {
  Input input(path);
  const std::string name = path.filename().generic_string();
  if (input.size() == 0) {
    notices.push_back(warning("events_missing", fmt::format("{} is empty, and marks no time as bad", name)));
    return {};
  }
  if (const TabTable table(input, "events"); !table.find_column("trial_type")) {
    (void)table.column("onset");
    notices.push_back(
        warning("events_missing", fmt::format("{} has no column trial_type, and marks no time as bad", name)));
    return {};
  }
  std::size_t unneeded = 0;
  std::vector<TableEvent> events = table_events(input, "trial_type", series::marks_bad, &unneeded);
  if (unneeded > 0) {
    notices.push_back(note("event_times_missing", fmt::format("{} without a number for its time, which marks no time "
                                                              "as bad",
                                                              counted(unneeded, "event")))
                          .at(name));
  }
  if (const auto doubt = doubtful_unit(annotations_of(events), recording)) notices.push_back(doubt->at(name));
  const auto is_good = [](const TableEvent& one) { return !series::marks_bad(one.event.text); };
  if (std::all_of(events.begin(), events.end(), is_good)) return {};
  std::vector<series::Annotation> bad = in_time_of(recording, input, std::move(events));
  std::erase_if(bad, [](const series::Annotation& one) { return !series::marks_bad(one.text); });
  return bad;
}

std::optional<Notice> doubtful_unit(const std::vector<series::Annotation>& events, const series::Recording& recording) {
  if (events.empty() || recording.channels.empty()) return std::nullopt;
  const series::Channel& channel = recording.channels.front();
  const std::vector<series::Piece> pieces = series::pieces(channel);
  const double end = pieces.back().onset + static_cast<double>(pieces.back().end - pieces.back().begin) / channel.rate;
  const auto unit_of = [&](const auto& fits) {
    if (channel.has_rate && fits(channel.rate)) return "; they may be in samples";
    return fits(kMilliseconds) ? "; they may be in milliseconds" : "";
  };
  std::vector<double> onsets;
  for (const series::Annotation& one : events) onsets.push_back(one.onset);
  std::sort(onsets.begin(), onsets.end());
  const auto later = onsets.end() - std::lower_bound(onsets.begin(), onsets.end(), end);
  if (later > 0) {
    return warning(
        "unit_doubtful",
        fmt::format(
            "{} of {} events lie behind the end of the recording at {:.6g} s: onsets are taken to be in seconds{}",
            later, onsets.size(), end, unit_of([&](double per_second) { return onsets.back() / per_second < end; })));
  }
  // Nearly all last far into the events behind them; a block may last over its trials.
  const auto longer = [&](double per_second, double steps) {
    return std::count_if(events.begin(), events.end(), [&](const series::Annotation& one) {
      const auto next = std::upper_bound(onsets.begin(), onsets.end(), one.onset);
      const double step = (next == onsets.end() ? end : *next) - one.onset;
      return one.duration.value_or(0.0) / per_second > steps * step;
    });
  };
  if (2 * longer(1.0, kFarLonger) <= static_cast<std::ptrdiff_t>(events.size())) return std::nullopt;
  return warning(
      "unit_doubtful",
      fmt::format(
          "{} of {} events last far longer than the step to the next one: durations are taken to be in seconds{}",
          longer(1.0, kFarLonger), events.size(),
          unit_of([&](double per_second) { return longer(per_second, kOneStep) == 0; })));
}

}  // namespace biotropy::files
