// SPDX-License-Identifier: Apache-2.0
#include "cli/rr_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace biotropy::cli {

void add_rr_options(CLI::App& command, study::RrSettings& options, const std::string& prefix) {
  const char* group = "Heartbeats";
  const auto name = [&](const char* option) { return "--" + prefix + option; };
  const auto add_choice = [&](const char* option, std::string& value, const char* description, const char* words) {
    std::vector<std::string> allowed = CLI::detail::split(words, '|');
    command.add_option(name(option), value, description)
        ->check(CLI::IsMember(std::move(allowed)))
        ->option_text(fmt::format("{} [{}]", words, value))
        ->group(group);
  };
  command.add_option(name("min"), options.least, "Shorter RR intervals are removed; 0 keeps them")
      ->option_text(fmt::format("S [{}]", options.least))
      ->group(group);
  command.add_option(name("max"), options.greatest, "Longer RR intervals are removed; inf keeps them")
      ->option_text(fmt::format("S [{}]", options.greatest))
      ->group(group);
  add_choice("ectopic", options.ectopic,
             "Remove intervals too different from the one before, the mean of both "
             "neighbours, or the median around them",
             "none|previous|neighbours|median");
  command.add_option(name("ectopic-change"), options.ectopic_change, "The relative difference that is too much")
      ->option_text(fmt::format("F [{}]", options.ectopic_change))
      ->group(group);
  add_choice("policy", options.policy, "At removed intervals: a gap that no template straddles, or nothing",
             "gap|close");
  add_choice("input-unit", options.input_unit, "Unit of intervals in text and arrays; auto: by their size",
             "auto|s|ms");
  add_choice("values", options.values,
             "Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an error if "
             "nine of ten rise as times do",
             "detect|intervals|times");
  add_choice("first", options.first,
             "First value of text and arrays: an interval, or the time to the first beat (onset)",
             "detect|interval|onset");
  command
      .add_option(name("beats"), options.beats,
                  "Tables of events of BIDS (*_events.tsv): the trial_type whose onsets are the beats")
      ->option_text("TYPE")
      ->group(group);
  command
      .add_flag(name("consecutive"), options.consecutive,
                "WFDB: leave out intervals with an annotation inside that is no beat (ann2rr -c)")
      ->group(group);
}

}  // namespace biotropy::cli
