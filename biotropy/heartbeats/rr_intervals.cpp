// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/rr_intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/physio.hpp"
#include "biotropy/files/time_unit.hpp"
#include "biotropy/heartbeats/bids_beats_internal.hpp"
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::heartbeats {

namespace {

constexpr double kMsPerSecond = 1000.0;

// Settings may be shared by files of both kinds, so a setting for the other kind is not an error; a notice says that
// it had no effect. No notice for a setting that agrees with the file (annotations are seconds, without an onset).
void warn_of_unused(bool given, const char* setting, const char* kind, Notices& notices) {
  if (given)
    notices.push_back(warning("option_unused", fmt::format("the {} was not used: it is for {}", setting, kind)));
}

// The cleaning of values that are intervals in a known unit from the first one on.
RrCleaning cleaning_of_intervals(const Reading& reading, RrUnit unit, Notices& notices) {
  RrCleaning cleaning = reading.cleaning;
  const char* lists = "lists of intervals";
  warn_of_unused(cleaning.unit != unit && cleaning.unit != RrUnit::automatic, "unit of what is read", lists, notices);
  warn_of_unused(cleaning.values == RrValues::times, "meaning of the values", lists, notices);
  warn_of_unused(cleaning.first == FirstValue::onset, "meaning of the first value", lists, notices);
  cleaning.unit = unit;
  cleaning.values = RrValues::intervals;
  cleaning.first = FirstValue::interval;
  return cleaning;
}

RrIntervals from_annotations(const std::filesystem::path& path, const Reading& reading) {
  AnnotatedBeats beats = read_beats(path, reading.open, reading.consecutive);
  RrIntervals found;
  found.notices = std::move(beats.notices);
  const RrCleaning cleaning = cleaning_of_intervals(reading, RrUnit::seconds, found.notices);
  found.rr = clean_rr(beats.intervals.seconds, beats.intervals.gap_starts, cleaning);
  found.source = std::move(beats.source);
  found.format = "WFDB";
  found.ends = std::move(beats.intervals.ends);
  found.other_files = std::move(beats.other_files);
  found.annotations = beats.facts;
  warn_of_unused(!reading.open.columns.empty(), "choice of columns", "lists of intervals", found.notices);
  return found;
}

void require_one_channel(const series::Recording& recording) {
  const std::size_t n = recording.channels.size();
  if (n == 1) return;
  if (recording.format == "text") {
    constexpr std::size_t kMostNamed = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(n, kMostNamed); ++i) {
      names += (i == 0 ? "" : ", ") + recording.channels[i].label;
    }
    const bool is_line = n > recording.channels.front().samples.size();
    throw Error::argument(
        "columns", fmt::format("{} columns ({}{}) of {}", n, names, n > kMostNamed ? ", ..." : "", recording.path),
        is_line ? "the name or number of one column; if every line is a list, give `orientation = rows`"
                : "the name or number of one column");
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: RR intervals are one channel, and there are {}", recording.path, n));
}

// Beats are not looked for in a signal.
void refuse_signal(const series::Recording& recording, const Reading& reading) {
  const series::Channel& channel = recording.channels.front();
  const bool is_sampled = channel.has_rate && !reading.open.rate && recording.format != "text";
  if (files::seconds_in(channel.unit) || (channel.unit.empty() && !is_sampled)) return;
  const std::string of_unit = channel.unit.empty() ? "" : fmt::format(" in {}", channel.unit);
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: channel {} is a signal{}; it must be RR intervals, as beats are not looked for in an ECG "
                  "or a pulse",
                  recording.path, channel.label, of_unit));
}

// Units of signals and rates that names of columns have.
bool is_other_unit(const std::string& unit) {
  constexpr std::array<std::string_view, 12> units = {"V",  "mV",      "uV",  "\u00b5V", "S",  "mS",
                                                      "uS", "\u00b5S", "bpm", "BPM",     "Hz", "samples"};
  return std::find(units.begin(), units.end(), unit) != units.end() || unit.starts_with("1/") ||
         files::seconds_in(unit);
}

// The unit that the channel or the name of its column tells, where none is given.
RrUnit unit_of(const series::Channel& channel, RrUnit given) {
  if (given != RrUnit::automatic) return given;
  const std::string unit = channel.unit.empty() ? files::unit_in_name(channel.label) : channel.unit;
  const double seconds = files::seconds_in(unit).value_or(0.0);
  if (seconds == 1.0) return RrUnit::seconds;
  if (seconds == 1.0 / kMsPerSecond) return RrUnit::milliseconds;
  if (!is_other_unit(unit)) return given;
  throw Error::argument("input_unit", "auto", fmt::format("s or ms, as column '{}' is in {}", channel.label, unit));
}

// True for times of beats that are numbers of samples, of which the rate tells how many are a second.
bool are_sample_numbers(const series::Channel& channel, const Reading& reading) {
  if (!reading.open.rate || reading.cleaning.values != RrValues::times || reading.cleaning.unit != RrUnit::automatic)
    return false;
  const std::string unit = channel.unit.empty() ? files::unit_in_name(channel.label) : channel.unit;
  return unit == "samples" || (unit.empty() && !are_in_seconds(channel.samples));
}

