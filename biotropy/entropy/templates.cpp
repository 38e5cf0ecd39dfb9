// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/templates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/counted.hpp"
#include "biotropy/entropy/family_internal.hpp"

namespace biotropy::entropy {

namespace {

bool touches_missing(Samples samples, std::size_t i, const match::Rule& rule, int length) {
  for (int k = 0; k < length; ++k) {
    if (std::isnan(samples[i + static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau)])) return true;
  }
  return false;
}

// The numbers that the formula divides by, from the counts at length m.
TemplateNumbers template_numbers(Samples x, TemplateCount of_x, TemplateCount of_y, const match::Rule& rule,
                                 const match::LengthCounts& at_m, const Parameters& parameters) {
  TemplateNumbers numbers{of_x.m, of_x.m1, of_y.m, of_y.m1, 0};
  const auto counts_m = at_m.per_template;
  // Of use to Bias::zero alone, for which products suffice only if no sample is missing and so every template of length
  // m + 1 is valid.
  if (at_m.product != nullptr) numbers.x_m1_unmatched_at_m = at_m.product->zeros_among_longest;
  if (parameters.bias != Bias::zero || counts_m.empty()) return numbers;
  const int longer = rule.lengths[1];
  const std::size_t templates = match::template_count(rule, x.size(), longer);
  for (std::size_t i = 0; i < templates; ++i) {
    if (counts_m[i] == 0 && !touches_missing(x, i, rule, longer)) ++numbers.x_m1_unmatched_at_m;
  }
  return numbers;
}

}  // namespace

Error missing_samples(const char* which, std::size_t missing, std::size_t samples) {
  return {ErrorCode::missing_values,
          fmt::format("{} has {} (NaN) of {}; `missing = omit` leaves out the templates that touch one", which,
                      counted(missing, "missing sample"), samples)};
}

void require_known_samples(Samples samples, Missing missing, const char* which) {
  if (series::are_finite(samples)) return;
  series::require_finite_or_missing(samples);
  const std::size_t count = series::missing_count(samples);
  if (count > 0 && missing == Missing::raise) throw missing_samples(which, count, samples.size());
}

std::size_t samples_of_templates(Measure measure, const Parameters& parameters) {
  const auto reach =
      static_cast<std::size_t>(length_of(measure, parameters)) * static_cast<std::size_t>(parameters.tau);
  return reach + (row_of(measure).self_matches ? 1 : 2);
}

void require_long_enough(Samples samples, Measure measure, const Parameters& parameters, const char* which) {
  const std::size_t least = row_of(measure).family().least_samples(measure, parameters);
  if (samples.size() < least) {
    throw Error(ErrorCode::too_short, fmt::format("{} has {}: {} with m = {} and tau = {} needs at least {}", which,
                                                  counted(samples.size(), "sample"), word(measure),
                                                  length_of(measure, parameters), parameters.tau, least));
  }
}

void require_usable(Samples samples, Measure measure, const Parameters& parameters, const char* which) {
  require_long_enough(samples, measure, parameters, which);
  require_known_samples(samples, parameters.missing, which);
}

TemplateCount valid_templates(Samples samples, const match::Rule& rule) {
  const auto at = [&](int length) {
    return series::valid_template_count(samples, match::template_count(rule, samples.size(), length),
                                        match::required_length(rule, length), rule.tau);
  };
  return {at(rule.lengths[0]), at(rule.lengths[1])};
}

Entropy evaluate_counts(Measure measure, Samples x, TemplateCount of_x, TemplateCount of_y,
                        const match::PairCounts& counts, const match::Rule& rule, const Parameters& parameters) {
  const TemplateNumbers numbers = template_numbers(x, of_x, of_y, rule, counts.lengths[0], parameters);
  Entropy result = evaluate(measure, counts, numbers, parameters);
  result.r = rule.r;
  return result;
}

}  // namespace biotropy::entropy
