// SPDX-License-Identifier: Apache-2.0
//
// RR intervals: beat annotations, lists of intervals, and their cleaning. A gap is an NA in front of the interval that
// follows it.
#include "biotropy/heartbeats/rr_intervals.hpp"

#include <R_ext/Arith.h>

#include <algorithm>
#include <cmath>

#include "biotropy/series/gaps.hpp"
#include "entry.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "signals.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

heartbeats::Reading reading_of(SEXP options) {
  heartbeats::Reading reading;
  const Arguments given(options);
  read_rows(given, heartbeats::rr_options(), reading);
  read_rows(given, files::open_options(), reading.open);
  return reading;
}

// R tells NA, a missing value, from other NaN.
cpp11::sexp with_na(std::vector<double> values) {
  std::replace_if(
      values.begin(), values.end(), [](double value) { return std::isnan(value); }, NA_REAL);
  return to_r(values);
}

cpp11::sexp marked(const std::vector<double>& intervals, const std::vector<std::size_t>& gap_starts) {
  return with_na(series::with_gaps(intervals, gap_starts, 1));
}

SEXP to_list(const heartbeats::RrSeries& cleaned, const Notices& notices) {
  std::vector<double> positions, values;
  std::vector<std::string> reasons;
  for (const heartbeats::RrRemoval& removal : cleaned.report.removals) {
    positions.push_back(static_cast<double>(removal.position) + 1.0);
    values.push_back(removal.value);
    reasons.emplace_back(word(removal.reason));
  }
  return cpp11::writable::list({"values"_nm = marked(cleaned.channel.samples, cleaned.channel.gap_starts),
                                "n_read"_nm = static_cast<double>(cleaned.report.n_read),
                                "unit"_nm = std::string(word(cleaned.report.output)), "position"_nm = to_r(positions),
                                "value"_nm = to_r(values), "reason"_nm = to_r(reasons),
                                "report"_nm = to_r(cleaned.report.sentence()), "notices"_nm = to_r(notices)});
}

}  // namespace

SEXP read_rr(SEXP path, SEXP options) {
  return guarded([&]() -> SEXP {
    const auto found = heartbeats::read_rr(to_string(path), reading_of(options));
    return to_list(found.rr, found.notices);
  });
}

SEXP read_beats(SEXP path, SEXP options) {
  return guarded([&]() -> SEXP {
    const heartbeats::Reading reading = reading_of(options);
    const auto beats = heartbeats::read_beats(to_string(path), reading.open, reading.consecutive);
    return cpp11::writable::list({"values"_nm = marked(beats.intervals.seconds, beats.intervals.gap_starts),
                                  "n_read"_nm = static_cast<double>(beats.intervals.seconds.size()),
                                  "sentence"_nm = beats.facts.sentence(), "first_beat"_nm = beats.facts.first_beat,
                                  "source"_nm = to_r(beats.source.string()), "notices"_nm = to_r(beats.notices)});
  });
}

SEXP clean_rr(SEXP values, SEXP options) {
  return guarded([&]() -> SEXP {
    heartbeats::Reading reading;
    read_rows(Arguments(options), heartbeats::cleaning_options(), reading);
    const Recording intervals(values, "x");
    study::require_single(intervals.signal(), "x", study::SignalUse::matches);
    const study::Signal& signal = intervals.signal();
    return to_list(heartbeats::clean_marked_rr(signal.view.data, reading.cleaning, signal.gaps), {});
  });
}

}  // namespace biotropy::r