RrIntervals from_channel(const std::filesystem::path& path, const Reading& reading) {
  files::OpenOptions options = reading.open;
  options.needed = {};  // a list of intervals is the one channel of its file
  options.intervals = reading.cleaning.values != RrValues::times;
  series::Recording recording = files::open(path, options);
  require_one_channel(recording);
  refuse_signal(recording, reading);
  const series::Channel& channel = recording.channels.front();
  RrCleaning cleaning = reading.cleaning;
  const bool are_intervals = recording.format == files::kPolarFormat,
             are_numbers = are_sample_numbers(channel, reading);
  RrIntervals found;
  found.notices = std::move(recording.notices);
  if (are_intervals) {
    cleaning = cleaning_of_intervals(reading, RrUnit::milliseconds, found.notices);
  } else {
    cleaning.unit = are_numbers ? RrUnit::seconds : unit_of(channel, cleaning.unit);
  }
  const double rate = are_numbers ? *reading.open.rate : 1.0;
  found.rr = are_numbers ? clean_beats_in_rows(channel.samples, rate, channel.gap_starts, cleaning)
                         : clean_rr(channel.samples, channel.gap_starts, cleaning);
  found.source = path;
  found.format = std::move(recording.format);
  found.ends = ends_of(channel.samples, found.rr.report);
  for (double& end : found.ends) end /= rate;
  found.other_files = std::move(recording.other_files);
  warn_of_unused(reading.consecutive, "choice of consecutive beats", "annotations", found.notices);
  warn_of_unused(reading.open.rate.has_value() && !are_intervals && !are_numbers, "sampling rate", "annotations",
                 found.notices);
  return found;
}

}  // namespace

std::span<const OptionRow<Reading>> cleaning_options() {
  using R = Reading;
  static const auto always = [](const R&) { return true; };
  static const auto cleaning = [](auto member) {
    return [member](auto& reading) -> auto& {
      return reading.cleaning.*member;
    };
  };
  using C = RrCleaning;
  static const std::vector<OptionRow<R>> rows{
      option_row<R>("min", cleaning(&C::least),
                    {"S", "s", "a number of seconds", "Shorter RR intervals are removed; 0 keeps them"}, {}, {},
                    always),
      option_row<R>("max", cleaning(&C::greatest),
                    {"S", "s", "a number of seconds", "Longer RR intervals are removed; inf keeps them"}, {}, {},
                    always),
      option_row<R>(
          "ectopic", cleaning(&C::ectopic),
          {"", "", "",
           "Remove intervals too different from the one before, the mean of both neighbours, or the median around them",
           "Malik et al. (1989), Karlsson et al. (2012)."},
          {}, {}, always),
      option_row<R>("ectopic_change", cleaning(&C::ectopic_change),
                    {"F", "", "a number above 0", "The relative difference that is too much"}, {}, {},
                    [](const R& r) { return r.cleaning.ectopic != EctopicRule::none; }),
      option_row<R>("policy", cleaning(&C::policy),
                    {"", "", "", "At removed intervals: a gap that no template spans, or nothing"}, {}, {}, always),
      option_row<R>("input_unit", cleaning(&C::unit),
                    {"", "", "", "Unit of intervals in text and arrays; auto: milliseconds if the median is above 10"},
                    {}, {}, always),
      option_row<R>("output_unit", cleaning(&C::output),
                    {"", "", "", "Unit of the intervals that are returned; auto: as read"}),
      option_row<R>(
          "values", cleaning(&C::values),
          {"", "", "",
           "Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an error if "
           "nine of ten rise as times do"},
          {}, {}, always),
      option_row<R>(
          "first", cleaning(&C::first),
          {"", "", "",
           "First value of text and arrays: an interval, or the time to the first beat (onset); detect: that time "
           "if it is above 3 times the median"},
          {}, {}, always),
  };
  return rows;
}

std::span<const OptionRow<Reading>> rr_options() {
  static const std::vector<OptionRow<Reading>> rows = [] {
    const auto cleaning = cleaning_options();
    std::vector<OptionRow<Reading>> all(cleaning.begin(), cleaning.end());
    all.push_back(
        option_row<Reading>("beats", &Reading::beats,
                            {"TYPE", "", "the trial_type of the beats",
                             "Tables of events of BIDS (_events.tsv): the trial_type whose onsets are the beats"},
                            "\"R\""));
    all.push_back(option_row<Reading>(
        "consecutive", &Reading::consecutive,
        {"", "", "", "WFDB: leave out intervals with an annotation inside that is no beat (ann2rr -c)"}));
    return all;
  }();
  return rows;
}

RrIntervals read_rr(const std::filesystem::path& path, const Reading& reading) {
  // A chosen column is a list, as of any other table.
  if (is_events(path) && (!reading.beats.empty() || reading.open.columns.empty())) return from_events(path, reading);
  if (!reading.beats.empty()) throw Error::argument("beats", reading.beats, "a table *_events.tsv of BIDS");
  if (files::is_physio(path)) return from_physio(path, reading);
  if (const auto annotations = annotation_file(path, reading.open)) return from_annotations(*annotations, reading);
  return from_channel(path, reading);
}

series::Recording as_recording(RrIntervals intervals) {
  series::Recording recording;
  recording.path = intervals.source.generic_string();
  recording.format = std::move(intervals.format);
  recording.other_files = std::move(intervals.other_files);
  recording.notices = std::move(intervals.notices);
  const RrReport& report = intervals.rr.report;
  if (!report.removals.empty() || report.n_gaps > 0) {
    recording.notices.push_back(warning(report.removals.empty() ? "gaps" : "intervals_removed", report.sentence()));
  }
  recording.channels.push_back(std::move(intervals.rr.channel));
  return recording;
}

std::vector<double> ends_of(series::Samples values, const RrReport& report) {
  const double scale = report.unit == RrUnit::milliseconds ? kMsPerSecond : 1.0;
  std::vector<double> ends;
  ends.reserve(values.size());
  double end = 0.0;
  for (const double value : values) {
    const bool counts = std::isfinite(value) && (report.of_times || value > 0.0);
    if (counts) end = report.of_times ? value : end + value;
    ends.push_back(end / scale);
  }
  return ends;
}

}  // namespace biotropy::heartbeats
