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

void DistanceBand::add(std::span<const Pair> pairs) {
  for (const Pair& pair : pairs) {
    std::vector<Pair>& bin = bins_[bin_of(pair.distance)];
    bin.push_back(pair);
    __builtin_prefetch(bin.data() + bin.size() + 3, 1);
  }
}

std::span<const DistanceBand::Pair> DistanceBand::between(double from, double to, std::uint32_t first,
                                                          std::uint32_t window) {
  std::size_t found = 0;
  const std::size_t last = bin_of(to);
  for (std::size_t bin = bin_of(from); bin <= last; ++bin) {
    std::vector<Pair>& pairs = bins_[bin];
    if (found_.size() < found + pairs.size()) found_.resize(found + pairs.size());
    std::size_t kept = 0;
    // Without a branch on what no processor can predict.
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Pair pair = pairs[i];
      const bool stays = pair.earlier - first < window;
      if (kept != i) pairs[kept] = pair;
      kept += stays ? 1 : 0;
      found_[found] = pair;
      found += (stays & (pair.distance > from) & (pair.distance <= to)) ? 1 : 0;
    }
    pairs.resize(kept);
  }
  return std::span<const Pair>(found_).first(found);
}

void DistanceBand::forget(std::uint32_t first, std::uint32_t window) {
  for (auto& bin : bins_) {
    std::erase_if(bin, [&](const Pair& pair) { return pair.earlier - first >= window; });
  }
}

}  // namespace biotropy::match
