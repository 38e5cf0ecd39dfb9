// SPDX-License-Identifier: Apache-2.0
//
// Coordinates of composite vectors, in their order.
#pragma once

#include <optional>

#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

/// The coordinate of the vector of time i is the sample at i + lag of the channel.
struct Coordinate {
  std::size_t channel, lag;
};
using Coordinates = std::vector<Coordinate>;

/// @param extended the channel that has one more sample; none: vectors of length m.
inline Coordinates coordinates(const CompositeQuery& query, std::optional<std::size_t> extended = {}) {
  Coordinates list;
  for (std::size_t k = 0; k < query.channels.size(); ++k) {
    const int samples = query.m[k] + (extended == k ? 1 : 0);
    for (int sample = 0; sample < samples; ++sample) {
      list.push_back({k, static_cast<std::size_t>(sample) * static_cast<std::size_t>(query.tau[k])});
    }
  }
  return list;
}

}  // namespace biotropy::match
