// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "biotropy/files/clock_columns.hpp"
#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_rate_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/files/time_unit.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

// A number that cannot be read without a guess, and what follows it.
struct UnreadRate {
  std::string text;
};

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

// The unit that the text begins with, in hertz, which is taken from it; 1 where it names none.
std::optional<double> take_unit(std::string_view& text) {
  skip(text, " \t([");
  if (text.empty() || text.find_first_of(",;)]") == 0) return 1.0;
  for (const Unit& unit : kRateUnits) {
    if (!text.starts_with(unit.name)) continue;
    const std::string_view behind = text.substr(unit.name.size());
    if (!behind.empty() && is_letter(behind.front())) continue;
    text = behind;
    return unit.hertz;
  }
  return std::nullopt;
}

// ", 500" behind a number, or ", 500 Hz": the rates of several channels.
bool begins_list(std::string_view text) {
  skip(text, " \t");
  if (!text.starts_with(',') && !text.starts_with(';')) return false;
  skip(text, ",; \t");
  std::string_view behind = text;
  skip(behind, "0123456789.");
  if (behind.size() == text.size()) return false;
  return text.find_first_not_of("0123456789.,; ") == std::string_view::npos || take_unit(behind);
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

// Nothing if the comment names no rate, or no number with it.
std::variant<std::monostate, double, UnreadRate> rate_in_comment(std::string_view comment, bool comma_is_decimal) {
  std::string text = lower(comment);
  std::replace(text.begin(), text.end(), '_', ' ');
  // "Original sampling rate: 1000 Hz, downsampled to 250 Hz"
  constexpr std::array<std::string_view, 5> changes = {"original", "sampled to", "decimat", "->", "=>"};
  const bool of_another = std::any_of(changes.begin(), changes.end(),
                                      [&](std::string_view word) { return text.find(word) != std::string::npos; });
  for (const std::string_view name : kNames) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) continue;
    std::string_view rest = std::string_view(text).substr(at + name.size());
    std::optional<double> unit = 1.0;
    skip(rest, " \t");
    if (!rest.empty() && (rest.front() == '(' || rest.front() == '[')) {
      const std::size_t end = std::min(rest.find_first_of(")]"), rest.size());
      std::string_view within = rest.substr(0, end);
      unit = take_unit(within);
      rest.remove_prefix(end);
      skip(rest, ")]");
    }
    skip(rest, " \t=:");
    const std::size_t length = std::min(rest.find_first_not_of("0123456789.,e+-"), rest.size());
    std::string_view number = rest.substr(0, length);
    while (!number.empty() && (number.back() == ',' || number.back() == '.')) number.remove_suffix(1);
    if (number.find_first_of("0123456789") == std::string_view::npos) continue;
    const auto value = number_of(number, comma_is_decimal);
    std::string_view behind = rest.substr(number.size());
    const auto after = take_unit(behind);
    const double rate = value && unit && after ? *value * std::max(*unit, *after) : 0.0;
    if (!(rate > 0.0) || !std::isfinite(rate) || of_another || begins_list(behind))
      return UnreadRate{std::string(trimmed(rest))};
    return rate;
  }
  return std::monostate();
}

// The number of all fields of a line, if it is one and the same.
std::optional<double> equal_number(std::string_view line, char separator) {
  const Fields fields = fields_of(line, separator);
  const auto number = fields.empty() ? std::nullopt : to_finite(fields.front());
  const bool equal = std::all_of(fields.begin(), fields.end(), [&](auto field) { return to_finite(field) == number; });
  return equal ? number : std::nullopt;
}

}  // namespace

std::optional<double> rate_in_comments(const Input& input, const std::vector<TextLine>& comments, bool comma_is_decimal,
                                       std::vector<std::string>& warnings) {
  std::optional<double> rate;
  for (const TextLine& comment : comments) {
    const auto found = rate_in_comment(comment.text, comma_is_decimal);
    if (const auto* unread = std::get_if<UnreadRate>(&found)) {
      warnings.push_back(
          fmt::format("line {}: the sampling rate {} was not read: give it with the option rate, in hertz",
                      comment.number, in_quotes(unread->text)));
    } else if (const auto* value = std::get_if<double>(&found)) {
      if (rate && *rate != *value) {
        throw input.error(ErrorCode::unsupported,
                          fmt::format("line {}: a second sampling rate, {} Hz after {} Hz: choose with the option rate",
                                      comment.number, *value, *rate));
      }
      rate = *value;
    }
  }
  return rate;
}

std::optional<double> rate_below_start(const std::vector<TextLine>& lines, char separator) {
  constexpr std::size_t least_lines = 3;
  constexpr double most_rate = 1e5;
  if (lines.size() < least_lines) return std::nullopt;
  const auto start = equal_number(lines[0].text, separator), rate = equal_number(lines[1].text, separator);
  const Fields third = fields_of(lines[2].text, separator);
  if (!start || !is_since_1970(*start) || !rate || !(*rate > 0.0 && *rate <= most_rate)) return std::nullopt;
  return third.size() == fields_of(lines[0].text, separator).size() ? rate : std::nullopt;
}

std::string other_rate_of_times(double rate, const std::string& name, bool of_day, double step) {
  const auto named = of_day ? 1.0 : seconds_in(unit_in_name(name));
  if (!named && step == 1.0) return "";  // numbers of samples
  const auto fits = [&](double unit) { return std::abs(step * unit * rate - 1.0) <= series::kOtherRate; };
  constexpr std::array<double, 4> units = {1.0, 1e-3, 1e-6, 1e-9};
  if (named ? fits(*named) : std::any_of(units.begin(), units.end(), fits)) return "";
  return fmt::format("the sampling rate is {} Hz, and column {} has {:g} values a second{}", rate, in_quotes(name),
                     1.0 / (step * named.value_or(1.0)), named ? "" : ", if it is in seconds");
}

}  // namespace biotropy::files
