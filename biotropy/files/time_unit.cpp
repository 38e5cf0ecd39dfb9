// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/time_unit.hpp"

#include <algorithm>
#include <array>

#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::files {

namespace {

struct TimeUnit {
  std::string_view name;
  double seconds;
};

// The micro sign and the Greek letter look the same.
constexpr auto kTimeUnits = std::to_array<TimeUnit>(
    {{"s", 1.0},        {"sec", 1.0},          {"second", 1.0},        {"seconds", 1.0},       {"ms", 1e-3},
     {"msec", 1e-3},    {"millisecond", 1e-3}, {"milliseconds", 1e-3}, {"us", 1e-6},           {"usec", 1e-6},
     {"\u00b5s", 1e-6}, {"\u03bcs", 1e-6},     {"microsecond", 1e-6},  {"microseconds", 1e-6}, {"ns", 1e-9},
     {"nsec", 1e-9},    {"nanosecond", 1e-9},  {"nanoseconds", 1e-9},  {"min", 60.0},          {"minute", 60.0},
     {"minutes", 60.0}, {"h", 3600.0},         {"hour", 3600.0},       {"hours", 3600.0}});

// Units of conductance, which in lower case would be units of time.
constexpr std::array<std::string_view, 6> kSiemens = {"S", "mS", "uS", "\u00b5S", "\u03bcS", "nS"};

}  // namespace

std::string unit_in_name(std::string_view name) {
  const std::size_t open = name.find_first_of("([");
  if (open != std::string_view::npos) {
    const std::string_view inside = name.substr(open + 1);
    return std::string(trimmed(inside.substr(0, inside.find_first_of(")]"))));
  }
  const std::size_t line = name.rfind('_');
  const std::string_view last = line == std::string_view::npos ? std::string_view() : name.substr(line + 1);
  const double seconds = seconds_in(last).value_or(kNaN);
  return seconds <= 1.0 ? std::string(last) : std::string();
}

std::optional<double> seconds_in(std::string_view unit) {
  if (std::find(kSiemens.begin(), kSiemens.end(), unit) != kSiemens.end()) return std::nullopt;
  const std::string word = lower(unit);
  for (const auto& [name, seconds] : kTimeUnits) {
    if (name == word) return seconds;
  }
  return std::nullopt;
}

}  // namespace biotropy::files
