// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/physio.hpp"
#include "biotropy/heartbeats/bids_beats_internal.hpp"
#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {

namespace {

using namespace std::string_view_literals;

constexpr const char* kPhysio = "physio.tsv.gz";
constexpr const char* kEvents = "events.tsv";

/// Words for the units of time in JSON files.
constexpr std::array kSeconds{"s"sv, "sec"sv, "second"sv, "seconds"sv};
constexpr std::array kMilliseconds{"ms"sv, "msec"sv, "millisecond"sv, "milliseconds"sv};

struct Beats {
  std::vector<double> times;
  std::vector<double> rows{};  // of the table, where beats are marks in its rows
  double rate = 1.0;           // of the rows
  std::vector<std::size_t> gap_starts{};
};

bool are_marks(const std::vector<double>& values) {
  bool any = false;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (value != 0.0 && value != 1.0) return false;
    any |= value == 1.0;
  }
  return any;
}

// A beat is the first of several rows with 1. Where rows are unknown, so are beats, and the interval is missing.
Beats beats_of_marks(const files::PhysioColumn& column) {
  Beats beats;
  beats.rate = column.rate;
  bool unknown = false;
  double before = 0.0;
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    const double value = column.values[row];
    unknown |= std::isnan(value);
    if (value == 1.0 && before != 1.0) {
      if (unknown && !beats.times.empty()) beats.gap_starts.push_back(beats.times.size());
      beats.times.push_back(column.start + static_cast<double>(row) / column.rate);
      beats.rows.push_back(static_cast<double>(row));
      unknown = false;
    }
    before = value;
  }
  return beats;
}

RrUnit unit_of(const files::PhysioColumn& column, RrUnit given) {
  const auto is_in = [&](const auto& words) {
    return std::find(words.begin(), words.end(), column.unit) != words.end();
  };
  RrUnit said = RrUnit::automatic;
  if (is_in(kSeconds)) said = RrUnit::seconds;
  if (is_in(kMilliseconds)) said = RrUnit::milliseconds;
  const std::string of_column = column.unit.empty() ? "no Units" : fmt::format("the Units '{}'", column.unit);
  if (given == RrUnit::automatic && said == RrUnit::automatic) {
    throw Error::argument(
        "input_unit", "auto",
        fmt::format("s or ms, because the JSON file gives {} of the column {}", of_column, column.name));
  }
  if (given != RrUnit::automatic && said != RrUnit::automatic && given != said) {
    throw Error::argument(
        "input_unit", std::string(word(given)),
        fmt::format("{}, as the JSON file gives {} of the column {}", word(said), of_column, column.name));
  }
  return given == RrUnit::automatic ? said : given;
}

RrIntervals of_beats(const std::filesystem::path& path, const Beats& beats, const Reading& reading,
                     const char* format) {
  if (beats.times.size() < 2) {
    throw Error(ErrorCode::too_short, fmt::format("{}: {}, and an interval needs two", path.generic_string(),
                                                  counted(beats.times.size(), "beat")));
  }
  RrIntervals found;
  RrCleaning cleaning = reading.cleaning;
  cleaning.unit = RrUnit::seconds;
  cleaning.values = RrValues::times;
  cleaning.first = FirstValue::detect;
  found.rr = beats.rows.empty() ? clean_rr(beats.times, beats.gap_starts, cleaning)
                                : clean_beats_in_rows(beats.rows, beats.rate, beats.gap_starts, cleaning);
  found.source = path;
  found.format = format;
  found.ends = beats.times;
  return found;
}

// " (Q, R, S)" or nothing.
std::string types_of(const std::vector<series::Annotation>& events) {
  constexpr std::size_t most = 5;
  std::set<std::string> types;
  for (const series::Annotation& one : events) {
    if (types.size() < most && !one.text.empty()) types.insert(one.text);
  }
  return types.empty() ? std::string() : fmt::format(" ({})", fmt::join(types, ", "));
}

}  // namespace

bool is_events(const std::filesystem::path& path) {
  return path.filename().generic_string().ends_with("_events.tsv");
}

RrIntervals from_physio(const std::filesystem::path& path, const Reading& reading) {
  const files::PhysioColumn column = files::read_physio(path, reading.open.columns);
  RrIntervals found;
  if (reading.cleaning.values == RrValues::detect && are_marks(column.values)) {
    found = of_beats(path, beats_of_marks(column), reading, kPhysio);
  } else if (reading.cleaning.values == RrValues::detect) {
    throw Error::argument("values", "detect",
                          fmt::format("intervals or times, as the column {} ({} Hz) does not mark beats by 0 and 1",
                                      column.name, column.rate));
  } else {
    RrCleaning cleaning = reading.cleaning;
    cleaning.unit = unit_of(column, cleaning.unit);
    found.rr = clean_marked_rr(column.values, cleaning);
    found.source = path;
    found.format = kPhysio;
    found.ends = ends_of(column.values, found.rr.report);
  }
  for (const std::filesystem::path& one : files::physio_sidecars(path))
    found.other_files.push_back(one.generic_string());
  return found;
}

RrIntervals from_events(const std::filesystem::path& path, const Reading& reading) {
  const std::vector<series::Annotation> events = files::read_events(path);
  if (reading.beats.empty()) {
    throw Error::argument(
        "beats", "unknown",
        fmt::format("the trial_type whose onsets are the beats of {}{}", path.generic_string(), types_of(events)));
  }
  Beats beats;
  for (const series::Annotation& one : events) {
    if (one.text == reading.beats) beats.times.push_back(one.onset);
  }
  return of_beats(path, beats, reading, kEvents);
}

}  // namespace biotropy::heartbeats
