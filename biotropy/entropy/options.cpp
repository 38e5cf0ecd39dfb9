// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kLongestTemplate = 1000;

constexpr auto kAnything = [](const auto&) { return true; };
constexpr auto kUnchanged = [](Measure, const Parameters&, const auto& value) { return value; };

/// @param field a member of Parameters, or a function that returns it. @param is_allowed takes a value.
/// @param effective takes the measure, all parameters and the field; returns the value with the default of the measure.
template <typename Field, typename Allowed = decltype(kAnything), typename Effective = decltype(kUnchanged)>
Option option(std::string_view name, unsigned groups, Field field, const OptionHelp& d, Allowed is_allowed = kAnything,
              Effective effective = kUnchanged) {
  using Stored = std::remove_cvref_t<std::invoke_result_t<Field, Parameters&>>;
  using T = typename Held<Stored>::Type;
  Option row{option_text<T>(name, d), groups, {}, {}, {}};
  row.get = [=](Measure measure, const Parameters& p) {
    return to_value<T>(effective(measure, p, std::invoke(field, p)));
  };
  row.set = [=](const OptionText& self, Parameters& p, const OptionValue& value) {
    std::invoke(field, p) = from_value<T>(self, value);
  };
  row.is_allowed = [=](const Parameters& p) {
    const Stored& value = std::invoke(field, p);
    if constexpr (std::is_same_v<Stored, T>) return is_allowed(value);
    if constexpr (!std::is_same_v<Stored, T>) return !value || is_allowed(*value);
  };
  return row;
}

constexpr auto kLength = [](int number) { return number >= 1 && number <= kLongestTemplate; };
constexpr auto kDelay = [](int number) { return number >= 1; };
constexpr auto kZeroOrOne = [](int number) { return number == 0 || number == 1; };
constexpr auto kWindow = [](std::int64_t number) { return number >= match::kKeepAllPairs; };
constexpr auto kAboveZero = [](double number) { return std::isfinite(number) && number > 0.0; };
constexpr auto kNotNegative = [](double number) { return std::isfinite(number) && number >= 0.0; };

constexpr auto kLengthOf = [](Measure measure, const Parameters& p, const auto&) { return length_of(measure, p); };
constexpr auto kRUnitOf = [](Measure measure, const Parameters& p, const auto&) { return r_unit_of(measure, p); };
constexpr auto kTemplatesOf = [](Measure measure, const Parameters& p, const auto&) {
  return rule_of(measure, p, p.r).templates;
};
constexpr auto kTheilerOf = [](Measure measure, const Parameters& p, const auto&) {
  return rule_of(measure, p, p.r).theiler;
};

constexpr auto kForm = [](auto& p) -> auto& {
  return p.membership.form;
};
constexpr auto kPower = [](auto& p) -> auto& {
  return p.membership.n;
};
constexpr auto kCorner = [](auto& p) -> auto& {
  return p.membership.corner;
};

