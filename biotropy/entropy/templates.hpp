// SPDX-License-Identifier: Apache-2.0
//
// How many templates of two series take part in a comparison, and whether the series can be compared at all.
#pragma once

#include "biotropy/entropy/formula.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

using series::Samples;

/// The error of a series with missing samples where they are not to be omitted.
Error missing_samples(const char* which, std::size_t missing, std::size_t samples);

/// Samples that one template of length m + 1 needs, or two where none is compared with itself.
std::size_t samples_of_templates(Measure measure, const Parameters& parameters);

/// Throws unless the series is as long as the measure needs, has no infinite sample, and no missing one unless the
/// policy is to omit. `which` names the series in the message.
void require_usable(Samples samples, Measure measure, const Parameters& parameters, const char* which);

/// Templates of one series that touch no missing sample.
TemplateCount valid_templates(Samples samples, const match::Rule& rule);

/// Puts counts of a pair under the rule of the measure into the formula. @param x the series of the templates.
Entropy evaluate_counts(Measure measure, Samples x, TemplateCount of_x, TemplateCount of_y,
                        const match::PairCounts& counts, const match::Rule& rule, const Parameters& parameters);

}  // namespace biotropy::entropy
