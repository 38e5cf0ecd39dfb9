// SPDX-License-Identifier: Apache-2.0
#include "cli/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "biotropy/version.hpp"

namespace biotropy::cli {

namespace {

// Name of the type of options that hold whole numbers of 64 bits, such as seeds; the parser's own names do not tell.
constexpr const char* kLongInteger = "INT64";

// As is_same_word() compares it.
std::string plain_word(const std::string& given) {
  std::string word = CLI::detail::to_lower(given);
  std::ranges::replace(word, '_', '-');
  for (std::size_t ize = 0; (ize = word.find("ize", ize)) != std::string::npos;) word[ize + 1] = 's';
  return word;
}

CLI::Option* named_option(CLI::App& command, const OptionText& option, const std::string& name, const SetValue& set) {
  const auto add = [&]<typename Value>(Value) {
    return command.add_option_function<Value>(name, [set](const Value& value) { set(value); });
  };
  // "LO HI": as many values; "LABEL ...": any number.
  const std::vector<std::string> symbols = split(option.symbol, ' ');
  const auto n_values = static_cast<int>(symbols.size());
  // Lists of m and r are texts, as they may have ranges and a unit.
  switch (option.symbol == "LIST" ? OptionKind::name : option.kind) {
    case OptionKind::flag:
      return command.add_flag_function(name, [set](std::int64_t given) { set(given > 0); });
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
      for (const std::string& value : values) set(value);
    };
    CLI::Option* several = command.add_option_function<std::vector<std::string>>(name, each);
    if (symbols.back() == "...") return several->expected(1, CLI::detail::expected_max_vector_size);
    return several->expected(n_values)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  CLI::Option* added = add(std::string());
  if (option.words != nullptr) added->check(CLI::IsMember(option.words(), plain_word));
  return added;
}

std::string not_allowed(std::string_view text, std::string_view needed) {
  return fmt::format("'{}' must be {}", text, needed);
}

// Rewrites a number in its only unambiguous form. An empty result accepts it.
template <typename Whole>
std::string whole_number(std::string& text, std::string_view needed) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  Whole value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc() || end != digits.data() + digits.size()) return not_allowed(text, needed);
  text = fmt::format("{}", value);
  return {};
}

std::string real_number(std::string& text) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  double value = 0.0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole_text = end == digits.data() + digits.size();
  if (failure == std::errc::result_out_of_range && whole_text) {
    return not_allowed(text, "a number that double precision can hold");
  }
  if (failure != std::errc() || !whole_text) return not_allowed(text, "a number, with a point for its decimals");
  return {};
}

std::string some_text(std::string& text) {
  return text.empty() ? not_allowed(text, "a value that is not empty") : std::string();
}

void be_strict(CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() == 0) return;  // a flag
  if (type.starts_with("UINT")) {
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::uint64_t>(text, "a whole number of at least 0"); }, ""));
  } else if (type.starts_with(kLongInteger)) {
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::int64_t>(text, "a whole number of 64 bits"); }, ""));
  } else if (type.starts_with("INT")) {
    // Larger numbers than any such option allows.
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::int32_t>(text, "a whole number of at most nine digits"); },
        ""));
  } else if (type.starts_with("FLOAT")) {
    option.transform(CLI::Validator(real_number, ""));
  } else {
    option.transform(CLI::Validator(some_text, ""));
  }
}

// The placeholder of a value lists at most so many words.
constexpr std::size_t kMostWordsInText = 5;

bool has_short_list(const OptionText& option) {
  return option.words != nullptr && option.words().size() <= kMostWordsInText;
}

// The help, with the words if neither it nor the placeholder lists them.
std::string help_of(const OptionText& option, const std::string& help) {
  if (option.words == nullptr || has_short_list(option)) return help;
  const std::vector<std::string> words = option.words();
  const auto is_listed = [&](const std::string& word) { return help.find(word) != std::string::npos; };
  return std::ranges::all_of(words, is_listed) ? help : fmt::format("{}; one of {}", help, fmt::join(words, ", "));
}

}  // namespace

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& help) {
  return *parent.add_subcommand(name, help);
}

CLI::App& add_parent(CLI::App& parent, const std::string& name, const std::string& help) {
  CLI::App& command = add_command(parent, name, help);
  command.require_subcommand(1);
  return command;
}

void set_work(CLI::App& command, Command& chosen, Command work, std::function<void()> at_once) {
  command.callback([&chosen, work = std::move(work), at_once = std::move(at_once)] {
    if (at_once) at_once();
    chosen = work;
  });
}

void add_argument(CLI::App& command, std::string& value, const Argument& argument) {
  CLI::Option* added = command.add_option(argument.name, value, argument.help)->required()->option_text(argument.text);
  if (!argument.words.empty()) added->check(CLI::IsMember(argument.words, plain_word));
}

