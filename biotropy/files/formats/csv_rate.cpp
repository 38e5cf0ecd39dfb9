// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_rate_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::array<std::string_view, 4> kNames = {"sample rate", "sampling rate", "sample frequency",
                                                    "sampling frequency"};

struct Unit {
  std::string_view name;
  double hertz;
};

constexpr std::array<Unit, 9> kRateUnits = {{{"hz", 1.0},
                                             {"hertz", 1.0},
                                             {"khz", 1000.0},
                                             {"1/s", 1.0},
                                             {"sps", 1.0},
                                             {"samples/s", 1.0},
                                             {"samples/sec", 1.0},
                                             {"samples/second", 1.0},
                                             {"samples per second", 1.0}}};

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

void skip(std::string_view& text, std::string_view characters) {
  text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

// The unit that the text begins with, in hertz; 1 where it names none.
std::optional<double> unit_of(std::string_view text) {
  skip(text, " \t([");
  if (text.empty() || text.find_first_of(",;)]") == 0) return 1.0;
  for (const Unit& unit : kRateUnits) {
    const bool begins = text.substr(0, unit.name.size()) == unit.name;
    if (begins && (text.size() == unit.name.size() || !is_letter(text[unit.name.size()]))) return unit.hertz;
  }
  return std::nullopt;
}

std::optional<double> number_of(std::string_view text, bool comma_is_decimal) {
  std::string number(text);
  if (comma_is_decimal) {
    if (number.find('.') != std::string::npos) return std::nullopt;
    if (has_decimal_comma(number)) number[number.find(',')] = '.';
  }
  const auto value = to_finite(number);
  return value && *value > 0.0 ? value : std::nullopt;
}

}  // namespace

std::variant<std::monostate, double, UnreadRate> rate_in_comment(std::string_view comment, bool comma_is_decimal) {
  std::string text = lower(comment);
  std::replace(text.begin(), text.end(), '_', ' ');
  for (const std::string_view name : kNames) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) continue;
    std::string_view rest = std::string_view(text).substr(at + name.size());
    std::optional<double> unit = 1.0;
    skip(rest, " \t");
    if (!rest.empty() && (rest.front() == '(' || rest.front() == '[')) {
      const std::size_t end = std::min(rest.find_first_of(")]"), rest.size());
      unit = unit_of(rest.substr(0, end));
      rest.remove_prefix(end);
      skip(rest, ")]");
    }
    skip(rest, " \t=:");
    const std::size_t length = std::min(rest.find_first_not_of("0123456789.,e+-"), rest.size());
    std::string_view number = rest.substr(0, length);
    while (!number.empty() && (number.back() == ',' || number.back() == '.')) number.remove_suffix(1);
    if (number.find_first_of("0123456789") == std::string_view::npos) continue;
    const auto value = number_of(number, comma_is_decimal);
    const auto after = unit_of(rest.substr(number.size()));
    if (!value || !unit || !after) return UnreadRate{std::string(trimmed(rest))};
    return *value * std::max(*unit, *after);
  }
  return std::monostate();
}

}  // namespace biotropy::files
