// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "cli/states/options.hpp"
#include "cli/states/scores.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

namespace {

constexpr const char* kScores = "Scores";

// "sub-01" of "sub-01_task-rest_eeg.edf".
std::string person_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().generic_string();
  if (!name.starts_with("sub-")) return path;
  return name.substr(0, name.find_first_of("_."));
}

}  // namespace

sicamm::EvaluationSettings ScoreOptions::settings(const std::vector<std::string>& classes, double rate,
                                                  bool has_rate) const {
  sicamm::EvaluationSettings result;
  result.rate = rate;
  result.events = events;
  for (const std::string& name : sicamm::list_of_distinct_names("event-classes", event_classes)) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) {
      throw Error::argument("event-classes", name, fmt::format("one of {}", fmt::join(classes, ", ")));
    }
    result.event_classes.push_back(static_cast<std::size_t>(found - classes.begin()));
  }
  if (!intervals.empty()) {
    result.intervals = drawn;
    result.intervals->unit = *choice_of<sicamm::BlockUnit>(intervals);
  }
  const bool in_seconds = !result.event_classes.empty() || intervals == "time";
  if (in_seconds && !has_rate) throw Error::argument("rate", "unknown", "'--rate', because events and time are in s");
  return result;
}

std::vector<std::string> ScoreOptions::persons_of(const std::vector<std::string>& paths) const {
  std::vector<std::string> result;
  if (persons.empty()) {
    for (const std::string& path : paths) result.push_back(person_of(path));
    return result;
  }
  // A person may have several recordings.
  result = sicamm::list_of_names("persons", persons);
  if (result.size() != paths.size()) {
    throw Error::argument("persons", fmt::format("{} names", result.size()),
                          fmt::format("one for each of {} recordings, in their order", paths.size()));
  }
  return result;
}

void add_interval_options(CLI::App& command, ScoreOptions& options) {
  command
      .add_option("--persons", options.persons,
                  "The person of each recording, in their order; otherwise that of its BIDS name (sub-01), or the "
                  "recording is a person")
      ->option_text("NAME,...")
      ->group(kScores);
  command
      .add_option("--intervals", options.intervals,
                  "Confidence intervals of all scores, from persons, recordings or stretches of time that are drawn "
                  "with replacement")
      ->check(CLI::IsMember(word_list<sicamm::BlockUnit>()))
      ->option_text("persons|recordings|time")
      ->group(kScores);
  add_rows(command, options.drawn, sicamm::interval_options(), kScores);
}

void add_score_options(CLI::App& command, ScoreOptions& options) {
  command
      .add_option("--event-classes", options.event_classes,
                  "Classes whose events are scored as SzCORE has it: sensitivity, precision, F1, false alarms per day")
      ->option_text("NAME,...")
      ->group(kScores);
  add_rows(command, options.events, sicamm::event_options(), kScores);
  add_interval_options(command, options);
}

}  // namespace biotropy::cli