void add_option(CLI::App& command, const OptionText& option, const AddedOption& added, const SetValue& set) {
  std::string name = added.name;
  if (option.kind == OptionKind::flag && added.negates)
    name += ",!--no-" + added.name.substr(2, added.name.find(',') - 2);
  named_option(command, option, name, set)
      ->required(added.required)
      ->default_str(added.usual)
      ->description(help_of(option, added.help))
      ->option_text(added.text)
      ->group(added.group);
}

void add_text_option(CLI::App& command, const AddedOption& added, const std::vector<std::string>& words,
                     const std::function<void(const std::string&)>& set) {
  CLI::Option* option = command.add_option_function<std::string>(added.name, set, added.help)
                            ->option_text(added.text)
                            ->group(added.group);
  if (!words.empty()) option->check(CLI::IsMember(words, plain_word));
}

void add_row_of(CLI::App& command, const OptionText& row, const OptionRules& rules, AddedOption added,
                const std::string& prefix, const SetValue& set) {
  added.name = "--" + prefix + hyphenated(row.name);
  if (!rules.also.empty()) added.name += fmt::format(",{}", rules.also);
  added.help = row.help;
  added.text = value_text(row, added.usual);
  if (!row.group.empty()) added.group = row.group;
  added.negates = added.usual == "true";
  added.required = rules.required;
  add_option(command, row, added, [&command, &row, rules, prefix, set](const OptionValue& value) {
    require_company(command, std::string(row.name), rules, prefix);
    set(value);
  });
}

std::string value_text(const OptionText& option, const std::string& usual, std::string_view list) {
  if (option.kind == OptionKind::flag) return " ";
  const std::string value = has_short_list(option)    ? fmt::format("{}", fmt::join(option.words(), "|"))
                            : option.words != nullptr ? std::string("WORD")
                            : option.symbol == "LIST" ? std::string(list)
                                                      : std::string(option.symbol);
  return usual.empty() ? value : fmt::format("{} [{}]", value, usual);
}

void require_company(const CLI::App& command, const std::string& name, const OptionRules& rules,
                     const std::string& prefix) {
  const auto named = [&](std::string_view other) { return "--" + prefix + hyphenated(other); };
  const auto is_beside = [&](const std::string& other) {
    return has_option(command, named(other)) && is_given(command, named(other));
  };
  const std::vector<std::string> needed = split(rules.needs, '|'), excluded = split(rules.excludes, '|');
  if (!needed.empty() && std::ranges::none_of(needed, is_beside)) {
    throw CLI::RequiresError(named(name), named(needed.front()));
  }
  const auto other = std::ranges::find_if(excluded, is_beside);
  if (other != excluded.end()) throw CLI::ExcludesError(named(name), named(*other));
}

void refuse(const CLI::App& command, const std::string& name, const std::string& why) {
  if (is_given(command, name)) throw CLI::ValidationError(name, why);
}

void exclude_groups(CLI::App& command, const std::string& name, const std::set<std::string>& groups,
                    const std::set<std::string>& but) {
  CLI::Option* one = command.get_option(name);
  for (CLI::Option* option : command.get_options()) {
    if (groups.contains(option->get_group()) && !but.contains(option->get_name())) one->excludes(option);
  }
}

bool is_given(const CLI::App& command, const std::string& name) {
  return command.count(name) > 0;
}

bool any_given(const CLI::App& command, const std::string& group) {
  return std::ranges::any_of(command.get_options(), [&](const CLI::Option* option) {
    return option->get_group() == group && option->count() > 0;
  });
}

std::size_t n_options(const CLI::App& command) {
  return command.get_options().size();
}

std::vector<std::pair<std::string, std::string>> texts_of(const CLI::App& command, std::size_t begin, std::size_t end) {
  const std::vector<const CLI::Option*> options = command.get_options();
  std::vector<std::pair<std::string, std::string>> texts;
  for (std::size_t i = begin; i < end; ++i) {
    texts.emplace_back(options[i]->get_single_name(), options[i]->count() > 0
                                                          ? fmt::format("{}", fmt::join(options[i]->results(), " "))
                                                          : options[i]->get_default_str());
  }
  return texts;
}

bool has_option(const CLI::App& command, const std::string& name) {
  return command.get_option_no_throw(name) != nullptr;
}

void take_without_value(CLI::App& command, const std::string& name, const std::string& usual, const std::string& text) {
  command.get_option(name)->expected(0, 1)->default_str(usual)->option_text(text);
}

void add_version(CLI::App& command) {
  command.set_version_flag("--version", std::string(version()));
}

void add_footer(CLI::App& command, const std::string& examples) {
  command.footer("Examples:\n" + examples + "\n" + exit_code_table());
}

void describe(CLI::App& command, const std::string& name, const std::string& help) {
  command.get_option(name)->description(help);
}

void be_strict(CLI::App& program) {
  for (CLI::Option* option : program.get_options()) be_strict(*option);
  for (CLI::App* command : program.get_subcommands({})) be_strict(*command);
}

}  // namespace biotropy::cli
