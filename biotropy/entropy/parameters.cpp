// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/parameters.hpp"

#include "biotropy/entropy/family_internal.hpp"

namespace biotropy::entropy {

int length_of(Measure measure, const Parameters& parameters) {
  return parameters.m.value_or(row_of(measure).m);
}

series::RUnit r_unit_of(Measure measure, const Parameters& parameters) {
  return parameters.r_unit.value_or(is_multivariate(measure) ? series::RUnit::total_variation : series::RUnit::sd);
}

std::string_view unit_of(Measure measure, const Parameters& parameters) {
  return row_of(measure).family().unit(parameters);
}

std::string_view Family::unit(const Parameters& parameters) const {
  switch (parameters.base) {
    case Base::e:
      return "nat";
    case Base::two:
      return "bit";
    case Base::ten:
      break;
  }
  return "hartley";
}

match::Rule rule_of(Measure measure, const Parameters& parameters, double tolerance) {
  match::Rule rule;
  const int m = length_of(measure, parameters);
  rule.lengths = {m, m + 1};
  rule.tau = parameters.tau;
  rule.r = tolerance;
  rule.boundary = parameters.boundary;
  const bool ratio = has(measure, kRatio);
  rule.templates = parameters.templates.value_or(ratio ? match::TemplateRule::common : match::TemplateRule::all);
  rule.theiler = parameters.theiler.value_or(row_of(measure).self_matches ? match::kKeepAllPairs : match::kExcludeSelf);
  rule.per_template = !ratio;
  return rule;
}

match::Membership membership_of(const Parameters& parameters, double tolerance) {
  match::Membership membership = parameters.membership;
  membership.corner *= tolerance / parameters.r;
  return membership;
}

}  // namespace biotropy::entropy
