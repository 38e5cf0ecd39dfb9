// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/pairs_of_partners.hpp"

#include <map>
#include <utility>

namespace biotropy::match {

namespace {

// Of two different series, whether the items of y have the pair.
bool belongs_to(std::size_t y, std::size_t x, std::size_t group_size) {
  const std::size_t steps = (x + group_size - y) % group_size;
  return 2 * steps < group_size || (2 * steps == group_size && y < x);
}

}  // namespace

std::vector<PartnerItems> pairs_of_partners(std::span<const Pair> pairs, std::size_t group_size, bool both_ways) {
  std::map<std::uint32_t, std::vector<PairItem>> items;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> waiting;  // for the same pair the other way
  for (std::size_t position = 0; position < pairs.size(); ++position) {
    const auto [x, y] = pairs[position];
    if (both_ways && x != y) {
      if (const auto other = waiting.find({y, x}); other != waiting.end()) {
        if (belongs_to(y, x, group_size))
          items[y].push_back({x, position, other->second});
        else
          items[x].push_back({y, other->second, position});
        waiting.erase(other);
        continue;
      }
      if (waiting.try_emplace({x, y}, position).second) continue;
    }
    items[y].push_back({x, position, std::nullopt});
  }
  for (const auto& [pair, position] : waiting) items[pair.second].push_back({pair.first, position, std::nullopt});
  std::vector<PartnerItems> partners;
  for (auto& [y, of_y] : items) partners.push_back({y, std::move(of_y)});
  return partners;
}

}  // namespace biotropy::match