const std::vector<Option>& table() {
  using P = Parameters;
  static const std::vector<Option> rows{
      option("m", 0, &P::m, {"LIST", "samples", "an integer from 1 to 1000", "Length of the templates"}, kLength,
             kLengthOf),
      option("r", kTolerance, &P::r, {"LIST", "", "a finite number of at least 0", "Tolerance, in units of r_unit"},
             kNotNegative),
      option("r_unit", kTolerance, &P::r_unit,
             {"", "", "",
              "Unit of r: the standard deviation (SD), the unit of the samples, or the sum of the SD of all channels"},
             kAnything, kRUnitOf),
      option("tau", 0, &P::tau, {"N", "samples", "an integer of at least 1", "Delay between the samples of a template"},
             kDelay),
      option("ddof", kTolerance, &P::ddof, {"0|1", "", "0 or 1", "The standard deviation divides by n - ddof"},
             kZeroOrOne),
      option("boundary", kCounting, &P::boundary, {"", "", "", "Whether a distance of exactly r is a match"}),
      option("approach", kChannels, &P::approach,
             {"", "", "", "Longer templates compared: all with each other, or those of the same extended channel",
              "Ahmed and Mandic (2012)."}),
      option("channel_m", kChannels, &P::channel_m,
             {"LIST", "samples", "integers of at least 1 with commas, one for each channel",
              "m of each channel, in place of m"}),
      option("channel_tau", kChannels, &P::channel_tau,
             {"LIST", "samples", "integers of at least 1 with commas, one for each channel",
              "tau of each channel, in place of tau"}),
      option("templates", kPairs | kChannels, &P::templates,
             {"", "", "", "Templates of length m: all that fit, or those that can be one sample longer"}, kAnything,
             kTemplatesOf),
      option("theiler", kPairs, &P::theiler,
             {"W", "samples", "-1 (keep every pair), 0 (exclude self matches) or a window",
              "Leave out pairs of templates at most W samples apart in time; -1: none",
              "With -1 the matches of sample entropy are ordered pairs."},
             kWindow, kTheilerOf),
      option("bias", kUnmatched, &P::bias,
             {"", "", "", "Treatment of templates without a match", "Martinez-Zarzuela et al. (2013), section 2.1."}),
      option(
          "undefined", kRatio, &P::undefined,
          {"", "", "", "Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible",
           "Fuzzy measures have no largest value."}),
      option("sign", kMeanOfLogs, &P::sign, {"", "", "", "Whether a negative value keeps its sign"}),
      option(
          "membership", kMembership, kForm,
          {"", "", "", "Degree of membership at distance d: exponential exp(-(d/r)^n), chen exp(-d^n/r), and others"}),
      option("fuzzy_power", kMembership, kPower,
             {"N", "", "a finite number above 0", "The exponent n of the membership"}, kAboveZero),
      option(
          "membership_corner", kMembership, kCorner,
          {"D", "that of r", "a finite number of at least 0", "Distance of degree 1/2 (sigmoid) or 0 (trapezoidal2)"},
          kNotNegative),
      option("local_mean", kMembership, &P::local_mean,
             {"", "", "", "Whether the mean of a template is removed before it is compared"}),
      option("ties", kPatterns, &P::ties,
             {"", "", "", "Equal samples: the earlier one is the smaller, or their pattern is one of its own",
              "Bandt and Pompe (2002), Bian et al. (2012)."}),
      option(
          "weighted", kPatterns, &P::weighted,
          {"", "", "", "A pattern counts with the variance of each template that has it", "Fadlallah et al. (2013)."}),
      option("normalise", kPatterns, &P::normalise,
             {"", "", "", "Divided by the largest value, the logarithm of the number of patterns"}),
      option("pool_epochs", kRatio, &P::pool_epochs,
             {"", "", "", "One value of all epochs from their summed counts; r in SD of the recording or of each epoch",
              "Grandy et al. (2016), Kosciessa et al. (2020)."}),
      option("base", 0, &P::base, {"", "", "", "Base of the logarithm: values in nats, bits or hartleys"}),
      option(
          "missing", 0, &P::missing,
          {"", "", "",
           "Missing samples and gaps: no value for the channel and epoch, or without the templates that touch them"}),
      option("engine", kCounting, &P::engine,
             {"NAME", "", "the name of an engine", "The engine that counts; otherwise the fastest",
              "Every engine gives the same integers."}),
  };
  return rows;
}

std::string words_of_measures(const Option& option) {
  std::vector<std::string_view> names;
  for (const Measure measure : kMeasures) {
    if (option.applies(measure)) names.push_back(word(measure));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

bool Option::applies(Measure measure) const {
  return groups == 0 || (row_of(measure).options & groups) != 0;
}

std::string Option::usual(std::span<const Measure> measures) const {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> values;  // each with its measures
  for (const Measure measure : measures) {
    if (!applies(measure)) continue;
    const std::string value = text_of(get(measure, {}));
    auto found = std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.first == value; });
    if (found == values.end()) found = values.insert(found, {value, {}});
    found->second.push_back(title(measure));
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& one, const auto& other) { return one.second.size() > other.second.size(); });
  std::string text;
  for (const auto& [value, titles] : values) {
    text += text.empty() ? value : fmt::format(", {} {}", fmt::join(titles, " and "), value);
  }
  return text;
}

std::span<const Option> options() {
  return table();
}

const Option* find_option(std::string_view name) {
  return find_row(options(), name);
}

void validate(Measure measure, const Parameters& parameters) {
  for (const Option& option : table()) {
    if (!option.applies(measure) || option.is_allowed(parameters)) continue;
    throw Error::argument(std::string(option.name), text_of(option.get(measure, parameters)),
                          std::string(option.allowed));
  }
  if (parameters.r_unit == series::RUnit::total_variation && !is_multivariate(measure)) {
    throw Error::argument("r_unit", "total-variation",
                          fmt::format("sd or absolute, as {} is not of several channels together", word(measure)));
  }
  const bool all = rule_of(measure, parameters, parameters.r).templates == match::TemplateRule::all;
  if (parameters.pool_epochs != PoolEpochs::no && measure == Measure::cross_fuzzyen && all) {
    throw Error::argument("templates", "all", "common, as epochs of cross-fuzzyen are pooled");
  }
  row_of(measure).family().validate(measure, parameters);
}

void reject_unused(const Option& option, Measure measure, const Parameters& usual, const Parameters& chosen) {
  const OptionValue value = option.get(measure, chosen);
  if (value == option.get(measure, usual)) return;
  if (!option.applies(measure)) {
    throw Error::argument(std::string(option.name), text_of(value),
                          fmt::format("left out: it is for {}, not {}", words_of_measures(option), word(measure)));
  }
  row_of(measure).family().require_use(option.name, text_of(value), chosen);
}

}  // namespace biotropy::entropy
