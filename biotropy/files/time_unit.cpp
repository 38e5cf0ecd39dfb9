// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/time_unit.hpp"

#include <algorithm>
#include <array>

#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

struct TimeUnit {
  std::array<std::string_view, 4> names;
  double seconds;
};

constexpr std::array<TimeUnit, 4> kTimeUnits = {{{{"s", "sec", "second", "seconds"}, 1.0},
                                                 {{"ms", "msec", "millisecond", "milliseconds"}, 1e-3},
                                                 {{"us", "usec", "microsecond", "microseconds"}, 1e-6},
                                                 {{"ns", "nsec", "nanosecond", "nanoseconds"}, 1e-9}}};

}  // namespace

std::string unit_in_name(std::string_view name) {
  const std::size_t open = name.find_first_of("([");
  if (open != std::string_view::npos) {
    const std::string_view inside = name.substr(open + 1);
    return std::string(trimmed(inside.substr(0, inside.find_first_of(")]"))));
  }
  const std::size_t line = name.rfind('_');
  const std::string_view last = line == std::string_view::npos ? std::string_view() : name.substr(line + 1);
  return seconds_in(last) ? std::string(last) : std::string();
}

std::optional<double> seconds_in(std::string_view unit) {
  const std::string word = lower(unit);
  for (const auto& [names, seconds] : kTimeUnits) {
    if (std::find(names.begin(), names.end(), word) != names.end()) return seconds;
  }
  return std::nullopt;
}

}  // namespace biotropy::files
