// SPDX-License-Identifier: Apache-2.0
//
// A third-party program: counts the matches of a short series and checks the version.
#include <biotropy/biotropy.hpp>
#include <vector>

int main() {
  const std::vector<double> series = {1, 2, 1, 2.4, 1, 4};
  const auto counts = biotropy::match::count_matches(series, series, {.lengths = {1, 2}, .r = 0.5});
  const bool is_right = counts.totals == std::vector<std::uint64_t>{14, 9};
  return is_right && !biotropy::version().empty() ? 0 : 1;
}
