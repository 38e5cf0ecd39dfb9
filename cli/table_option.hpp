// SPDX-License-Identifier: Apache-2.0
//
// A row of a table of options, and a choice between a few words, as options of the program.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "biotropy/entropy/options.hpp"
#include "cli/strict_values.hpp"

namespace biotropy::cli {

/// Longer lists of words stand in the help of the option.
inline constexpr std::size_t kMostWordsInText = 5;

/// The value in a line of help: "closed|open [closed]". @param list what stands for a list of numbers.
inline std::string value_text(const entropy::OptionText& option, const std::string& usual,
                              std::string_view list = "LIST") {
  if (option.kind == entropy::OptionKind::flag) return " ";
  const bool lists = option.words != nullptr && option.words().size() <= kMostWordsInText;
  const std::string value = lists                     ? fmt::format("{}", fmt::join(option.words(), "|"))
                            : option.words != nullptr ? std::string("WORD")
                            : option.symbol == "LIST" ? std::string(list)
                                                      : std::string(option.symbol);
  return usual.empty() ? value : fmt::format("{} [{}]", value, usual);
}

/// An option that takes one of the words.
template <typename Choice>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Choice& choice,
                        const std::vector<std::string>& words, const std::string& help) {
  return command
      .add_option_function<std::string>(
          "--" + name, [&choice, name](const std::string& text) { choice = require_choice<Choice>(name, text); }, help)
      ->check(CLI::IsMember(words))
      ->option_text(fmt::format("{} [{}]", fmt::join(words, "|"), word(choice)));
}

/// @param settings whose set() takes the row and a value.
template <typename Settings, typename Row>
CLI::Option* add_table_option(CLI::App& command, Settings& settings, const Row& option) {
  const std::string name = "--" + entropy::hyphenated(option.name);
  const auto add = [&]<typename Value>(Value) {
    return command.add_option_function<Value>(
        name, [&settings, &option](const Value& value) { settings.set(option, value); });
  };
  switch (option.kind) {
    case entropy::OptionKind::flag:
      return command.add_flag_function(name + ",!--no-" + name.substr(2),
                                       [&settings, &option](std::int64_t given) { settings.set(option, given > 0); });
    // NOLINTNEXTLINE(bugprone-branch-clone): numbers of two types
    case entropy::OptionKind::whole:
      return add(std::int64_t())->type_name(kLongInteger);
    case entropy::OptionKind::real:
      return add(double());
    case entropy::OptionKind::word:
    case entropy::OptionKind::name:
      break;
  }
  CLI::Option* added = add(std::string());
  if (option.words != nullptr) added->check(CLI::IsMember(option.words()));
  return added;
}

}  // namespace biotropy::cli
