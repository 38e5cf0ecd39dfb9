// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/multiplicity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::groups {

namespace {

/// Positions of the entries that were tested.
std::vector<std::size_t> tested_entries(std::span<const double> p) {
  std::vector<std::size_t> tested;
  for (std::size_t entry = 0; entry < p.size(); ++entry) {
    if (std::isnan(p[entry])) continue;
    if (p[entry] < 0.0 || p[entry] > 1.0) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("p of entry {} is {}; it must be from 0 to 1, or NaN", entry, p[entry]));
    }
    tested.push_back(entry);
  }
  return tested;
}

}  // namespace

std::vector<double> q_values(std::span<const double> p, FalseDiscovery method) {
  std::vector<std::size_t> order = tested_entries(p);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p[a] < p[b] || (p[a] == p[b] && a < b); });
  const auto m = static_cast<double>(order.size());
  double dependence = 1.0;
  if (method == FalseDiscovery::benjamini_yekutieli) {
    dependence = 0.0;
    for (std::size_t rank = order.size(); rank > 0; --rank) dependence += 1.0 / static_cast<double>(rank);
  }
  std::vector<double> q(p.begin(), p.end());
  double smallest = 1.0;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t entry = order[rank - 1];
    smallest = std::min(smallest, p[entry] * (m / static_cast<double>(rank)) * dependence);
    q[entry] = smallest;
  }
  return q;
}

Share share_below(std::span<const double> p, double alpha) {
  if (!(alpha > 0.0 && alpha < 1.0)) {
    throw Error::argument("alpha", fmt::format("{}", alpha), "a number above 0 and below 1");
  }
  Share share;
  for (const std::size_t entry : tested_entries(p)) {
    ++share.tested;
    if (p[entry] < alpha) ++share.below;
  }
  share.percent = 100.0 * static_cast<double>(share.below) / static_cast<double>(share.tested);
  return share;
}

}  // namespace biotropy::groups
