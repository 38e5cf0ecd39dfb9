// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/measure_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "biotropy/entropy/effect.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"
#include "biotropy/study/number_list.hpp"

namespace biotropy::study {

namespace {

// An empty word leaves the choice as it is.
template <typename Choice>
void choose(const char* parameter, const std::string& word, Choice& choice) {
  if (!word.empty()) choice = entropy::require_choice<Choice>(parameter, word);
}

template <typename Choice>
std::string text_of(Choice choice) {
  return std::string(entropy::word(choice));
}

// One value as it is, several as a list.
template <typename One, typename Number>
files::ParameterValue one_or_list(const std::vector<Number>& numbers) {
  if (numbers.size() == 1) return static_cast<One>(numbers.front());
  return std::vector<One>(numbers.begin(), numbers.end());
}

}  // namespace

entropy::Measure MeasureSettings::measure() const {
  return entropy::require_choice<entropy::Measure>("measure", measure_name);
}

entropy::Convention MeasureSettings::convention() const {
  return entropy::convention(convention_name);
}

std::vector<int> MeasureSettings::lengths() const {
  std::vector<int> numbers = whole_numbers("m", m);
  for (const int number : numbers) {
    entropy::Parameters otherwise_usual;
    otherwise_usual.m = number;
    entropy::validate(entropy::Measure::sampen, otherwise_usual);
  }
  return numbers;
}

std::vector<double> MeasureSettings::tolerances() const {
  if (!r.empty()) {
    std::vector<double> numbers = real_numbers("r", r);
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

void MeasureSettings::require_single(const std::string& purpose) const {
  if (lengths().size() > 1) throw Error::argument("m", m, "a single value " + purpose);
  if (tolerances().size() > 1) throw Error::argument("r", r, "a single value " + purpose);
}

entropy::Parameters MeasureSettings::parameters(std::size_t n_samples) const {
  const entropy::Parameters usual = entropy::conventional(convention(), measure(), lengths().front(), n_samples);
  entropy::Parameters parameters = usual;
  parameters.r = tolerances().front();
  parameters.tau = tau;
  parameters.ddof = ddof.value_or(parameters.ddof);
  if (theiler) parameters.theiler = theiler;
  choose("r-unit", r_unit, parameters.r_unit);
  choose("boundary", boundary, parameters.boundary);
  if (!templates.empty()) choose("templates", templates, parameters.templates.emplace());
  choose("bias", bias, parameters.bias);
  choose("undefined", undefined, parameters.undefined);
  set_membership(parameters);
  choose("missing", missing, parameters.missing);
  parameters.counter = counter;
  if (entropy::is_fuzzy(measure()) && parameters.boundary != usual.boundary) {
    throw Error::argument("boundary", boundary, fmt::format("a measure that counts matches (not {})", measure_name));
  }
  entropy::require_effect(measure(), usual, parameters);
  entropy::require_same_values(convention(), measure(), parameters);
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
void MeasureSettings::set_fuzzy(const char* option, const std::string& text, const Value& given, Value& value) const {
  if (given != value && !entropy::is_fuzzy(measure())) {
    throw Error::argument(option, text, fmt::format("a fuzzy measure (not {})", measure_name));
  }
  value = given;
}

void MeasureSettings::set_membership(entropy::Parameters& parameters) const {
  match::Membership& of = parameters.membership;
  if (!membership.empty()) set_fuzzy("membership", membership, match::membership_form(membership), of.form);
  if (fuzzy_power) set_fuzzy("fuzzy-power", fmt::format("{}", *fuzzy_power), *fuzzy_power, of.n);
  if (membership_corner) {
    set_fuzzy("membership-corner", fmt::format("{}", *membership_corner), *membership_corner, of.corner);
  }
  if (keep_local_mean) set_fuzzy("keep-local-mean", "yes", false, parameters.remove_local_mean);
}

std::size_t MeasureSettings::gap_fill(bool at_scales) const {
  if (missing != "omit") return 0;
  return at_scales ? 1 : static_cast<std::size_t>(tau);
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

namespace {

// Antropy counts as it does for the length of the series, which differs between recordings.
std::string boundary_for_the_record(const MeasureSettings& settings, const entropy::Parameters& values) {
  const bool by_length = settings.boundary.empty() && settings.convention() == entropy::Convention::antropy &&
                         settings.measure() == entropy::Measure::sampen;
  return by_length ? "open below 5000 samples, else closed" : text_of(values.boundary);
}

}  // namespace

void record(const MeasureSettings& settings, std::vector<files::Parameter>& parameters) {
  const entropy::Measure measure = settings.measure();
  const entropy::Parameters values = settings.parameters();
  const match::Rule rule = entropy::rule_of(measure, values, values.r);
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  parameters.push_back({"measure", settings.measure_name});
  parameters.push_back({"convention", settings.convention_name});
  parameters.push_back({"m", one_or_list<std::int64_t>(settings.lengths())});
  parameters.push_back({"r", one_or_list<double>(settings.tolerances())});
  parameters.push_back({"r_unit", text_of(values.r_unit)});
  parameters.push_back({"tau", whole(values.tau)});
  parameters.push_back({"ddof", whole(values.ddof)});
  if (!entropy::is_fuzzy(measure)) parameters.push_back({"boundary", boundary_for_the_record(settings, values)});
  parameters.push_back({"templates", text_of(rule.templates)});
  parameters.push_back({"theiler", rule.theiler});
  if (measure == entropy::Measure::cross_apen) parameters.push_back({"bias", text_of(values.bias)});
  if (!entropy::is_approximate(measure)) parameters.push_back({"undefined", text_of(values.undefined)});
  if (values.drop_sign && entropy::is_approximate(measure)) parameters.push_back({"sign", std::string("dropped")});
  if (entropy::is_fuzzy(measure)) {
    parameters.push_back({"membership", std::string(match::name(values.membership.form))});
    parameters.push_back({"fuzzy_power", values.membership.n});
    parameters.push_back({"membership_corner", values.membership.corner});
    parameters.push_back({"local_mean", std::string(values.remove_local_mean ? "removed" : "kept")});
  }
  parameters.push_back({"missing", settings.missing.empty() ? std::string("raise") : settings.missing});
}

}  // namespace biotropy::study
