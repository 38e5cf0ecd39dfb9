// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "biotropy/entropy/words.hpp"

namespace biotropy::cli {

namespace {

const char* const kGroup = "Measure";

// An option that takes one of a few words.
void add_choice(CLI::App& command, const std::string& name, std::string& value, const std::vector<std::string>& words,
                const std::string& otherwise, const std::string& description) {
  command.add_option(name, value, description)
      ->check(CLI::IsMember(words))
      ->option_text(fmt::format("{} [{}]", fmt::join(words, "|"), otherwise))
      ->group(kGroup);
}

std::vector<std::string> names_of(Measures which) {
  std::vector<std::string> names;
  for (const entropy::Measure measure : entropy::kMeasures) {
    const bool cross = entropy::is_cross(measure);
    if (cross ? which != Measures::of_one_series : which != Measures::of_two)
      names.emplace_back(entropy::name(measure));
  }
  return names;
}

}  // namespace

void add_measure_options(CLI::App& command, MeasureOptions& options, Measures which) {
  const bool cross = which != Measures::of_one_series;
  std::vector<std::string> conventions;
  for (const entropy::Convention convention : entropy::kConventions)
    conventions.emplace_back(entropy::name(convention));
  const auto add = [&](const char* name, auto& value, const std::string& text, const std::string& description) {
    command.add_option(name, value, description)->option_text(text)->group(kGroup);
  };
  add_choice(command, "--measure", options.measure_name, names_of(which), options.measure_name, "What is computed");
  add_choice(command, "--convention", options.convention_name, conventions, options.convention_name,
             "The program whose choices are the defaults of the options below");
  const bool single = which == Measures::all;
  add("-m", options.m, fmt::format("{} [{}]", single ? "N" : "LIST", options.m),
      fmt::format("Length of the templates{}", single ? "" : "; several: 1,2,3 or 1-3"));
  add("-r", options.r, single ? "R [0.2]" : "LIST [0.2]",
      fmt::format("Tolerance{}", single ? "" : "; several: 0.1,0.15,0.2"));
  add("--tau", options.tau, "N [1]", "Delay between the samples of a template");
  add_choice(command, "--r-unit", options.r_unit, entropy::word_list<series::RUnit>(), "sd",
             "Whether R is a multiple of the standard deviation or in the unit of the channel");
  add("--ddof", options.ddof, "0|1 [1]", "The standard deviation divides by n - DDOF");
  add_choice(command, "--boundary", options.boundary, entropy::word_list<match::Boundary>(), "closed",
             "Whether a distance of exactly R is a match");
  add_choice(command, "--templates", options.templates, entropy::word_list<match::TemplateRule>(),
             which == Measures::all ? "common, (Cross-)ApEn all"
             : cross                ? "common, Cross-ApEn all"
                                    : "common, ApEn all",
             "Templates of length m: all that fit, or those that can be one sample longer");
  add("--theiler", options.theiler,
      which == Measures::all ? "W [SampEn, FuzzyEn 0, others -1]"
      : cross                ? "W [-1]"
                             : "W [0, ApEn -1]",
      "Leave out pairs of templates at most W samples apart in time; -1: none");
  if (cross) {
    add_choice(command, "--bias", options.bias, entropy::word_list<entropy::Bias>(), "max",
               "Cross-ApEn: what a template without a match counts as");
  }
  add_choice(command, "--undefined", options.undefined, entropy::word_list<entropy::Undefined>(), "natural",
             "Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible");
  const char* const fuzzy = which == Measures::all ? "(Cross-)FuzzyEn" : cross ? "Cross-FuzzyEn" : "FuzzyEn";
  add("--membership", options.membership, "FORM [exponential]",
      fmt::format("{}: exponential exp(-(d/r)^n), chen exp(-d^n/r), gaussian, constant-gaussian, sigmoid, bell, "
                  "triangular, trapezoidal1, trapezoidal2, z-shaped, gudermannian",
                  fuzzy));
  add("--fuzzy-power", options.fuzzy_power, "N [2]", fmt::format("{}: the n of the membership", fuzzy));
  add("--membership-corner", options.membership_corner, "D [0]",
      fmt::format("{}: distance of degree 1/2 (sigmoid) or 0 (trapezoidal2), in the unit of R", fuzzy));
  command
      .add_flag("--keep-local-mean", options.keep_local_mean,
                fmt::format("{}: compare templates as they are, not less their means", fuzzy))
      ->group(kGroup);
  add_choice(command, "--missing", options.missing, entropy::word_list<entropy::Missing>(),
             which == Measures::of_one_series ? "raise, heartbeats omit" : "raise",
             "Missing samples and gaps: no value for the channel and epoch, or without the templates that touch them");
  add("--counter", options.counter, "NAME", "The engine that counts; otherwise the fastest ('biotropy counters')");
}

}  // namespace biotropy::cli
