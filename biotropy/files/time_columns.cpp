// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/time_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <functional>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// A signal rises so often by chance only if it has few lines.
constexpr std::size_t kLeastRising = 10;

constexpr std::array<std::string_view, 22> kTimeNames = {
    "t",        "time",     "times",       "timestamp",        "timestamps",      "lsltimestamp",   "unixtimestamp",
    "unixtime", "datetime", "elapsed",     "elapsedtime",      "timesec",         "timems",         "timeus",
    "timens",   "seconds",  "timeseconds", "timemilliseconds", "sensortimestamp", "phonetimestamp", "date",
    "clock"};

constexpr std::array<std::string_view, 10> kCountNames = {
    "index", "idx", "sample", "samples", "sampleindex", "sampleno", "samplenumber", "row", "frame", "counter"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

TimeColumn kind_of(const FirstValues& column) {
  const std::string plain = plain_name(column.name);  // "time_s" is "times"
  const bool is_clock = clock_seconds(column.word).has_value();
  const bool is_named = std::ranges::find(kTimeNames, plain) != kTimeNames.end();
  if (!column.word.empty() && (is_named || is_clock)) {
    if (is_named == is_clock) return TimeColumn::time;
    return plain == "date" ? TimeColumn::none : TimeColumn::unclear;  // of the day alone
  }
  if (is_named) return TimeColumn::time;
  if (std::ranges::find(kCountNames, plain) != kCountNames.end()) return TimeColumn::count;
  const bool rises = column.values.size() >= kLeastRising &&
                     std::ranges::adjacent_find(column.values, std::greater_equal()) == column.values.end();
  return rises ? TimeColumn::unclear : TimeColumn::none;
}

// Takes a whole number of so many digits from the front.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  unsigned value = 0;
  const auto n =
      static_cast<std::size_t>(std::from_chars(text.data(), text.data() + text.size(), value).ptr - text.data());
  if (n < least || n > most) return std::nullopt;
  text.remove_prefix(n);
  return static_cast<int>(value);
}

bool take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// "2024-01-31", "2024/01/31" or "31.01.2024", "T" or a blank behind it, in seconds since 1970, or "2 days" of pandas.
std::optional<double> date_seconds(std::string_view text) {
  std::string_view days_text = text;
  if (const auto days = take_digits(days_text, 1, 5)) {
    const std::string word = lower(trimmed(days_text));
    if (word == "days" || word == "day") return 86'400.0 * *days;
  }
  const bool year_is_last = text.find('.') <= 2;
  const std::string_view between = year_is_last ? "." : "-/";
  const auto first = year_is_last ? take_digits(text, 1, 2) : take_digits(text, 4, 4);
  if (!first || !take(text, between)) return std::nullopt;
  const auto month = take_digits(text, 1, 2);
  if (!month || !take(text, between)) return std::nullopt;
  const auto last = year_is_last ? take_digits(text, 4, 4) : take_digits(text, 1, 2);
  if (!last || !(trimmed(text).empty() || text == "T" || text == "t")) return std::nullopt;
  const auto [year, day] = year_is_last ? std::pair(*last, *first) : std::pair(*first, *last);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const std::chrono::seconds since = std::chrono::sys_days(date).time_since_epoch();
  return static_cast<double>(since.count());
}

// Decimals of the second; 0 without any.
std::optional<double> take_fraction(std::string_view& text) {
  if (!take(text, ".,")) return 0.0;
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto fraction = to_double("0." + std::string(text.substr(0, n)));
  text.remove_prefix(n);
  return n > 0 ? fraction : std::nullopt;
}

// Seconds of "z", which is 0, or of an offset from universal time, "+01:00", "+0100" or "-03".
std::optional<double> offset_seconds(std::string_view text) {
  if (text.empty() || text == "z") return 0.0;
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

// The date in front of a time of day; the time itself is what remains of `text`. Nothing without a colon.
std::optional<std::string_view> take_date(std::string_view& text) {
  std::size_t begin = text.find(':');
  if (begin == std::string_view::npos) return std::nullopt;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const std::string_view before = text.substr(0, begin);
  text.remove_prefix(begin);
  return before;
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain = lower(name.substr(0, name.find_first_of("([/:")));
  std::erase_if(plain, [](char c) { return !is_digit(c) && (c < 'a' || c > 'z'); });
  return plain;
}

std::vector<TimeColumn> time_columns(std::span<const FirstValues> columns) {
  const bool any_name = std::ranges::any_of(columns, [](const auto& column) { return !column.name.empty(); });
  std::vector<TimeColumn> kinds;
  for (const FirstValues& column : columns) {
    const bool is_index = kinds.empty() && any_name && column.name.empty();
    kinds.push_back(is_index ? TimeColumn::count : kind_of(column));
  }
  const auto may_be_channel = [](TimeColumn kind) { return kind == TimeColumn::none || kind == TimeColumn::unclear; };
  if (columns.size() == 1 || std::ranges::none_of(kinds, may_be_channel))
    kinds.assign(columns.size(), TimeColumn::none);
  return kinds;
}

std::optional<double> clock_seconds(std::string_view text) {
  const auto before = take_date(text);
  if (!before) return std::nullopt;
  const auto hours = take_digits(text, 1, 2);
  if (!hours || !take(text, ":")) return std::nullopt;
  const auto minutes = take_digits(text, 2, 2);
  // "10:20" behind a date are hours and minutes; alone it may be minutes and seconds.
  const bool has_seconds = minutes && take(text, ":");
  const bool is_alone = trimmed(*before).empty();
  if (!minutes || (!has_seconds && is_alone)) return std::nullopt;
  const auto seconds = has_seconds ? take_digits(text, 2, 2) : 0;
  const auto fraction = has_seconds ? take_fraction(text) : 0.0;
  if (!seconds || !fraction || *minutes > 59 || *seconds > 60) return std::nullopt;
  const std::string behind = lower(trimmed(text));
  const bool is_half = behind == "am" || behind == "pm";
  const auto offset = is_half ? std::optional(0.0) : offset_seconds(behind);
  if (!offset || (*hours > 24 && !(is_alone && behind.empty()))) return std::nullopt;
  const int hour = is_half ? *hours % 12 + (behind == "pm" ? 12 : 0) : *hours;
  const auto date = date_seconds(*before);
  // Day and month in either order.
  if (!date && before->find_first_not_of("0123456789/-. ") != std::string_view::npos) return std::nullopt;
  return date.value_or(0.0) - (date ? *offset : 0.0) + 3600.0 * hour + 60.0 * *minutes + *seconds + *fraction;
}

std::string_view unread_date(std::string_view text) {
  const auto before = take_date(text);
  return !before || date_seconds(*before) ? std::string_view() : trimmed(*before);
}

}  // namespace biotropy::files
