// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/distance_band.hpp"

#include <algorithm>
#include <limits>

namespace biotropy::match {

void DistanceBand::begin(double least, double most, std::size_t window) {
  // Tens to hundreds of pairs in each for usual tolerances: few to pass, and few bins to keep in the cache.
  constexpr std::size_t samples_of_bin = 4, fewest = 64, greatest = 4096;
  bins_.resize(std::clamp(window / samples_of_bin, fewest, greatest));
  for (auto& bin : bins_) bin.clear();
  least_ = least;
  most_ = most;
  per_distance_ = std::min(static_cast<double>(bins_.size()) / (most - least), std::numeric_limits<double>::max());
}

}  // namespace biotropy::match
