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

/// Samples that the measure needs: one template of length m + 1, two for SampEn and FuzzyEn.
std::size_t least_samples(Measure measure, const Parameters& parameters);

/// Throws unless the series has at least one template of length m + 1 (two for SampEn), no infinite sample, and no
/// missing one unless the policy is to omit. `which` names the series in the message.
void require_usable(Samples samples, Measure measure, const Parameters& parameters, const char* which);

/// Templates of one series at m and m + 1, without those that a missing sample makes none of.
struct ValidTemplates {
  std::uint64_t m = 0, m1 = 0;
};

ValidTemplates valid_templates(Samples samples, const match::Rule& rule);

/// Everything that the formula divides by, from the counts at length m.
TemplateNumbers template_numbers(Samples x, ValidTemplates of_x, ValidTemplates of_y, const match::Rule& rule,
                                 const match::LengthCounts& at_m, const Parameters& parameters);

}  // namespace biotropy::entropy
