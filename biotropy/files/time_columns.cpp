// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/time_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <string_view>

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

// "Time [s]" and "TIME" are "time", and "time_s" is "times".
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name.substr(0, name.find_first_of("([/:"))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return plain;
}

bool rises(const std::vector<double>& values) {
  return values.size() >= kLeastRising &&
         std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

TimeColumn kind_of(const FirstValues& column) {
  const std::string plain = plain_name(column.name);
  if (std::find(kTimeNames.begin(), kTimeNames.end(), plain) != kTimeNames.end()) return TimeColumn::time;
  if (std::find(kCountNames.begin(), kCountNames.end(), plain) != kCountNames.end()) return TimeColumn::count;
  return rises(column.values) ? TimeColumn::unclear : TimeColumn::none;
}

}  // namespace

std::vector<TimeColumn> time_columns(std::span<const FirstValues> columns) {
  const bool any_name = std::any_of(columns.begin(), columns.end(), [](const auto& c) { return !c.name.empty(); });
  std::vector<TimeColumn> kinds;
  for (const FirstValues& column : columns) {
    const bool is_index = kinds.empty() && any_name && column.name.empty();
    kinds.push_back(is_index ? TimeColumn::count : kind_of(column));
  }
  const auto may_be_channel = [](TimeColumn kind) { return kind == TimeColumn::none || kind == TimeColumn::unclear; };
  const bool is_alone = columns.size() == 1 || std::none_of(kinds.begin(), kinds.end(), may_be_channel);
  if (is_alone) std::fill(kinds.begin(), kinds.end(), TimeColumn::none);
  return kinds;
}

}  // namespace biotropy::files
