// SPDX-License-Identifier: Apache-2.0
//
// Scores of states and of events.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"
#include "python/bindings/score_values.hpp"

namespace biotropy::python {

namespace {

sicamm::EventRules rules_of(const nb::dict& options) {
  sicamm::EventRules rules;
  set_rows(options, OptionTable{rules, sicamm::event_options()});
  return rules;
}

std::vector<sicamm::EventSpan> spans_of(const Rows& rows) {
  std::vector<sicamm::EventSpan> spans;
  for (std::size_t i = 0; i < rows.shape(0); ++i) spans.push_back({row(rows, i)[0], row(rows, i)[1]});
  return spans;
}

nb::object rows_of(const std::vector<sicamm::EventSpan>& spans) {
  std::vector<double> values;
  for (const sicamm::EventSpan& one : spans) values.insert(values.end(), {one.begin, one.end});
  return to_array(std::move(values), {spans.size(), 2});
}

// @param truth, found (event, begin and end).
nb::dict event_scores(const Rows& truth, const Rows& found, double seconds, const nb::dict& rules) {
  const sicamm::EventMatches matches = sicamm::match_events(spans_of(truth), spans_of(found), seconds, rules_of(rules));
  nb::dict made = scores_to_dict(sicamm::counts_of(matches, seconds));
  made["events"] = rows_of(matches.references);
  made["found"] = std::vector<bool>(matches.found.begin(), matches.found.end());
  made["predictions"] = rows_of(matches.hypotheses);
  made["false_alarm"] = std::vector<bool>(matches.false_alarm.begin(), matches.false_alarm.end());
  return made;
}

// Recordings stand one after the other; persons has a name for each.
nb::dict state_scores(const Labels& truth, const Labels& labels, const Rows& posteriors,
                      const std::vector<std::size_t>& lengths, const std::vector<std::string>& persons,
                      std::optional<double> rate, const std::vector<std::size_t>& event_classes, const nb::dict& rules,
                      const nb::object& intervals, int n_jobs) {
  const std::size_t classes = posteriors.shape(1);
  sicamm::Evaluator evaluator(classes, {rate, event_classes, rules_of(rules), intervals_of(intervals)});
  sicamm::Evaluation found;
  constexpr double seconds_of_sample = 1e-7, seconds_of_draws = 1.0;
  const double work = static_cast<double>(truth.shape(0)) * seconds_of_sample;
  run_interruptibly(execution_of(n_jobs), work + (intervals.is_none() ? 0.0 : seconds_of_draws), nb::none(),
                    [&](const Job& job) {
                      std::size_t begin = 0;
                      for (std::size_t r = 0; r < lengths.size(); ++r) {
                        const sicamm::ScoredPiece piece{0.0,
                                                        {truth.data() + begin, lengths[r]},
                                                        {labels.data() + begin, lengths[r]},
                                                        {posteriors.data() + begin * classes, lengths[r] * classes}};
                        evaluator.add(persons[r], std::span(&piece, 1));
                        begin += lengths[r];
                      }
                      found = evaluator.result(job.execution);
                    });
  return scores_to_dict(found);
}

std::vector<std::size_t> lengths_of(const Labels& recordings) {
  return sicamm::lengths_of({recordings.data(), recordings.size()});
}

std::vector<std::int32_t> persons_of(const Labels& persons, const std::vector<std::size_t>& lengths) {
  return sicamm::persons_of({persons.data(), persons.size()}, lengths);
}

}  // namespace

void bind_scores(nb::module_& module) {
  module.def("event_scores", &event_scores, nb::arg("truth").noconvert(), nb::arg("found").noconvert(),
             nb::arg("seconds"), nb::arg("rules"));
  module.def("lengths_of", &lengths_of, nb::arg("recordings"));
  module.def("persons_of", &persons_of, nb::arg("persons"), nb::arg("lengths"));
  module.def("state_scores", &state_scores, nb::arg("truth").noconvert(), nb::arg("labels").noconvert(),
             nb::arg("posteriors").noconvert(), nb::arg("lengths"), nb::arg("persons"), nb::arg("rate").none(),
             nb::arg("event_classes"), nb::arg("rules"), nb::arg("intervals").none(), nb::arg("n_jobs"));
}

}  // namespace biotropy::python
