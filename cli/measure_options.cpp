// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/study/number_list.hpp"

namespace biotropy::cli {

namespace {

const char* const kGroup = "Measure";
/// Longer lists of words are shown in the help of the option.
constexpr std::size_t kMostWordsInText = 5;

// An option with a few allowed words.
template <typename Choice>
void add_choice(CLI::App& command, const std::string& name, Choice& choice, const std::vector<std::string>& words,
                const std::string& help) {
  command
      .add_option_function<std::string>(
          "--" + name, [&choice, name](const std::string& text) { choice = require_choice<Choice>(name, text); }, help)
      ->check(CLI::IsMember(words))
      ->option_text(fmt::format("{} [{}]", fmt::join(words, "|"), word(choice)))
      ->group(kGroup);
}

std::vector<entropy::Measure> measures_of(Measures which) {
  std::vector<entropy::Measure> measures;
  for (const entropy::Measure measure : entropy::kMeasures) {
    const bool cross = entropy::is_cross(measure);
    if (cross ? which != Measures::of_one_series : which != Measures::of_two) measures.push_back(measure);
  }
  return measures;
}

std::vector<std::string> words_of(const std::vector<entropy::Measure>& measures) {
  std::vector<std::string> words;
  for (const entropy::Measure measure : measures) words.emplace_back(word(measure));
  return words;
}

// Adds the measures to the help of an option that most measures do not have.
std::string help_of(const entropy::Option& option, const std::vector<entropy::Measure>& measures) {
  std::vector<std::string_view> titles;
  for (const entropy::Measure measure : measures) {
    if (option.applies(measure)) titles.push_back(entropy::title(measure));
  }
  std::string help(option.help);
  if (option.words != nullptr && option.words().size() > kMostWordsInText) {
    help += fmt::format(" ({})", fmt::join(option.words(), ", "));
  }
  const bool is_rare = 2 * titles.size() <= measures.size();
  return is_rare ? fmt::format("{}: {}", fmt::join(titles, ", "), help) : help;
}

// @param single true if a command takes one m and one r, not lists of them.
std::string text_of(const entropy::Option& option, const std::string& usual, bool single) {
  if (option.kind == entropy::OptionKind::flag) return " ";
  const bool lists = option.words != nullptr && option.words().size() <= kMostWordsInText;
  const std::string value = lists ? fmt::format("{}", fmt::join(option.words(), "|"))
                            : option.words != nullptr
                                ? std::string("WORD")
                                : std::string(option.symbol == "LIST" && single ? "N" : option.symbol);
  return usual.empty() ? value : fmt::format("{} [{}]", value, usual);
}

template <typename Value>
CLI::Option* add(CLI::App& command, entropy::Settings& settings, const entropy::Option& option) {
  return command.add_option_function<Value>("--" + entropy::hyphenated(option.name),
                                            [&settings, &option](const Value& value) { settings.set(option, value); });
}

CLI::Option* add(CLI::App& command, entropy::Settings& settings, const entropy::Option& option) {
  if (option.name == "m") {
    return command.add_option_function<std::string>(
        "-m", [&settings](const std::string& text) { settings.m = study::whole_numbers("m", text); });
  }
  if (option.name == "r") {
    return command.add_option_function<std::string>(
        "-r", [&settings](const std::string& text) { settings.r = study::real_numbers("r", text); });
  }
  const std::string name = entropy::hyphenated(option.name);
  switch (option.kind) {
    case entropy::OptionKind::flag:
      return command.add_flag_function("--" + name + ",!--no-" + name,
                                       [&settings, &option](std::int64_t given) { settings.set(option, given > 0); });
    case entropy::OptionKind::whole:
      return add<std::int64_t>(command, settings, option);
    case entropy::OptionKind::real:
      return add<double>(command, settings, option);
    case entropy::OptionKind::word:
    case entropy::OptionKind::name:
      break;
  }
  CLI::Option* added = add<std::string>(command, settings, option);
  if (option.words != nullptr) added->check(CLI::IsMember(option.words()));
  return added;
}

}  // namespace

void add_measure_options(CLI::App& command, entropy::Settings& settings, Measures which) {
  const std::vector<entropy::Measure> measures = measures_of(which);
  add_choice(command, "measure", settings.measure, words_of(measures), "What is computed");
  add_choice(command, "convention", settings.convention, word_list<entropy::Convention>(),
             "The program whose choices are the defaults of the options below");
  for (const entropy::Option& option : entropy::options()) {
    if (std::none_of(measures.begin(), measures.end(), [&](auto measure) { return option.applies(measure); })) continue;
    std::string usual = option.name == "m" && !settings.m.empty() ? fmt::format("{}", fmt::join(settings.m, ","))
                                                                  : option.usual(measures);
    if (option.name == "missing" && which == Measures::of_one_series) usual += ", heartbeats omit";
    add(command, settings, option)
        ->description(help_of(option, measures))
        ->option_text(text_of(option, usual, which == Measures::all))
        ->group(kGroup);
  }
}

}  // namespace biotropy::cli
