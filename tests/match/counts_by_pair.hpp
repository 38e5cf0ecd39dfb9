// SPDX-License-Identifier: Apache-2.0
//
// All counts of a query, to be compared with those of the plain loop.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "biotropy/match/engines.hpp"

namespace biotropy::match {

using Found = std::map<std::pair<std::size_t, std::size_t>, std::vector<std::vector<std::uint64_t>>>;

// By group and pair; each must arrive once.
inline Found counts_by_pair(const std::function<void(const Sink&)>& count) {
  Found all;
  std::mutex storing;
  count([&](const PairCounts& counts) {
    std::vector<std::vector<std::uint64_t>> lengths;
    for (const LengthCounts& at : counts.lengths) {
      lengths.emplace_back(at.per_template.begin(), at.per_template.end()).push_back(at.total);
    }
    const std::lock_guard lock(storing);
    EXPECT_TRUE(all.emplace(std::pair{counts.group, counts.pair}, std::move(lengths)).second) << "arrived twice";
  });
  return all;
}

inline Found plain_counts(const Query& query) {
  return counts_by_pair([&](const Sink& sink) { direct_engine().count(query, sink, nullptr); });
}

}  // namespace biotropy::match
