// SPDX-License-Identifier: Apache-2.0
//
// Names of the choices for RR intervals, one table for each.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {

namespace {

template <typename Choice, std::size_t n>
using Words = std::array<std::pair<std::string_view, Choice>, n>;

constexpr Words<RrUnit, 3> kUnits = {
    {{"auto", RrUnit::automatic}, {"s", RrUnit::seconds}, {"ms", RrUnit::milliseconds}}};
constexpr Words<RrValues, 3> kValues = {
    {{"detect", RrValues::detect}, {"intervals", RrValues::intervals}, {"times", RrValues::times}}};
constexpr Words<FirstValue, 3> kFirstValues = {
    {{"detect", FirstValue::detect}, {"interval", FirstValue::interval}, {"onset", FirstValue::onset}}};
constexpr Words<EctopicRule, 4> kEctopicRules = {{{"none", EctopicRule::none},
                                                  {"previous", EctopicRule::previous},
                                                  {"neighbours", EctopicRule::neighbours},
                                                  {"median", EctopicRule::median}}};
constexpr Words<GapPolicy, 2> kGapPolicies = {{{"gap", GapPolicy::gap}, {"close", GapPolicy::close}}};

template <typename Choice, std::size_t n>
Choice choice(const Words<Choice, n>& words, std::string_view given, const char* argument) {
  std::string allowed;
  for (const auto& [word, meaning] : words) {
    if (word == given) return meaning;
    allowed += fmt::format("{}{}", allowed.empty() ? "one of " : ", ", word);
  }
  throw Error::argument(argument, std::string(given), allowed);
}

}  // namespace

RrUnit rr_unit(std::string_view word, const char* argument) {
  return choice(kUnits, word, argument);
}

RrValues rr_values(std::string_view word) {
  return choice(kValues, word, "values");
}

FirstValue first_value(std::string_view word) {
  return choice(kFirstValues, word, "first");
}

EctopicRule ectopic_rule(std::string_view word) {
  return choice(kEctopicRules, word, "ectopic");
}

GapPolicy gap_policy(std::string_view word) {
  return choice(kGapPolicies, word, "policy");
}

std::string_view name(RrUnit unit) {
  return unit == RrUnit::milliseconds ? "ms" : "s";
}

std::string_view name(GapPolicy policy) {
  return policy == GapPolicy::gap ? "gap" : "close";
}

std::string_view name(RrRemovalReason reason) {
  switch (reason) {
    case RrRemovalReason::onset:
      return "onset";
    case RrRemovalReason::missing:
      return "missing";
    case RrRemovalReason::too_short:
      return "too_short";
    case RrRemovalReason::too_long:
      return "too_long";
    case RrRemovalReason::ectopic:
      return "ectopic";
  }
  return "";
}

}  // namespace biotropy::heartbeats
