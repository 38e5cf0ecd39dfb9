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

Arrangements::Arrangements(std::span<const std::uint16_t> labels, std::uint64_t wanted, std::uint64_t seed,
                           std::size_t block_size)
    : labels_(labels.begin(), labels.end()), block_size_(block_size == 0 ? labels.size() : block_size), engine_(seed) {
  for (std::size_t first = 0; first < labels_.size() && count_ <= wanted; first += block_size_) {
    const auto product = static_cast<unsigned __int128>(count_) * count_arrangements(block(first), wanted);
    count_ = product > wanted ? wanted + 1 : static_cast<std::uint64_t>(product);
  }
  exact_ = count_ <= wanted;
  if (!exact_) count_ = wanted;
  if (!exact_) return;
  for (std::size_t first = 0; first < labels_.size(); first += block_size_) std::ranges::sort(block(first));
}

const std::vector<std::uint16_t>& Arrangements::next() {
  if (exact_) {
    // A block whose last arrangement is over starts again, and the next block moves on.
    for (std::size_t first = 0; begun_ && first < labels_.size(); first += block_size_) {
      if (std::ranges::next_permutation(block(first)).found) break;
    }
    begun_ = true;
    return labels_;
  }
  for (std::size_t first = 0; first < labels_.size(); first += block_size_) {
    const std::span<std::uint16_t> rows = block(first);
    for (std::size_t left = rows.size(); left > 1; --left) {
      const boost::random::uniform_int_distribution<std::size_t> any(0, left - 1);
      std::swap(rows[left - 1], rows[any(engine_)]);
    }
  }
  return labels_;
}

}  // namespace biotropy::groups
