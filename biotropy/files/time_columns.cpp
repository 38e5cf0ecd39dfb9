// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/time_columns.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// A signal rises so often by chance only if it has few lines.
constexpr std::size_t kLeastRising = 10;
// A clock is set back, and a counter begins again, less often in the first lines.
constexpr int kMostBack = 2;

constexpr std::array<std::string_view, 22> kTimeNames = {
    "t",        "time",     "times",       "timestamp",        "timestamps",      "lsltimestamp",   "unixtimestamp",
    "unixtime", "datetime", "elapsed",     "elapsedtime",      "timesec",         "timems",         "timeus",
    "timens",   "seconds",  "timeseconds", "timemilliseconds", "sensortimestamp", "phonetimestamp", "date",
    "clock"};

constexpr std::array<std::string_view, 10> kCountNames = {
    "index", "idx", "sample", "samples", "sampleindex", "sampleno", "samplenumber", "row", "frame", "counter"};

constexpr std::string_view kDigits = "0123456789";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

TimeColumn kind_of(const FirstValues& column) {
  const std::string plain = plain_name(column.name);  // "time_s" is "times"
  const bool is_clock = clock_time(column.word).has_value();
  const bool is_named = std::ranges::find(kTimeNames, plain) != kTimeNames.end();
  if (column.is_words() && (is_named || is_clock)) {
    if (is_named == is_clock) return TimeColumn::time;
    return plain == "date" ? TimeColumn::none : TimeColumn::unclear;  // of the day alone
  }
  if (is_named) return TimeColumn::time;
  if (std::ranges::find(kCountNames, plain) != kCountNames.end()) return TimeColumn::count;
  return column.values.size() >= kLeastRising && column.rises() ? TimeColumn::unclear : TimeColumn::none;
}

// Takes the whole numbers at the front, up to three of up to four digits, with one of these characters between them.
std::vector<int> take_numbers(std::string_view& text, std::string_view between) {
  constexpr std::size_t most_numbers = 3, most_digits = 4;
  std::vector<int> numbers;
  for (std::string_view rest = text; numbers.size() < most_numbers && !rest.empty() && is_digit(rest.front());) {
    const std::size_t n = std::min(rest.find_first_not_of(kDigits), rest.size());
    if (n > most_digits) return {};
    numbers.push_back(static_cast<int>(to_integer(rest.substr(0, n)).value_or(0)));
    text = rest = rest.substr(n);
    if (rest.empty() || between.find(rest.front()) == std::string_view::npos) break;
    rest.remove_prefix(1);
  }
  return numbers;
}

// "2024-01-31", "2024/01/31" or "31.01.2024", with or without "T" behind it, in seconds since 1970, or "2 days" of
// pandas.
std::optional<double> date_seconds(std::string_view text) {
  using namespace std::chrono;
  constexpr int least_year = 1000;  // of four digits
  for (const std::string_view between : {"-/", "."}) {
    std::string_view behind = text;
    std::vector<int> parts = take_numbers(behind, between);
    const std::string word = lower(trimmed(behind));
    if (parts.size() == 1 && (word == "day" || word == "days")) return 86'400.0 * parts.front();
    if (parts.size() != 3 || !(word.empty() || word == "t")) continue;
    if (between == ".") std::swap(parts.front(), parts.back());
    if (parts[0] < least_year || std::max(parts[1], parts[2]) > 31) continue;
    const year_month_day date = year(parts[0]) / parts[1] / parts[2];
    const seconds since = sys_days(date).time_since_epoch();
    if (date.ok()) return static_cast<double>(since.count());
  }
  return std::nullopt;
}

// Decimals of the second, behind a point or comma; 0 without any.
std::optional<double> take_fraction(std::string_view& text) {
  if (!text.starts_with('.') && !text.starts_with(',')) return 0.0;
  const std::size_t n = std::min(text.find_first_not_of(kDigits, 1), text.size());
  const std::string decimals = "0." + std::string(text.substr(1, n - 1));
  text.remove_prefix(n);
  return n > 1 ? to_double(decimals) : std::nullopt;
}

// Seconds of "z", which is 0, or of an offset from universal time, "+01:00", "+0100" or "-03".
std::optional<double> offset_seconds(std::string text) {
  if (text.empty() || text == "z") return 0.0;
  std::erase(text, ':');
  if (text.size() == 3) text += "00";
  const auto hours_minutes = to_integer(text);
  if (!hours_minutes || text.size() != 5 || is_digit(text.front())) return std::nullopt;
  return 3600.0 * static_cast<double>(*hours_minutes / 100) + 60.0 * static_cast<double>(*hours_minutes % 100);
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
    const bool is_temperature =
        column.name == "T" && std::ranges::find(columns, "t", &FirstValues::name) != columns.end();
    kinds.push_back(is_index ? TimeColumn::count : is_temperature ? TimeColumn::none : kind_of(column));
  }
  const auto may_be_channel = [](TimeColumn kind) { return kind == TimeColumn::none || kind == TimeColumn::unclear; };
  if (columns.size() == 1 || std::ranges::none_of(kinds, may_be_channel))
    kinds.assign(columns.size(), TimeColumn::none);
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    const std::vector<double>& values = columns[c].values;
    int n_back = 0;
    for (std::size_t i = 1; i < values.size(); ++i) n_back += values[i] < values[i - 1] ? 1 : 0;
    if (kinds[c] != TimeColumn::none && n_back > kMostBack) kinds[c] = TimeColumn::unclear;
  }
  return kinds;
}

std::optional<ClockTime> clock_time(std::string_view text) {
  const std::size_t begin = text.substr(0, text.find(':')).find_last_not_of(kDigits) + 1;
  const std::string_view before = trimmed(text.substr(0, begin));
  text.remove_prefix(begin);
  const std::vector<int> parts = take_numbers(text, ":");
  // "10:20" behind a date are hours and minutes; alone it may be minutes and seconds.
  if (parts.size() < (before.empty() ? 3 : 2) || parts[1] > 59 || parts.back() > 60) return std::nullopt;
  const auto fraction = take_fraction(text);
  const std::string behind = lower(trimmed(text));
  const bool is_half = behind == "am" || behind == "pm";
  const auto offset = is_half ? std::optional(0.0) : offset_seconds(behind);
  if (!fraction || !offset || (parts[0] > 24 && !(before.empty() && behind.empty()))) return std::nullopt;
  const int hour = is_half ? parts[0] % 12 + (behind == "pm" ? 12 : 0) : parts[0];
  const double seconds = 3600.0 * hour + 60.0 * parts[1] + (parts.size() == 3 ? parts[2] : 0) + *fraction;
  if (const auto date = date_seconds(before)) return ClockTime{*date - *offset + seconds};
  // Day and month in either order.
  if (before.find_first_not_of("0123456789/-. ") != std::string_view::npos) return std::nullopt;
  return ClockTime{seconds, before};
}

}  // namespace biotropy::files
