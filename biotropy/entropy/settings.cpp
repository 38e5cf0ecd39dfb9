// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/number_list.hpp"
#include "biotropy/series/unit.hpp"

namespace biotropy::entropy {

namespace {

// A list of m or r as its numbers; another value as it is.
std::vector<OptionValue> each_of(const Option& option, const OptionValue& value) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (list == nullptr) return {value};
  std::vector<OptionValue> numbers;
  for (const double number : *list) {
    const bool is_whole = std::floor(number) == number && std::abs(number) <= std::numeric_limits<int>::max();
    if (option.kind == OptionKind::whole && is_whole) {
      numbers.emplace_back(static_cast<std::int64_t>(number));
    } else if (option.kind == OptionKind::real) {
      numbers.emplace_back(number);
    }
  }
  if (numbers.empty() || numbers.size() != list->size()) {
    throw Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
  }
  return numbers;
}

// The r of the convention, which must be the same for every m.
double conventional_tolerance(const Settings& settings, std::span<const int> lengths) {
  const double r = conventional(settings.convention, settings.measure, lengths.front()).r;
  for (const int m : lengths.subspan(1)) {
    if (conventional(settings.convention, settings.measure, m).r == r) continue;
    throw Error::argument(
        "m", fmt::format("{}", fmt::join(lengths, ",")),
        fmt::format("a single one, or r must be given, as r of {} depends on m", word(settings.convention)));
  }
  return r;
}

}  // namespace

void Settings::set(const Option& option, const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && option.name == "m") {
    const std::vector<int> lengths = whole_numbers("m", *text);
    return set(option, std::vector<double>(lengths.begin(), lengths.end()));
  }
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && option.name == "r") {
    const auto [numbers, unit] = series::split_unit(*text);
    set(option, real_numbers("r", std::string(numbers)));
    r_in = unit;
    return;
  }
  Parameters scratch;
  if (option.name != "m" && option.name != "r") {
    option.set(option, scratch, value);
    options[option.name] = value;
    return;
  }
  std::vector<int> lengths;
  std::vector<double> tolerances;
  for (const OptionValue& one : each_of(option, value)) {
    option.set(option, scratch, one);
    lengths.push_back(scratch.m.value_or(0));
    tolerances.push_back(scratch.r);
  }
  if (option.name == "m") {
    m = std::move(lengths);
  } else {
    r = std::move(tolerances);
    r_in.clear();
  }
}

const OptionValue* Settings::given(std::string_view option) const {
  const auto found = options.find(option);
  return found == options.end() ? nullptr : &found->second;
}

std::vector<int> Settings::lengths() const {
  return m.empty() ? std::vector{row_of(measure).m} : m;
}

Grid Settings::grid() const {
  const std::vector<int> all = lengths();
  if (r.empty()) return {all, {conventional_tolerance(*this, all)}};
  if (r.size() > 1 && std::find(r.begin(), r.end(), 0.0) != r.end()) {
    throw Error::argument("r", fmt::format("{}", fmt::join(r, ",")),
                          "a list of numbers above 0, with a point for decimals");
  }
  return {all, r};
}

Parameters Settings::parameters(std::size_t n_samples) const {
  const Grid grid = this->grid();
  const Parameters usual = conventional(convention, measure, grid.m.front(), n_samples);
  Parameters chosen = usual;
  for (const double tolerance : grid.r) {
    chosen.r = tolerance;
    reject_unused(*find_option("r"), measure, usual, chosen);
  }
  chosen.r = grid.r.front();
  for (const auto& [name, value] : options) {
    const Option& option = *find_option(name);
    option.set(option, chosen, value);
  }
  if (!r_in.empty() && given("r_unit") != nullptr && chosen.r_unit != series::RUnit::absolute) {
    throw Error::argument("r_unit", std::string(word(*chosen.r_unit)),
                          fmt::format("absolute, as r has the unit {}", r_in));
  }
  if (!r_in.empty()) chosen.r_unit = series::RUnit::absolute;
  if (!m.empty() && !chosen.channel_m.empty()) {
    throw Error::argument("channel_m", chosen.channel_m, "left out, as m is given");
  }
  for (const auto& [name, value] : options) reject_unused(*find_option(name), measure, usual, chosen);
  require_same_values(convention, measure, chosen);
  validate(measure, grid, chosen);
  if (!chosen.engine.empty()) match::find_engine(chosen.engine);
  return chosen;
}

void Settings::require_single(const std::string& purpose) const {
  const auto require = [&](const char* name, const auto& list) {
    if (list.size() > 1)
      throw Error::argument(name, fmt::format("{}", fmt::join(list, ",")), "a single value " + purpose);
  };
  require("m", m);
  require("r", r);
}

}  // namespace biotropy::entropy
