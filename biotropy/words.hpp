// SPDX-License-Identifier: Apache-2.0
//
// Names of enum values, shared by all front ends. An enum has names if kWords is specialised for it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/error.hpp"

namespace biotropy {

template <typename Choice>
struct Word {
  std::string_view text;
  Choice choice;
};
// clang 16 and older deduce no template arguments of aggregates.
template <typename Choice>
Word(std::string_view, Choice) -> Word<Choice>;

/// Every word of a choice, in the order of messages; a fixed default comes first.
template <typename Choice>
inline constexpr auto kWords = nullptr;

/// The word for a choice.
template <typename Choice>
constexpr std::string_view word(Choice choice) {
  for (const auto& [text, meant] : kWords<Choice>) {
    if (meant == choice) return text;
  }
  return "unknown";
}

/// The choice named by a word; nothing for an unknown word.
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

/// The allowed words, for a message: one of "sd", "absolute". @param quote placed around each word.
inline std::string one_of_words(const std::vector<std::string>& words, std::string_view quote = "") {
  std::string list;
  for (const std::string& word : words) {
    list.append(list.empty() ? "one of " : ", ").append(quote).append(word).append(quote);
  }
  return list;
}

/// @param parameter name of the parameter in messages. @throws Error invalid_argument, listing the words.
template <typename Choice>
Choice require_choice(const std::string& parameter, std::string_view word, std::string_view quote = "") {
  if (const auto choice = choice_of<Choice>(word)) return *choice;
  throw Error::argument(parameter, std::string(quote).append(word).append(quote),
                        one_of_words(word_list<Choice>(), quote));
}

}  // namespace biotropy
