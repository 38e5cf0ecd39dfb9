// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "biotropy/files/formats/csv_clock_text_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes a whole number of so many digits from the front.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t n = 0;
  int value = 0;
  while (n < text.size() && n < most && is_digit(text[n])) value = 10 * value + (text[n++] - '0');
  if (n < least || (n < text.size() && is_digit(text[n]))) return std::nullopt;
  text.remove_prefix(n);
  return value;
}

bool take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// "2024-01-31" or "2024/01/31", "T" or a blank behind it, in seconds since 1970.
std::optional<double> date_seconds(std::string_view text) {
  const auto year = take_digits(text, 4, 4);
  if (!year || !take(text, "-/")) return std::nullopt;
  const auto month = take_digits(text, 1, 2);
  if (!month || !take(text, "-/")) return std::nullopt;
  const auto day = take_digits(text, 1, 2);
  if (!day || !(trimmed(text).empty() || text == "T" || text == "t")) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  const std::chrono::seconds since = std::chrono::sys_days(date).time_since_epoch();
  return static_cast<double>(since.count());
}

// "2 days " of pandas, in seconds.
std::optional<double> days_seconds(std::string_view text) {
  const auto days = take_digits(text, 1, 5);
  const std::string word = lower(trimmed(text));
  return days && (word == "days" || word == "day") ? std::optional(86'400.0 * *days) : std::nullopt;
}

// What may stand before a time of day: letters and digits of a date in any order.
bool may_be_date(std::string_view text) {
  return text.find_first_not_of("0123456789/-. ") == std::string_view::npos;
}

// Decimals of the second; 0 if there are none.
std::optional<double> take_fraction(std::string_view& text) {
  if (!take(text, ".,")) return 0.0;
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const auto fraction = to_double("0." + std::string(text.substr(0, n)));
  text.remove_prefix(n);
  return n > 0 ? fraction : std::nullopt;
}

// "Z" or an offset from universal time: the same in every line, but where clocks change.
bool is_zone(std::string_view text) {
  return text == "z" || ((text.starts_with('+') || text.starts_with('-')) &&
                         text.find_first_not_of("0123456789:", 1) == std::string_view::npos);
}

}  // namespace

std::optional<double> clock_seconds(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::size_t begin = colon;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const std::string_view before = text.substr(0, begin);
  std::string_view rest = text.substr(begin);
  const auto hours = take_digits(rest, 1, 2);
  if (!hours || !take(rest, ":")) return std::nullopt;
  const auto minutes = take_digits(rest, 2, 2);
  // "10:20" behind a date are hours and minutes; alone it may be minutes and seconds.
  const bool has_seconds = minutes && take(rest, ":");
  if (!minutes || (!has_seconds && trimmed(before).empty())) return std::nullopt;
  const auto seconds = has_seconds ? take_digits(rest, 2, 2) : 0;
  const auto fraction = !has_seconds ? 0.0 : seconds ? take_fraction(rest) : std::nullopt;
  if (!fraction || *hours > 24 || *minutes > 59 || *seconds > 60) return std::nullopt;
  const std::string half = lower(trimmed(rest));
  const bool is_half = half == "am" || half == "pm";
  if (!half.empty() && !is_half && !is_zone(half)) return std::nullopt;
  const int hour = is_half ? *hours % 12 + (half == "pm" ? 12 : 0) : *hours;
  const auto days = days_seconds(before), date = days ? days : date_seconds(before);
  if (!date && !may_be_date(before)) return std::nullopt;
  return date.value_or(0.0) + 3600.0 * hour + 60.0 * *minutes + *seconds + *fraction;
}

}  // namespace biotropy::files
