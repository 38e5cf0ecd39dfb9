// SPDX-License-Identifier: Apache-2.0
//
// Names of the choices for RR intervals, one table for each.
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<heartbeats::RrUnit>{
    Word{"auto", heartbeats::RrUnit::automatic},
    Word{"s", heartbeats::RrUnit::seconds},
    Word{"ms", heartbeats::RrUnit::milliseconds},
};

template <>
inline constexpr std::array kWords<heartbeats::RrValues>{
    Word{"detect", heartbeats::RrValues::detect},
    Word{"intervals", heartbeats::RrValues::intervals},
    Word{"times", heartbeats::RrValues::times},
};

template <>
inline constexpr std::array kWords<heartbeats::FirstValue>{
    Word{"detect", heartbeats::FirstValue::detect},
    Word{"interval", heartbeats::FirstValue::interval},
    Word{"onset", heartbeats::FirstValue::onset},
};

template <>
inline constexpr std::array kWords<heartbeats::EctopicRule>{
    Word{"none", heartbeats::EctopicRule::none},
    Word{"previous", heartbeats::EctopicRule::previous},
    Word{"neighbours", heartbeats::EctopicRule::neighbours},
    Word{"median", heartbeats::EctopicRule::median},
};

template <>
inline constexpr std::array kWords<heartbeats::GapPolicy>{
    Word{"gap", heartbeats::GapPolicy::gap},
    Word{"close", heartbeats::GapPolicy::close},
};

}  // namespace biotropy

namespace biotropy::heartbeats {

RrUnit rr_unit(std::string_view word, const char* argument) {
  return require_choice<RrUnit>(argument, word);
}

RrValues rr_values(std::string_view word) {
  return require_choice<RrValues>("values", word);
}

FirstValue first_value(std::string_view word) {
  return require_choice<FirstValue>("first", word);
}

EctopicRule ectopic_rule(std::string_view word) {
  return require_choice<EctopicRule>("ectopic", word);
}

GapPolicy gap_policy(std::string_view word) {
  return require_choice<GapPolicy>("policy", word);
}

std::string_view name(RrUnit unit) {
  return unit == RrUnit::milliseconds ? "ms" : "s";
}

std::string_view name(GapPolicy policy) {
  return word(policy);
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
