// SPDX-License-Identifier: Apache-2.0
//
// The words in which people choose: one table of each choice for the program, studies, Python and R, which differ only
// in the quotation marks of their messages.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

template <typename Choice>
struct Word {
  std::string_view text;
  Choice choice;
};

/// Every word of a choice, in the order of messages; that of R functions, whose default comes first.
template <typename Choice>
inline constexpr auto kWords = nullptr;

template <>
inline constexpr std::array kWords<Measure>{
    Word{"apen", Measure::apen},
    Word{"sampen", Measure::sampen},
    Word{"fuzzyen", Measure::fuzzyen},
    Word{"cross-apen", Measure::cross_apen},
    Word{"cross-sampen", Measure::cross_sampen},
    Word{"cross-fuzzyen", Measure::cross_fuzzyen},
};

template <>
inline constexpr std::array kWords<series::RUnit>{
    Word{"sd", series::RUnit::sd},
    Word{"absolute", series::RUnit::absolute},
};

template <>
inline constexpr std::array kWords<match::Boundary>{
    Word{"closed", match::Boundary::closed},
    Word{"open", match::Boundary::open},
};

template <>
inline constexpr std::array kWords<match::TemplateRule>{
    Word{"all", match::TemplateRule::all},
    Word{"common", match::TemplateRule::common},
};

template <>
inline constexpr std::array kWords<Bias>{
    Word{"max", Bias::max},
    Word{"zero", Bias::zero},
    Word{"skip", Bias::skip},
    Word{"none", Bias::none},
};

template <>
inline constexpr std::array kWords<Undefined>{
    Word{"natural", Undefined::natural},
    Word{"negative", Undefined::negative},
    Word{"bound", Undefined::bound},
};

template <>
inline constexpr std::array kWords<Missing>{
    Word{"raise", Missing::raise},
    Word{"omit", Missing::omit},
};

template <>
inline constexpr std::array kWords<MultiscaleMethod>{
    Word{"mse", MultiscaleMethod::mse},
    Word{"rmse", MultiscaleMethod::rmse},
    Word{"cmse", MultiscaleMethod::cmse},
    Word{"rcmse", MultiscaleMethod::rcmse},
};

template <>
inline constexpr std::array kWords<series::Grain>{
    Word{"mean", series::Grain::mean},
    Word{"variance", series::Grain::variance},
};

template <>
inline constexpr std::array kWords<ToleranceOf>{
    Word{"original", ToleranceOf::original},
    Word{"scale", ToleranceOf::scale},
};

template <>
inline constexpr std::array kWords<Covariance>{
    Word{"centred", Covariance::centred},
    Word{"lake", Covariance::lake},
    Word{"physionet", Covariance::physionet},
};

/// The word for a choice.
template <typename Choice>
constexpr std::string_view word(Choice choice) {
  for (const auto& [text, meant] : kWords<Choice>) {
    if (meant == choice) return text;
  }
  return "unknown";
}

/// What a word stands for; nothing for another one.
template <typename Choice>
constexpr std::optional<Choice> choice_of(std::string_view word) {
  for (const auto& [text, choice] : kWords<Choice>) {
    if (text == word) return choice;
  }
  return std::nullopt;
}

/// Every word as a text.
template <typename Choice>
std::vector<std::string> word_list() {
  std::vector<std::string> list;
  for (const auto& [text, choice] : kWords<Choice>) list.emplace_back(text);
  return list;
}

/// What is allowed, for a message: one of "sd", "absolute". @param quote what stands around each word.
template <typename Choice>
std::string one_of_words(std::string_view quote) {
  std::string list;
  for (const auto& [text, choice] : kWords<Choice>) {
    list.append(list.empty() ? "one of " : ", ").append(quote).append(text).append(quote);
  }
  return list;
}

/// @param parameter its name in messages. @throws Error invalid_argument, listing the words.
template <typename Choice>
Choice require_choice(const std::string& parameter, std::string_view word, std::string_view quote = "") {
  if (const auto choice = choice_of<Choice>(word)) return *choice;
  throw Error::argument(parameter, std::string(quote).append(word).append(quote), one_of_words<Choice>(quote));
}

}  // namespace biotropy::entropy
