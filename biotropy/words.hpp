// SPDX-License-Identifier: Apache-2.0
//
// Words that users write: names of enum values, shared by all front ends, and of options. An enum has names if kWords
// is specialised for it.
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

/// Whether both are one word: hyphens and underscores are alike, and so are "normalise" and "normalize", "SD" and "sd".
constexpr bool is_same_word(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (std::size_t i = 0; i < one.size(); ++i) {
    const char p = lower(one[i]), q = lower(other[i]);
    const auto both = [&](char a, char b) { return (p == a && q == b) || (p == b && q == a); };
    const bool is_ise = i > 0 && lower(one[i - 1]) == 'i' && i + 1 < one.size() && lower(one[i + 1]) == 'e';
    if (p != q && !both('-', '_') && !(is_ise && both('s', 'z'))) return false;
  }
  return true;
}

/// The choice named by a word; nothing for an unknown word.
template <typename Choice>
constexpr std::optional<Choice> choice_of(std::string_view word) {
  for (const auto& [text, choice] : kWords<Choice>) {
    if (is_same_word(text, word)) return choice;
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

/// " (did you mean 'entropy'?)", to append to a message: another name of the same thing, such as `fs` of `rate`, or the
/// first of the closest words. At most one letter in three is missing, added, replaced or transposed, also of the last
/// word of several ("Fz" of "EEG Fz"). Case is ignored. Empty if no word is close.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// The word of the list that the text is. @param parameter its name in messages.
/// @throws Error invalid_argument, listing the words.
std::string require_word(const std::string& parameter, std::string_view text, const std::vector<std::string>& words,
                         std::string_view quote = "");

template <typename Choice>
Choice require_choice(const std::string& parameter, std::string_view word, std::string_view quote = "") {
  const std::optional<Choice> known = choice_of<Choice>(word);
  return known ? *known : *choice_of<Choice>(require_word(parameter, word, word_list<Choice>(), quote));
}

}  // namespace biotropy
