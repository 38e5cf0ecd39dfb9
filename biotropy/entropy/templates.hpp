// SPDX-License-Identifier: Apache-2.0
//
// Checks of series before a comparison, and the numbers of their templates.
#pragma once

#include "biotropy/entropy/formula.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

using series::Samples;

/// The error for a series with missing samples under Missing::raise.
Error missing_samples(const char* which, std::size_t missing, std::size_t samples);

/// Refuses infinite samples, and missing ones under Missing::raise. @param which name of the series, for the message.
/// @throws Error invalid_data, missing_values.
void require_known_samples(Samples samples, Missing missing, const char* which = "the series");

/// Samples of one template of length m + 1, or of two if self matches are excluded.
std::size_t samples_of_templates(Measure measure, const Parameters& parameters);

/// @throws Error too_short if the series is too short for the measure.
void require_long_enough(Samples samples, Measure measure, const Parameters& parameters, const char* which);

/// Both. @throws Error too_short, invalid_data, missing_values.
void require_usable(Samples samples, Measure measure, const Parameters& parameters, const char* which);

/// Templates of one series that touch no missing sample.
TemplateCount valid_templates(Samples samples, const match::Rule& rule);

/// The value from the counts of a pair. @param x the series of the templates.
Entropy evaluate_counts(Measure measure, Samples x, TemplateCount of_x, TemplateCount of_y,
                        const match::PairCounts& counts, const match::Rule& rule, const Parameters& parameters);

}  // namespace biotropy::entropy
