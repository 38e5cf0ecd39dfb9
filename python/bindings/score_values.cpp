// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/score_values.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/sicamm/state_options.hpp"
#include "python/bindings/options.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

template <class Items>
nb::list list_of(const Items& items) {
  nb::list made;
  for (const auto& one : items) made.append(scores_to_dict(one));
  return made;
}

}  // namespace

nb::dict scores_to_dict(const sicamm::EventRates& rates) {
  nb::dict made;
  made["sensitivity"] = rates.sensitivity;
  made["precision"] = rates.precision;
  made["f1"] = rates.f1;
  made["false_alarms_per_day"] = rates.false_alarms_per_day;
  return made;
}

nb::dict scores_to_dict(const sicamm::EventCounts& counts) {
  nb::dict made = scores_to_dict(sicamm::rates_of(counts));
  made["n_events"] = counts.references;
  made["n_found"] = counts.found;
  made["n_false_alarms"] = counts.false_alarms;
  made["seconds"] = counts.seconds;
  return made;
}

nb::dict scores_to_dict(const sicamm::LabelScores& scores) {
  nb::dict made;
  made["accuracy"] = scores.accuracy;
  made["balanced_accuracy"] = scores.balanced_accuracy;
  made["macro_f1"] = scores.macro_f1;
  made["kappa"] = scores.kappa;
  made["log_loss"] = scores.log_loss;
  made["brier"] = scores.brier;
  made["recall"] = scores.recall;
  made["precision"] = scores.precision;
  made["f1"] = scores.f1;
  return made;
}

nb::dict scores_to_dict(const sicamm::Evaluation& found) {
  nb::dict made;
  made["labels"] = scores_to_dict(found.labels);
  made["events"] = list_of(found.events);
  made["person_means"] = list_of(found.person_means);
  nb::list of_persons;
  for (const sicamm::PersonScores& one : found.persons) {
    of_persons.append(nb::make_tuple(one.person, scores_to_dict(one.labels), list_of(one.events)));
  }
  made["persons"] = of_persons;
  if (!found.intervals) return made;
  made["blocks"] = found.intervals->blocks;
  made["low"] = nb::make_tuple(scores_to_dict(found.intervals->low_labels), list_of(found.intervals->low_events));
  made["high"] = nb::make_tuple(scores_to_dict(found.intervals->high_labels), list_of(found.intervals->high_events));
  return made;
}

std::optional<sicamm::IntervalSettings> intervals_of(const nb::object& intervals) {
  if (intervals.is_none()) return std::nullopt;
  sicamm::IntervalSettings drawn;
  set_each(nb::cast<nb::dict>(intervals), [&](const std::string& name, const nb::handle& value) {
    if (name == "unit")
      drawn.unit = named<sicamm::BlockUnit>("intervals", number<std::string>("intervals", value, "a word"));
    if (name == "random_state") drawn.seed = number<std::uint64_t>(name.c_str(), value, "an integer of at least 0");
    return name == "unit" || name == "random_state" || set_row(drawn, sicamm::interval_options(), name, value);
  });
  return drawn;
}

}  // namespace biotropy::python
