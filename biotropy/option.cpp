// SPDX-License-Identifier: Apache-2.0
#include "biotropy/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace biotropy {

std::string text_of(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    return fmt::format("{}", fmt::join(*numbers, ","));
  return fmt::format("{}", std::get<double>(value));
}

bool OptionText::is_named(std::string_view text) const {
  const auto same = [](char one, char other) { return one == other || (one == '_' && other == '-'); };
  return std::equal(name.begin(), name.end(), text.begin(), text.end(), same);
}

std::string OptionText::allowed_values(std::string_view quote) const {
  return words != nullptr ? one_of_words(words(), quote) : std::string(allowed);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, " "));
}

void require_within(const OptionText& option, const OptionRules& rules, const OptionValue& value) {
  const auto require = [&](double number) {
    if (number >= rules.lowest && number <= rules.highest) return;
    throw Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
  };
  const bool any = std::isfinite(rules.lowest) || std::isfinite(rules.highest);
  if (!any) return;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) require(static_cast<double>(*whole));
  if (const auto* real = std::get_if<double>(&value)) require(*real);
}

std::string hyphenated(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace biotropy
