// SPDX-License-Identifier: Apache-2.0
//
// Scores as dictionaries of Python, and the settings of their intervals.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "biotropy/sicamm/evaluation.hpp"

namespace biotropy::python {

namespace nb = nanobind;

nb::dict scores_to_dict(const sicamm::LabelScores& scores);
nb::dict scores_to_dict(const sicamm::EventRates& rates);
nb::dict scores_to_dict(const sicamm::EventCounts& counts);

/// Labels, events, persons and the ends of intervals.
nb::dict scores_to_dict(const sicamm::Evaluation& found);

/// @param intervals a dictionary with unit, seconds, resamples, confidence and seed, or None.
/// @throws Error invalid_argument.
std::optional<sicamm::IntervalSettings> intervals_of(const nb::object& intervals);

}  // namespace biotropy::python
