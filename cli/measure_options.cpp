// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "biotropy/error.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

const char* const kGroup = "Measure";

std::vector<entropy::Measure> measures_of(Measures which) {
  std::vector<entropy::Measure> measures;
  for (const entropy::Measure measure : entropy::kMeasures) {
    if (which == Measures::of_streams && entropy::is_multivariate(measure)) continue;
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
  if (option.name == "r") help += "; '10 uV' is absolute, in the unit of the samples";
  const bool is_rare = 2 * titles.size() <= measures.size();
  return is_rare ? fmt::format("{}: {}", fmt::join(titles, ", "), help) : help;
}

template <typename Choice>
void add_choice(CLI::App& command, const std::string& name, Choice& choice, const std::vector<std::string>& words,
                const std::string& help) {
  add_text_option(command,
                  {.name = "--" + name,
                   .help = help,
                   .text = fmt::format("{} [{}]", fmt::join(words, "|"), word(choice)),
                   .group = kGroup},
                  words, [&choice, name](const std::string& text) { choice = require_choice<Choice>(name, text); });
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
    add_option(command, option,
               {.name = (option.name.size() == 1 ? "-" : "--") + hyphenated(option.name),
                .help = help_of(option, measures),
                .text = value_text(option, usual, which >= Measures::of_streams ? "N" : "LIST"),
                .group = kGroup},
               [&settings, &option](const OptionValue& value) { settings.set(option, value); });
  }
}

void add_prepare_options(CLI::App& command, PrepareOptions& options, bool windows) {
  const auto rows = study::prepare_options();
  const auto is_of_windows = [](const auto& row) { return row.name == "window" || row.name == "step"; };
  const auto first = std::find_if(rows.begin(), rows.end(), is_of_windows);
  const auto end = std::find_if_not(first, rows.end(), is_of_windows);
  add_rows(command, options, {windows ? rows.begin() : end, rows.end()}, "Epochs");
  if (!windows) add_rows(command, options, {rows.begin(), first}, "Epochs");
}

void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& settings) {
  add_rows(command, settings, study::scales_options(), kScalesGroup);
  const std::string_view needs = settings.scales.empty() ? "scales" : "";
  for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
    add_option(command, option,
               {.name = "--" + hyphenated(option.name),
                .help = std::string(option.help),
                .text = value_text(option, option.usual()),
                .group = kScalesGroup},
               [&settings, &command, &option, needs](const OptionValue& value) {
                 require_company(command, std::string(option.name), {.needs = needs});
                 settings.options.set(option, value);
               });
  }
}

void RrOptions::require(bool any_heartbeats) const {
  if (any_heartbeats || !given()) return;
  throw Error(ErrorCode::invalid_argument,
              "options for RR intervals are given, and no file is known to hold any: use '--rr' if they do");
}

void add_rr_options(CLI::App& command, RrOptions& options, const std::string& prefix, const char* intervals) {
  if (intervals != nullptr) add_row(command, options.intervals, "rr", {"", "", "", intervals, {}, "Heartbeats"});
  add_rows<heartbeats::Reading>(command, options, heartbeats::rr_options(), "Heartbeats", prefix);
}

}  // namespace biotropy::cli
