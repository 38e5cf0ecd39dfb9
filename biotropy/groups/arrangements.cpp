// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <map>

#include "biotropy/groups/arrangements_internal.hpp"

namespace biotropy::groups {

std::uint64_t count_arrangements(std::span<const std::uint16_t> labels, std::uint64_t limit) {
  std::map<std::uint16_t, std::uint64_t> sizes;
  for (const std::uint16_t label : labels) ++sizes[label];
  std::uint64_t arrangements = 1, placed = 0;
  for (const auto& [label, size] : sizes) {
    for (std::uint64_t of_group = 1; of_group <= size; ++of_group) {
      ++placed;
      // Each partial product counts the arrangements of fewer subjects, so it never decreases.
      const auto product = static_cast<unsigned __int128>(arrangements) * placed / of_group;
      if (product > limit) return limit + 1;
      arrangements = static_cast<std::uint64_t>(product);
    }
  }
  return arrangements;
}

Arrangements::Arrangements(std::span<const std::uint16_t> labels, std::uint64_t wanted, std::uint64_t seed)
    : labels_(labels.begin(), labels.end()),
      count_(count_arrangements(labels, wanted)),
      exact_(count_ <= wanted),
      engine_(seed) {
  if (!exact_) count_ = wanted;
  if (exact_) std::sort(labels_.begin(), labels_.end());
}

const std::vector<std::uint16_t>& Arrangements::next() {
  if (exact_) {
    if (begun_) std::next_permutation(labels_.begin(), labels_.end());
    begun_ = true;
    return labels_;
  }
  for (std::size_t left = labels_.size(); left > 1; --left) {
    const boost::random::uniform_int_distribution<std::size_t> any(0, left - 1);
    std::swap(labels_[left - 1], labels_[any(engine_)]);
  }
  return labels_;
}

}  // namespace biotropy::groups
