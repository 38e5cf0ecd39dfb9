// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"
#include "cli/number_list.hpp"

namespace biotropy::cli {

namespace {

const char* const kGroup = "Measure";

// The words of an option, in the order of the enumeration that they stand for.
const std::vector<std::string> kUnits{"sd", "absolute"}, kBoundaries{"closed", "open"}, kTemplates{"all", "common"},
    kBiases{"max", "zero", "skip", "none"}, kUndefined{"natural", "negative", "bound"};

template <typename Choice>
void choose(const std::vector<std::string>& words, const std::string& word, Choice& choice) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) choice = static_cast<Choice>(found - words.begin());
}

template <typename Choice>
const std::string& word(const std::vector<std::string>& words, Choice choice) {
  return words[static_cast<std::size_t>(choice)];
}

// An option that takes one of a few words.
void add_choice(CLI::App& command, const std::string& name, std::string& value, const std::vector<std::string>& words,
                const std::string& otherwise, const std::string& description) {
  command.add_option(name, value, description)
      ->check(CLI::IsMember(words))
      ->option_text(fmt::format("{} [{}]", fmt::join(words, "|"), otherwise))
      ->group(kGroup);
}

std::vector<std::string> names_of_measures(bool cross) {
  std::vector<std::string> names;
  for (const entropy::Measure measure : entropy::kMeasures) {
    if (entropy::is_cross(measure) == cross) names.emplace_back(entropy::name(measure));
  }
  return names;
}

// One value as it is, several as a list.
template <typename One, typename Number>
files::ParameterValue one_or_list(const std::vector<Number>& numbers) {
  if (numbers.size() == 1) return static_cast<One>(numbers.front());
  return std::vector<One>(numbers.begin(), numbers.end());
}

}  // namespace

entropy::Measure MeasureOptions::measure() const {
  for (const entropy::Measure measure : entropy::kMeasures) {
    if (entropy::name(measure) == measure_name) return measure;
  }
  throw Error::argument("measure", measure_name, "the name of a measure");
}

entropy::Convention MeasureOptions::convention() const {
  return entropy::convention(convention_name);
}

std::vector<int> MeasureOptions::lengths() const {
  const std::vector<int> numbers = whole_numbers("m", m);
  for (const int number : numbers) {
    entropy::Parameters otherwise_usual;
    otherwise_usual.m = number;
    entropy::validate(entropy::Measure::sampen, otherwise_usual);
  }
  return numbers;
}

std::vector<double> MeasureOptions::tolerances() const {
  if (!r.empty()) {
    const std::vector<double> numbers = real_numbers("r", r);
    if (numbers.size() > 1 && std::find(numbers.begin(), numbers.end(), 0.0) != numbers.end()) {
      throw Error::argument("r", r, "a list of numbers above 0, with a point for decimals,");
    }
    return numbers;
  }
  std::vector<double> conventional;
  for (const int number : lengths()) {
    conventional.push_back(entropy::conventional(convention(), measure(), number).r);
    if (conventional.back() != conventional.front()) {
      throw Error::argument("m", m,
                            fmt::format("a single one, or an r, with {}, whose r depends on m,", convention_name));
    }
  }
  return {conventional.front()};
}

void MeasureOptions::require_single(const std::string& purpose) const {
  if (lengths().size() > 1) throw Error::argument("m", m, "a single value " + purpose);
  if (tolerances().size() > 1) throw Error::argument("r", r, "a single value " + purpose);
}

entropy::Parameters MeasureOptions::parameters(std::size_t n_samples) const {
  entropy::Parameters parameters = entropy::conventional(convention(), measure(), lengths().front(), n_samples);
  parameters.r = tolerances().front();
  parameters.tau = tau;
  parameters.ddof = ddof.value_or(parameters.ddof);
  if (theiler) parameters.theiler = theiler;
  choose(kUnits, r_unit, parameters.r_unit);
  choose(kBoundaries, boundary, parameters.boundary);
  if (!templates.empty()) choose(kTemplates, templates, parameters.templates.emplace());
  choose(kBiases, bias, parameters.bias);
  choose(kUndefined, undefined, parameters.undefined);
  set_membership(parameters);
  if (missing == "omit") parameters.missing = entropy::Missing::omit;
  parameters.counter = counter;
  for (const double tolerance : tolerances()) {
    entropy::Parameters one = parameters;
    one.r = tolerance;
    entropy::validate(measure(), one);
  }
  if (!counter.empty()) match::counter(counter);
  return parameters;
}

// An option that would be ignored is a mistake, unless it asks for what holds anyway.
template <typename Value>
void MeasureOptions::set_fuzzy(const char* option, const std::string& text, const Value& given, Value& value) const {
  if (given != value && !entropy::is_fuzzy(measure())) {
    throw Error::argument(option, text, fmt::format("a fuzzy measure (not {})", measure_name));
  }
  value = given;
}

