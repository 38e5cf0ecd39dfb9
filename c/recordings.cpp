// SPDX-License-Identifier: Apache-2.0
//
// Recordings and RR intervals of files.
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/study/read_signals.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using heartbeats::Reading;

constexpr std::int64_t kLargestFill = 1000000;

std::size_t gap_fill(GivenOptions& given) {
  constexpr const char* kAllowed = "an integer from 0 to 1000000";
  const std::int64_t fill = given.whole("gap_fill", kAllowed).value_or(0);
  if (fill < 0 || fill > kLargestFill) throw Error::argument("gap_fill", std::to_string(fill), kAllowed);
  return static_cast<std::size_t>(fill);
}

Reading reading_options(GivenOptions& given) {
  Reading reading;
  given.read(heartbeats::rr_options(), reading);
  given.read(files::open_options(), reading.open);
  return reading;
}

void add_removals(biotropy_result& result, const heartbeats::RrReport& report, const std::vector<double>& ends) {
  std::vector<std::uint64_t> indices;
  std::vector<double> values, times;
  std::vector<std::string> reasons;
  for (const heartbeats::RrRemoval& removal : report.removals) {
    indices.push_back(removal.position);
    values.push_back(removal.value);
    times.push_back(ends.at(removal.position));
    reasons.emplace_back(word(removal.reason));
  }
  result.add("removed_index", std::move(indices));
  result.add("removed_value", std::move(values));
  result.add("removed_time", std::move(times));
  result.add("removed_reason", std::move(reasons));
}

// @param ends times of the ends of all values that were read.
void add_intervals(biotropy_result& result, const heartbeats::RrSeries& cleaned, const std::vector<double>& ends) {
  std::vector<double> times;
  for (const std::size_t index : cleaned.positions) times.push_back(ends.at(index));
  const std::vector<std::size_t>& gaps = cleaned.channel.gap_starts;
  result.add("rr", series::with_gaps(cleaned.channel.samples, gaps, 1));
  result.add("times", series::with_gaps(times, gaps, 1));
  result.add_one("unit", std::string(word(cleaned.report.output)));
  result.add_one("unit_read", std::string(word(cleaned.report.unit)));
  result.add_one("n_read", std::uint64_t{cleaned.report.n_read});
  result.add_one("report", cleaned.report.sentence());
  add_removals(result, cleaned.report, ends);
}

void add_notices(biotropy_result& made, const Notices& notices) {
  std::vector<std::string> texts, codes, levels;
  for (const Notice& one : notices) {
    texts.push_back(one.text);
    codes.push_back(one.code);
    levels.emplace_back(word(one.level));
  }
  made.add("notices", std::move(texts));
  made.add("notice_codes", std::move(codes));
  made.add("notice_levels", std::move(levels));
}

}  // namespace

extern "C" {

int biotropy_read_signals(const char* path, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const std::string file = text(path, "path");
    GivenOptions given(options);
    const Run run(options, given, false);
    files::OpenOptions open;
    given.read(files::open_options(), open);
    const std::string channels = given.text("channels").value_or("");
    const std::size_t fill = gap_fill(given);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      study::ReadSignals read = study::read_signals(file, channels, fill, open);
      prepare::Simultaneous& signals = read.signals;
      made.add_one("format", std::move(read.format));
      run.notify(signals.notices);
      add_notices(made, signals.notices);
      study::Signal signal{{1, signals.labels.size(), signals.n_times, signals.samples}};
      signal.bads = signals.bads;
      warn_of_padding(run, signal, file);
      made.add("samples", std::move(signals.samples), {signals.labels.size(), signals.n_times});
      made.add("times", std::move(signals.times));
      made.add("rate", signals.rate ? std::vector{*signals.rate} : std::vector<double>{});
      made.add("channels", std::move(signals.labels));
      made.add("units", std::move(signals.units));
      made.add("bads", std::move(signals.bads));
      made.add("gaps", std::vector<std::uint64_t>(signals.gaps.begin(), signals.gaps.end()));
    });
  });
}

int biotropy_read_rr(const char* path, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const std::string file = text(path, "path");
    GivenOptions given(options);
    const Run run(options, given, false);
    const Reading reading = reading_options(given);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      const heartbeats::RrIntervals intervals = heartbeats::read_rr(file, reading);
      run.notify(intervals.notices);
      add_intervals(made, intervals.rr, intervals.ends);
      add_notices(made, intervals.notices);
      made.add_one("source", intervals.source.generic_string());
    });
  });
}

int biotropy_clean_rr(const biotropy_signal* x, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const series::Samples samples = needed(x, "x").view.data;
    study::require_single(*x, "x", study::SignalUse::matches);
    GivenOptions given(options);
    const Run run(options, given, false);
    Reading reading;
    given.read(heartbeats::cleaning_options(), reading);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      const heartbeats::RrSeries cleaned = heartbeats::clean_marked_rr(samples, reading.cleaning);
      add_intervals(made, cleaned, heartbeats::ends_of(samples, cleaned.report));
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
