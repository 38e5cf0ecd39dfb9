// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/onset.hpp"

#include <algorithm>
#include <limits>

#include "biotropy/heartbeats/rr.hpp"

namespace biotropy::heartbeats {

bool begins_with_onset(series::Samples values) {
  if (values.empty() || std::none_of(values.begin() + 1, values.end(), [](double value) { return value > 0.0; })) {
    return false;
  }
  RrCleaning everything;
  everything.values = RrValues::intervals;
  everything.least = 0.0;
  everything.greatest = std::numeric_limits<double>::infinity();
  const RrReport all = clean_rr(values, {}, everything).report;
  if (all.count(RrRemovalReason::onset) == 0) return false;
  const RrCleaning usual;
  const double scale = all.unit == RrUnit::milliseconds ? 1000.0 : 1.0;
  const auto n_usual = std::count_if(values.begin(), values.end(), [&](double value) {
    return value >= usual.least * scale && value <= usual.greatest * scale;
  });
  return 2 * static_cast<std::size_t>(n_usual) >= values.size();
}

}  // namespace biotropy::heartbeats
