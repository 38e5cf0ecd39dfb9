// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/parameters.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kLongestTemplate = 1000;

}  // namespace

std::string_view name(Measure measure) {
  return word(measure);
}

bool is_cross(Measure measure) {
  return measure == Measure::cross_apen || measure == Measure::cross_sampen || measure == Measure::cross_fuzzyen;
}

bool is_fuzzy(Measure measure) {
  return measure == Measure::fuzzyen || measure == Measure::cross_fuzzyen;
}

bool is_approximate(Measure measure) {
  return measure == Measure::apen || measure == Measure::cross_apen;
}

bool is_symmetric(Measure measure) {
  return measure == Measure::cross_sampen || measure == Measure::cross_fuzzyen;
}

void validate(Measure measure, const Parameters& parameters) {
  const auto reject = [](const char* parameter, const std::string& value, const std::string& allowed) {
    throw Error::argument(parameter, value, allowed);
  };
  if (parameters.m < 1 || parameters.m > kLongestTemplate) {
    reject("m", std::to_string(parameters.m), fmt::format("an integer from 1 to {}", kLongestTemplate));
  }
  if (parameters.tau < 1) reject("tau", std::to_string(parameters.tau), "an integer of at least 1");
  if (!std::isfinite(parameters.r) || parameters.r < 0.0) {
    reject("r", fmt::format("{}", parameters.r), "a finite number of at least 0");
  }
  if (parameters.ddof != 0 && parameters.ddof != 1) reject("ddof", std::to_string(parameters.ddof), "0 or 1");
  if (parameters.theiler && *parameters.theiler < match::kKeepAllPairs) {
    reject("theiler", std::to_string(*parameters.theiler),
           "-1 (keep every pair), 0 (exclude self matches) or a window");
  }
  if (is_fuzzy(measure) && parameters.undefined == Undefined::bound) {
    reject("undefined", "bound",
           fmt::format("natural or negative for {}, whose sums have no least value,", name(measure)));
  }
  if (is_fuzzy(measure)) match::validate(parameters.membership, parameters.r);
}

match::Rule rule_of(Measure measure, const Parameters& parameters, double tolerance) {
  match::Rule rule;
  rule.lengths = {parameters.m, parameters.m + 1};
  rule.tau = parameters.tau;
  rule.r = tolerance;
  rule.boundary = parameters.boundary;
  const bool approximate = is_approximate(measure);
  rule.templates = parameters.templates.value_or(approximate ? match::TemplateRule::all : match::TemplateRule::common);
  const bool self_is_left_out = measure == Measure::sampen || measure == Measure::fuzzyen;
  rule.theiler = parameters.theiler.value_or(self_is_left_out ? match::kExcludeSelf : match::kKeepAllPairs);
  rule.per_template = approximate;
  return rule;
}

match::Membership membership_of(const Parameters& parameters, double tolerance) {
  match::Membership membership = parameters.membership;
  membership.corner *= tolerance / parameters.r;
  return membership;
}

}  // namespace biotropy::entropy
