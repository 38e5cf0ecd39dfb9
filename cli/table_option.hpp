// SPDX-License-Identifier: Apache-2.0
//
// A row of a table of options, and a choice between a few words, as options of the program.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "biotropy/entropy/options.hpp"
#include "cli/strict_values.hpp"

namespace biotropy::cli {

/// Longer lists of words are in the help of the option.
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

/// @param set takes the row and a value. @param negates whether a flag has a form "--no-".
template <typename Row, typename Set>
CLI::Option* add_table_option(CLI::App& command, const Row& option, const Set& set, const std::string& prefix = "",
                              bool negates = true) {
  std::string name = "--" + prefix + hyphenated(option.name);
  if constexpr (requires { option.rules; }) {
    if (!option.rules.also.empty()) name += fmt::format(",{}", option.rules.also);
  }
  const auto add = [&]<typename Value>(Value) {
    return command.add_option_function<Value>(name, [set, &option](const Value& value) { set(option, value); });
  };
  // "LO HI": as many values; "LABEL ...": any number.
  const std::vector<std::string> symbols = split(option.symbol, ' ');
  const auto n_values = static_cast<int>(symbols.size());
  switch (option.kind) {
    case OptionKind::flag:
      if (negates) name += ",!--no-" + prefix + hyphenated(option.name);
      return command.add_flag_function(name, [set, &option](std::int64_t given) { set(option, given > 0); });
    // NOLINTNEXTLINE(bugprone-branch-clone): numbers of two types
    case OptionKind::whole:
      return add(std::int64_t())->type_name(kLongInteger);
    case OptionKind::real:
      return add(double());
    case OptionKind::numbers:
      // Otherwise with commas, and the option may be given again.
      return n_values < 2 ? add(std::vector<double>())->delimiter(',')->allow_extra_args(false)
                          : add(std::vector<double>())->expected(n_values);
    case OptionKind::length:
    case OptionKind::word:
    case OptionKind::name:
      break;
  }
  if (n_values > 1) {
    const auto each = [set, &option, symbols](const std::vector<std::string>& values) {
      if (symbols.back() != "..." && values.size() % symbols.size() != 0) {
        throw CLI::ValidationError("--" + hyphenated(option.name), fmt::format("it takes {}", option.symbol));
      }
      for (const std::string& value : values) set(option, value);
    };
    CLI::Option* several = command.add_option_function<std::vector<std::string>>(name, each);
    if (symbols.back() == "...") return several->expected(1, CLI::detail::expected_max_vector_size);
    return several->expected(n_values)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  CLI::Option* added = add(std::string());
  if (option.words != nullptr) added->check(CLI::IsMember(option.words()));
  return added;
}

/// @throws CLI::RequiresError, CLI::ExcludesError for an option without one that it needs, or beside one that it
/// excludes.
inline void require_company(const CLI::App& command, const std::string& name, const OptionRules& rules,
                            const std::string& prefix = "") {
  const auto named = [&](std::string_view other) { return "--" + prefix + hyphenated(other); };
  const auto is_given = [&](const std::string& other) {
    const CLI::Option* option = command.get_option_no_throw(named(other));
    return option != nullptr && option->count() > 0;
  };
  const std::vector<std::string> needed = split(rules.needs, '|'), excluded = split(rules.excludes, '|');
  if (!needed.empty() && std::ranges::none_of(needed, is_given)) {
    throw CLI::RequiresError(named(name), named(needed.front()));
  }
  const auto other = std::ranges::find_if(excluded, is_given);
  if (other != excluded.end()) throw CLI::ExcludesError(named(name), named(*other));
}

/// @param kept what the option keeps, such as its row.
template <typename Settings>
CLI::Option* add_row(CLI::App& command, Settings& settings, const OptionRow<Settings>& row, const std::string& group,
                     const std::string& prefix = "", const std::shared_ptr<const void>& kept = {}) {
  const auto set = [&settings, &command, prefix, kept](const auto& option, const auto& value) {
    require_company(command, std::string(option.name), option.rules, prefix);
    option.set(settings, value);
  };
  const auto usual = row.rules.required ? std::nullopt : row.get(settings);
  const std::string text = usual ? biotropy::text_of(*usual) : std::string();
  return add_table_option(command, row, set, prefix, text == "true")
      ->required(row.rules.required)
      ->default_str(text)
      ->description(std::string(row.help))
      ->option_text(value_text(row, text))
      ->group(row.group.empty() ? group : std::string(row.group));
}

/// A row for a field that is in no table.
template <typename Field>
CLI::Option* add_row(CLI::App& command, Field& field, const char* name, const OptionHelp& texts,
                     const OptionRules& rules = {}) {
  const auto itself = [](auto& value) -> auto& {
    return value;
  };
  const auto row = std::make_shared<OptionRow<Field>>(option_row<Field>(name, itself, texts).with(rules));
  return add_row(command, field, *row, "Options", "", row);
}

/// The options of a table, in the groups of their rows. @param prefix of their names, such as "rr-".
template <typename Settings>
void add_rows(CLI::App& command, Settings& settings, std::span<const OptionRow<Settings>> rows,
              const std::string& group, const std::string& prefix = "") {
  for (const OptionRow<Settings>& row : rows) add_row(command, settings, row, group, prefix);
}

/// The row of that name alone.
template <typename Settings>
std::span<const OptionRow<Settings>> one_row(std::span<const OptionRow<Settings>> rows, std::string_view name) {
  return std::span(find_row(rows, name), 1);
}

}  // namespace biotropy::cli
