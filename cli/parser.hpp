// SPDX-License-Identifier: Apache-2.0
//
// Commands, their options and their arguments, for the parser of the command line. Its headers take four seconds of a
// source that has them, and its templates more for every type of a value: commands have these functions alone.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/option.hpp"
#include "cli/commands.hpp"

namespace biotropy::cli {

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& help);
/// A command that has others, one of which is given.
CLI::App& add_parent(CLI::App& parent, const std::string& name, const std::string& help);
/// @param at_once runs when the options of the command are known.
void set_work(CLI::App& command, Command& chosen, Command work, std::function<void()> at_once = {});

/// An argument by position. `text` follows its name in the help.
struct Argument {
  std::string name, help, text = " ";
  std::vector<std::string> words{};  ///< one of them, if there are any
};
void add_argument(CLI::App& command, std::string& value, const Argument& argument);

/// An option beside the rules of its row.
struct AddedOption {
  std::string name{};  ///< all its names: "--output,-o"
  std::string help{}, text{}, group{};
  std::string usual{};  ///< the default
  bool negates = true;  ///< a flag has a form "--no-"
  bool required = false;
};
using SetValue = std::function<void(const OptionValue&)>;

/// @param option is kept. @param set takes a value, or each of several texts.
void add_option(CLI::App& command, const OptionText& option, const AddedOption& added, const SetValue& set);
/// @param words one of which the text is, if there are any.
void add_text_option(CLI::App& command, const AddedOption& added, const std::vector<std::string>& words,
                     const std::function<void(const std::string&)>& set);
/// The option of a row.
void add_row_of(CLI::App& command, const OptionText& row, const OptionRules& rules, AddedOption added,
                const std::string& prefix, const SetValue& set);

/// The value in a line of help: "closed|open [closed]". @param list what stands for a list of numbers.
std::string value_text(const OptionText& option, const std::string& usual, std::string_view list = "LIST");

/// @throws CLI::RequiresError, CLI::ExcludesError for an option without one that it needs, or beside one that it
/// excludes.
void require_company(const CLI::App& command, const std::string& name, const OptionRules& rules,
                     const std::string& prefix = "");
/// @throws CLI::ValidationError where the option was given.
void refuse(const CLI::App& command, const std::string& name, const std::string& why);
/// Refuses the option beside any of the groups, but those that are named.
void exclude_groups(CLI::App& command, const std::string& name, const std::set<std::string>& groups,
                    const std::set<std::string>& but);

bool is_given(const CLI::App& command, const std::string& name);
/// True if an option of the group was given.
bool any_given(const CLI::App& command, const std::string& group);
/// How many options the command has so far.
std::size_t n_options(const CLI::App& command);
/// Each option from number `begin` to `end` by its name: the text that was given, or that of its default.
std::vector<std::pair<std::string, std::string>> texts_of(const CLI::App& command, std::size_t begin, std::size_t end);

bool has_option(const CLI::App& command, const std::string& name);
/// The option may stand without a value, for the usual one. @param text after its name in the help.
void take_without_value(CLI::App& command, const std::string& name, const std::string& usual, const std::string& text);
void add_version(CLI::App& command);
void describe(CLI::App& command, const std::string& name, const std::string& help);
/// Ends every --help. `examples` are lines of shell commands.
void add_footer(CLI::App& command, const std::string& examples);

/// @param kept what the option keeps, such as its row.
template <typename Settings>
void add_row(CLI::App& command, Settings& settings, const OptionRow<Settings>& row, const std::string& group,
             const std::string& prefix = "", const std::shared_ptr<const void>& kept = {}) {
  const auto usual = row.rules.required ? std::nullopt : row.get(settings);
  add_row_of(command, row, row.rules, {.group = group, .usual = usual ? biotropy::text_of(*usual) : std::string()},
             prefix, [&settings, &row, kept](const OptionValue& value) { row.set(settings, value); });
}

/// A row for a field that is in no table.
template <typename Field>
void add_row(CLI::App& command, Field& field, const char* name, const OptionHelp& texts,
             const OptionRules& rules = {}) {
  const auto itself = [](auto& value) -> auto& {
    return value;
  };
  const auto row = std::make_shared<OptionRow<Field>>(option_row<Field>(name, itself, texts).with(rules));
  add_row(command, field, *row, "Options", "", row);
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

/// Makes every option of the program and of its commands refuse invalid values of its type before the parser converts
/// them to numbers: it would read 010 as 8, -1 samples as 18446744073709551615, an empty word as 0, and the largest
/// number as a larger one. Call after all options were added.
void be_strict(CLI::App& program);

}  // namespace biotropy::cli
