// SPDX-License-Identifier: Apache-2.0
//
// The pairs of a query by the series that they are matched in. Where one pass counts (x, y) and (y, x), both are one
// item, at one of the two series; around the circle of the series each has the half that follows it, so that all have
// about as many.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

struct PairItem {
  std::uint32_t x = 0;
  std::size_t pair = 0;                  ///< position of (x, y) among the pairs
  std::optional<std::size_t> other_way;  ///< position of (y, x), if it is counted by the same pass
};

struct PartnerItems {
  std::uint32_t y = 0;
  std::vector<PairItem> items;
};

/// Every pair is in exactly one item.
/// @param both_ways whether (x, y) and (y, x) are to be one item.
std::vector<PartnerItems> pairs_of_partners(std::span<const Pair> pairs, std::size_t group_size, bool both_ways);

}  // namespace biotropy::match
