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
inline std::string value_text(const OptionText& option, const std::string& usual, std::string_view list = "LIST") {
  if (option.kind == OptionKind::flag) return " ";
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

/// @param set takes the row and a value.
template <typename Row, typename Set>
CLI::Option* add_table_option(CLI::App& command, const Row& option, const Set& set, const std::string& prefix = "") {
  const std::string name = "--" + prefix + hyphenated(option.name);
  const auto add = [&]<typename Value>(Value) {
    return command.add_option_function<Value>(name, [set, &option](const Value& value) { set(option, value); });
  };
  switch (option.kind) {
    case OptionKind::flag:
      return command.add_flag_function(name + ",!--no-" + name.substr(2),
                                       [set, &option](std::int64_t given) { set(option, given > 0); });
    // NOLINTNEXTLINE(bugprone-branch-clone): numbers of two types
    case OptionKind::whole:
      return add(std::int64_t())->type_name(kLongInteger);
    case OptionKind::real:
      return add(double());
    case OptionKind::numbers:
      // "LO HI": as many numbers; otherwise with commas, and the option may be given again.
      return option.symbol.find(' ') == std::string_view::npos
                 ? add(std::vector<double>())->delimiter(',')->allow_extra_args(false)
                 : add(std::vector<double>())->expected(static_cast<int>(split(option.symbol, ' ').size()));
    case OptionKind::word:
    case OptionKind::name:
      break;
  }
  CLI::Option* added = add(std::string());
  if (option.words != nullptr) added->check(CLI::IsMember(option.words()));
  return added;
}

/// The options of a table, in the groups of their rows. @param prefix of their names, such as "rr-".
template <typename Settings>
void add_rows(CLI::App& command, Settings& settings, std::span<const OptionRow<Settings>> rows,
              const std::string& group, const std::string& prefix = "") {
  for (const OptionRow<Settings>& row : rows) {
    const auto set = [&settings, &command, prefix](const auto& option, const auto& value) {
      const std::vector<std::string> needed = option.needed();
      const auto named = [&](std::string_view name) { return "--" + prefix + hyphenated(name); };
      const auto is_given = [&](const std::string& name) { return command[named(name)]->count() > 0; };
      if (!needed.empty() && std::none_of(needed.begin(), needed.end(), is_given)) {
        throw CLI::RequiresError(named(option.name), named(needed.front()));
      }
      option.set(settings, value);
    };
    const auto usual = row.get(settings);
    const std::string text = usual ? biotropy::text_of(*usual) : std::string();
    add_table_option(command, row, set, prefix)
        ->default_str(text)
        ->description(std::string(row.help))
        ->option_text(value_text(row, text))
        ->group(row.group.empty() ? group : std::string(row.group));
  }
}

}  // namespace biotropy::cli
