// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/clock_text.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "biotropy/files/formats/text/text_internal.hpp"

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

// "2024-01-31", "2024/01/31" or "31.01.2024", "T" or a blank behind it, in seconds since 1970.
std::optional<double> date_seconds(std::string_view text) {
  const bool year_is_last = text.find('.') <= 2;
  const std::string_view between = year_is_last ? "." : "-/";
  const auto first = year_is_last ? take_digits(text, 1, 2) : take_digits(text, 4, 4);
  if (!first || !take(text, between)) return std::nullopt;
  const auto month = take_digits(text, 1, 2);
  if (!month || !take(text, between)) return std::nullopt;
  const auto last = year_is_last ? take_digits(text, 4, 4) : take_digits(text, 1, 2);
  if (!last || !(trimmed(text).empty() || text == "T" || text == "t")) return std::nullopt;
  const int year = year_is_last ? *last : *first, day = year_is_last ? *first : *last;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
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

// Seconds of "z", which is 0, or of an offset from universal time, "+01:00", "+0100" or "-03".
std::optional<double> offset_seconds(std::string_view text) {
  if (text == "z") return 0.0;
  const double sign = text.starts_with('-') ? -1.0 : 1.0;
  if (!take(text, "+-")) return std::nullopt;
  constexpr std::size_t digits = 2;
  std::string_view hour_text = text.substr(0, std::min(text.find(':'), digits));
  text.remove_prefix(hour_text.size());
  const auto hours = take_digits(hour_text, 1, digits);
  take(text, ":");
  const auto minutes = text.empty() ? std::optional(0) : take_digits(text, digits, digits);
  if (!hours || !minutes || !text.empty()) return std::nullopt;
  return sign * (3600.0 * *hours + 60.0 * *minutes);
}

// Where the hours of a time of day begin; npos without a colon.
std::size_t begin_of_hours(std::string_view text) {
  std::size_t begin = text.find(':');
  while (begin != std::string_view::npos && begin > 0 && is_digit(text[begin - 1])) --begin;
  return begin;
}

}  // namespace

std::optional<double> clock_seconds(std::string_view text) {
  const std::size_t begin = begin_of_hours(text);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, begin);
  std::string_view rest = text.substr(begin);
  const auto hours = take_digits(rest, 1, 2);
  if (!hours || !take(rest, ":")) return std::nullopt;
  const auto minutes = take_digits(rest, 2, 2);
  // "10:20" behind a date are hours and minutes; alone it may be minutes and seconds.
  const bool has_seconds = minutes && take(rest, ":");
  const bool is_alone = trimmed(before).empty();
  if (!minutes || (!has_seconds && is_alone)) return std::nullopt;
  const auto seconds = has_seconds ? take_digits(rest, 2, 2) : 0;
  const auto fraction = !has_seconds ? 0.0 : seconds ? take_fraction(rest) : std::nullopt;
  if (!fraction || *minutes > 59 || *seconds > 60) return std::nullopt;
  const std::string half = lower(trimmed(rest));
  const bool is_half = half == "am" || half == "pm";
  const auto offset = half.empty() || is_half ? std::optional(0.0) : offset_seconds(half);
  if (!offset) return std::nullopt;
  if (*hours > 24 && !(is_alone && half.empty())) return std::nullopt;
  const int hour = is_half ? *hours % 12 + (half == "pm" ? 12 : 0) : *hours;
  const auto days = days_seconds(before), date = days ? days : date_seconds(before);
  if (!date && !may_be_date(before)) return std::nullopt;
  return date.value_or(0.0) - (date ? *offset : 0.0) + 3600.0 * hour + 60.0 * *minutes + *seconds + *fraction;
}

std::string_view unread_date(std::string_view text) {
  const std::size_t begin = begin_of_hours(text);
  if (begin == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, begin);
  return days_seconds(before) || date_seconds(before) ? std::string_view() : trimmed(before);
}

}  // namespace biotropy::files