void MeasureOptions::set_membership(entropy::Parameters& parameters) const {
  match::Membership& of = parameters.membership;
  if (!membership.empty()) set_fuzzy("membership", membership, match::membership_form(membership), of.form);
  if (fuzzy_power) set_fuzzy("fuzzy-power", fmt::format("{}", *fuzzy_power), *fuzzy_power, of.n);
  if (membership_corner) {
    set_fuzzy("membership-corner", fmt::format("{}", *membership_corner), *membership_corner, of.corner);
  }
  if (keep_local_mean) set_fuzzy("keep-local-mean", "yes", false, parameters.remove_local_mean);
}

// With a delay, a template at a scale can reach over tau - 1 missing means, each of at least one missing sample.
std::size_t MeasureOptions::gap_fill(int largest_scale) const {
  if (missing != "omit") return 0;
  return static_cast<std::size_t>(tau - 1) * static_cast<std::size_t>(largest_scale) + 1;
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
  std::vector<std::string> conventions;
  for (const entropy::Convention convention : entropy::kConventions)
    conventions.emplace_back(entropy::name(convention));
  const auto add = [&](const char* name, auto& value, const std::string& text, const std::string& description) {
    command.add_option(name, value, description)->option_text(text)->group(kGroup);
  };
  add_choice(command, "--measure", options.measure_name, names_of_measures(cross), options.measure_name,
             "What is computed");
  add_choice(command, "--convention", options.convention_name, conventions, options.convention_name,
             "The program whose choices are the defaults of the options below");
  add("-m", options.m, "LIST [2]", "Length of the templates; several: 1,2,3 or 1-3");
  add("-r", options.r, "LIST [0.2]", "Tolerance; several: 0.1,0.15,0.2");
  add("--tau", options.tau, "N [1]", "Delay between the samples of a template");
  add_choice(command, "--r-unit", options.r_unit, kUnits, "sd",
             "Whether R is a multiple of the standard deviation or in the unit of the channel");
  add("--ddof", options.ddof, "0|1 [1]", "The standard deviation divides by n - DDOF");
  add_choice(command, "--boundary", options.boundary, kBoundaries, "closed",
             "Whether a distance of exactly R is a match");
  add_choice(command, "--templates", options.templates, kTemplates,
             cross ? "common, Cross-ApEn all" : "common, ApEn all",
             "Templates of length m: all that fit, or those that can be one sample longer");
  add("--theiler", options.theiler, cross ? "W [-1]" : "W [0, ApEn -1]",
      "Leave out pairs of templates at most W samples apart in time; -1: none");
  if (cross) {
    add_choice(command, "--bias", options.bias, kBiases, "max",
               "Cross-ApEn: what a template without a match counts as");
  }
  add_choice(command, "--undefined", options.undefined, kUndefined, "natural",
             "Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible");
  const char* const fuzzy = cross ? "Cross-FuzzyEn" : "FuzzyEn";
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
  add_choice(command, "--missing", options.missing, {"raise", "omit"}, cross ? "raise" : "raise, heartbeats omit",
             "Missing samples and gaps: no value for the channel and epoch, or without the templates that touch them");
  add("--counter", options.counter, "NAME", "The engine that counts; otherwise the fastest ('biotropy counters')");
}

namespace {

// Antropy counts as it does for the length of the series, which differs between recordings.
std::string boundary_for_the_record(const MeasureOptions& options, const entropy::Parameters& values) {
  const bool by_length = options.boundary.empty() && options.convention() == entropy::Convention::antropy &&
                         options.measure() == entropy::Measure::sampen;
  return by_length ? "open below 5000 samples, else closed" : word(kBoundaries, values.boundary);
}

}  // namespace

void record(const MeasureOptions& options, std::vector<files::Parameter>& parameters) {
  const entropy::Measure measure = options.measure();
  const entropy::Parameters values = options.parameters();
  const match::Rule rule = entropy::rule_of(measure, values, values.r);
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  parameters.push_back({"measure", options.measure_name});
  parameters.push_back({"convention", options.convention_name});
  parameters.push_back({"m", one_or_list<std::int64_t>(options.lengths())});
  parameters.push_back({"r", one_or_list<double>(options.tolerances())});
  parameters.push_back({"r_unit", word(kUnits, values.r_unit)});
  parameters.push_back({"tau", whole(values.tau)});
  parameters.push_back({"ddof", whole(values.ddof)});
  if (!entropy::is_fuzzy(measure)) parameters.push_back({"boundary", boundary_for_the_record(options, values)});
  parameters.push_back({"templates", word(kTemplates, rule.templates)});
  parameters.push_back({"theiler", rule.theiler});
  if (measure == entropy::Measure::cross_apen) parameters.push_back({"bias", word(kBiases, values.bias)});
  if (!entropy::is_approximate(measure)) parameters.push_back({"undefined", word(kUndefined, values.undefined)});
  if (values.drop_sign && entropy::is_approximate(measure)) parameters.push_back({"sign", std::string("dropped")});
  if (entropy::is_fuzzy(measure)) {
    parameters.push_back({"membership", std::string(match::name(values.membership.form))});
    parameters.push_back({"fuzzy_power", values.membership.n});
    parameters.push_back({"membership_corner", values.membership.corner});
    parameters.push_back({"local_mean", std::string(values.remove_local_mean ? "removed" : "kept")});
  }
  parameters.push_back({"missing", options.missing.empty() ? std::string("raise") : options.missing});
}

}  // namespace biotropy::cli
