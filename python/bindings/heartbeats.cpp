// SPDX-License-Identifier: Apache-2.0
//
// RR intervals: beat annotations, lists of intervals, and their cleaning. A gap is a NaN in front of the interval that
// follows it, among the intervals as among their times.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/series/gaps.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

using heartbeats::Reading;

Reading reading_of(const nb::dict& options) {
  Reading reading;
  set_rows(options, OptionTable{reading, heartbeats::rr_options()}, OptionTable{reading.open, files::open_options()});
  return reading;
}

nb::object marked(const std::vector<double>& values, const std::vector<std::size_t>& gap_starts) {
  return to_array(series::with_gaps(values, gap_starts, 1));
}

// @param ends times of the ends of all values that were read.
nb::dict to_dict(const heartbeats::RrSeries& cleaned, const std::vector<double>& ends) {
  std::vector<double> times;
  for (const std::size_t index : cleaned.positions) times.push_back(ends.at(index));
  nb::list removed;
  for (const heartbeats::RrRemoval& removal : cleaned.report.removals) {
    removed.append(
        nb::make_tuple(removal.position, removal.value, ends.at(removal.position), std::string(word(removal.reason))));
  }
  nb::dict result;
  result["rr"] = marked(cleaned.channel.samples, cleaned.channel.gap_starts);
  result["times"] = marked(times, cleaned.channel.gap_starts);
  result["unit"] = std::string(word(cleaned.report.output));
  result["unit_read"] = std::string(word(cleaned.report.unit));
  result["n_read"] = cleaned.report.n_read;
  result["removed"] = removed;
  result["report"] = cleaned.report.sentence();
  return result;
}

void add_facts(nb::dict& result, const heartbeats::BeatFacts& facts) {
  result["n_beats"] = facts.n_beats;
  result["n_others"] = facts.n_others;
  result["first_beat"] = facts.first_beat;
}

nb::dict read_rr(const std::string& path, const nb::dict& options) {
  const Reading reading = reading_of(options);
  const heartbeats::RrIntervals found = without_lock([&] { return heartbeats::read_rr(path, reading); });
  nb::dict result = to_dict(found.rr, found.ends);
  if (found.annotations) add_facts(result, *found.annotations);
  result["source"] = found.source.string();
  result["notices"] = to_list(found.notices);
  return result;
}

nb::dict read_beats(const std::string& path, const nb::dict& options) {
  const Reading reading = reading_of(options);
  const heartbeats::AnnotatedBeats beats =
      without_lock([&] { return heartbeats::read_beats(path, reading.open, reading.consecutive); });
  nb::dict result;
  result["rr"] = marked(beats.intervals.seconds, beats.intervals.gap_starts);
  result["times"] = marked(beats.intervals.ends, beats.intervals.gap_starts);
  result["n_read"] = beats.intervals.seconds.size();
  result["report"] = beats.facts.sentence();
  add_facts(result, beats.facts);
  result["source"] = beats.source.string();
  result["notices"] = to_list(beats.notices);
  return result;
}

nb::dict clean_rr(const Rows& values, const std::vector<std::size_t>& gap_starts, const nb::dict& options) {
  Reading reading;
  set_rows(options, OptionTable{reading, heartbeats::cleaning_options()});
  const heartbeats::RrSeries cleaned = heartbeats::clean_marked_rr(row(values, 0), reading.cleaning, gap_starts);
  return to_dict(cleaned, heartbeats::ends_of(row(values, 0), cleaned.report));
}

}  // namespace

void bind_heartbeats(nb::module_& module) {
  module.def("read_rr", &read_rr, nb::arg("path"), nb::arg("options"));
  module.def("read_beats", &read_beats, nb::arg("path"), nb::arg("options"));
  module.def("clean_rr", &clean_rr, nb::arg("values").noconvert(), nb::arg("gap_starts"), nb::arg("options"));
}

}  // namespace biotropy::python
