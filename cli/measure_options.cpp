// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_options.hpp"

#include <CLI/CLI.hpp>
#include <array>

#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"

namespace biotropy::cli {

namespace {

constexpr std::array kMeasures{entropy::Measure::apen, entropy::Measure::sampen, entropy::Measure::cross_apen,
                               entropy::Measure::cross_sampen};
const char* const kGroup = "Measure";

bool has_bias(entropy::Measure measure) {
  return measure == entropy::Measure::cross_apen;
}

bool can_be_undefined(entropy::Measure measure) {
  return measure == entropy::Measure::sampen || measure == entropy::Measure::cross_sampen;
}

// An option that takes one of a few words.
void add_choice(CLI::App& command, const std::string& name, std::string& value, std::vector<std::string> words,
                const std::string& description) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "|") + word;
  command.add_option(name, value, description)
      ->check(CLI::IsMember(std::move(words)))
      ->option_text(text + " [" + value + "]")
      ->group(kGroup);
}

}  // namespace

entropy::Measure MeasureOptions::measure() const {
  for (const entropy::Measure measure : kMeasures) {
    if (entropy::name(measure) == measure_name) return measure;
  }
  throw Error::argument("measure", measure_name, "apen, sampen, cross-apen or cross-sampen");
}

entropy::Parameters MeasureOptions::parameters() const {
  entropy::Parameters parameters = given;
  parameters.r_unit = r_unit == "absolute" ? series::RUnit::absolute : series::RUnit::sd;
  parameters.boundary = boundary == "open" ? match::Boundary::open : match::Boundary::closed;
  if (bias == "zero") parameters.bias = entropy::Bias::zero;
  if (bias == "none") parameters.bias = entropy::Bias::none;
  if (undefined == "bound") parameters.undefined = entropy::Undefined::bound;
  if (missing == "omit") parameters.missing = entropy::Missing::omit;
  entropy::validate(measure(), parameters);
  if (!parameters.counter.empty()) match::counter(parameters.counter);
  return parameters;
}

std::size_t MeasureOptions::gap_fill() const {
  return missing == "omit" ? static_cast<std::size_t>(given.tau) : 0;
}

std::string title(entropy::Measure measure) {
  switch (measure) {
    case entropy::Measure::apen:
      return "ApEn";
    case entropy::Measure::sampen:
      return "SampEn";
    case entropy::Measure::fuzzyen:
      return "FuzzyEn";
    case entropy::Measure::cross_apen:
      return "Cross-ApEn";
    case entropy::Measure::cross_sampen:
      return "Cross-SampEn";
    case entropy::Measure::cross_fuzzyen:
      return "Cross-FuzzyEn";
  }
  return {};
}

void add_measure_options(CLI::App& command, MeasureOptions& options, bool cross) {
  std::vector<std::string> measures;
  for (const entropy::Measure measure : kMeasures) {
    if (entropy::is_cross(measure) == cross) measures.emplace_back(entropy::name(measure));
  }
  add_choice(command, "--measure", options.measure_name, measures, "What is computed");
  command.add_option("-m", options.given.m, "Length of the templates")->option_text("N [2]")->group(kGroup);
  command.add_option("-r", options.given.r, "Tolerance")->option_text("R [0.2]")->group(kGroup);
  command.add_option("--tau", options.given.tau, "Delay between the samples of a template")
      ->option_text("N [1]")
      ->group(kGroup);
  add_choice(command, "--r-unit", options.r_unit, {"sd", "absolute"},
             "Whether R is a multiple of the standard deviation or in the unit of the channel");
  command.add_option("--ddof", options.given.ddof, "The standard deviation divides by n - DDOF")
      ->option_text("0|1 [1]")
      ->group(kGroup);
  add_choice(command, "--boundary", options.boundary, {"closed", "open"}, "Whether a distance of exactly R is a match");
  command
      .add_option("--theiler", options.given.theiler,
                  "Leave out pairs of templates at most W samples apart in time; -1: none")
      ->option_text(cross ? "W [-1]" : "W [SampEn 0, ApEn -1]")
      ->group(kGroup);
  if (cross) {
    add_choice(command, "--bias", options.bias, {"max", "zero", "none"},
               "Cross-ApEn: what a template without a match counts as");
  }
  add_choice(command, "--undefined", options.undefined, {"natural", "bound"},
             std::string(cross ? "Cross-SampEn" : "SampEn") +
                 ": infinite or NaN where nothing matches, or the largest value possible");
  add_choice(command, "--missing", options.missing, {"raise", "omit"},
             "Missing samples and gaps: no value for the channel and epoch, or without the templates that touch them");
  command
      .add_option("--counter", options.given.counter,
                  "The engine that counts; otherwise the fastest ('biotropy counters')")
      ->option_text("NAME")
      ->group(kGroup);
}

void record(const MeasureOptions& options, std::vector<files::Parameter>& parameters) {
  const entropy::Measure measure = options.measure();
  const entropy::Parameters values = options.parameters();
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  parameters.push_back({"measure", options.measure_name});
  parameters.push_back({"m", whole(values.m)});
  parameters.push_back({"r", values.r});
  parameters.push_back({"r_unit", options.r_unit});
  parameters.push_back({"tau", whole(values.tau)});
  parameters.push_back({"ddof", whole(values.ddof)});
  parameters.push_back({"boundary", options.boundary});
  parameters.push_back({"theiler", entropy::rule_of(measure, values, values.r).theiler});
  if (has_bias(measure)) parameters.push_back({"bias", options.bias});
  if (can_be_undefined(measure)) parameters.push_back({"undefined", options.undefined});
  parameters.push_back({"missing", options.missing});
}

}  // namespace biotropy::cli
