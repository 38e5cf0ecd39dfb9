// SPDX-License-Identifier: Apache-2.0
//
// The words for what can be chosen and said of RR intervals: one table for each choice.
#include "biotropy/prepare/rr.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<prepare::RrUnit>{
    Word{"auto", prepare::RrUnit::automatic},
    Word{"s", prepare::RrUnit::seconds},
    Word{"ms", prepare::RrUnit::milliseconds},
};

template <>
inline constexpr std::array kWords<prepare::RrValues>{
    Word{"detect", prepare::RrValues::detect},
    Word{"intervals", prepare::RrValues::intervals},
    Word{"times", prepare::RrValues::times},
};

template <>
inline constexpr std::array kWords<prepare::FirstValue>{
    Word{"detect", prepare::FirstValue::detect},
    Word{"interval", prepare::FirstValue::interval},
    Word{"onset", prepare::FirstValue::onset},
};

template <>
inline constexpr std::array kWords<prepare::EctopicRule>{
    Word{"none", prepare::EctopicRule::none},
    Word{"previous", prepare::EctopicRule::previous},
    Word{"neighbours", prepare::EctopicRule::neighbours},
    Word{"median", prepare::EctopicRule::median},
};

template <>
inline constexpr std::array kWords<prepare::GapPolicy>{
    Word{"gap", prepare::GapPolicy::gap},
    Word{"close", prepare::GapPolicy::close},
};

}  // namespace biotropy

namespace biotropy::prepare {

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

}  // namespace biotropy::prepare
