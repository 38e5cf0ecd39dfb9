// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/multivariate/composite_tables.hpp"

#include <algorithm>

namespace biotropy::match {

namespace {

AlignedVector<std::uint64_t> marked_times(const std::vector<char>& marks, std::size_t first) {
  AlignedVector<std::uint64_t> row(kBlockWords, 0);
  for (std::size_t j = first; j < std::min(marks.size(), first + kBlockTimes); ++j) {
    if (marks[j] != 0) row[(j - first) / kBitsOfWord] |= std::uint64_t{1} << ((j - first) % kBitsOfWord);
  }
  return row;
}

}  // namespace

void CoordinateTable::build(const RankSpace& order, std::size_t first) {
  places_.assign(order.times.size() / kBitsOfWord + 1, {});
  std::size_t present = 0;
  for (std::size_t j = first; j < std::min(order.ranks.size(), first + kBlockTimes); ++j) {
    const std::uint32_t place = order.ranks[j];
    if (place == kNowhere) continue;
    places_[place / kBitsOfWord].bits |= std::uint64_t{1} << (place % kBitsOfWord);
    ++present;
  }
  rows_.assign((present + 1) * kBlockWords, 0);
  std::uint64_t* row = rows_.data();
  std::uint32_t before = 0;
  for (std::size_t word = 0; word < places_.size(); ++word) {
    places_[word].before = before;
    for (std::uint64_t left = places_[word].bits; left != 0; left &= left - 1, ++before) {
      const std::size_t place = word * kBitsOfWord + static_cast<std::size_t>(__builtin_ctzll(left));
      const std::size_t time = order.times[place] - first;
      std::copy_n(row, kBlockWords, row + kBlockWords);
      row += kBlockWords;
      row[time / kBitsOfWord] |= std::uint64_t{1} << (time % kBitsOfWord);
    }
  }
}

ChannelRuns::ChannelRuns(const CompositeQuery& query) {
  const std::size_t n = query.channels.size();
  for (std::size_t k = 0; k < n; ++k) {
    own.emplace_back(query.channels[k], query.channels[k], query.r, query.boundary);
    if (query.approach == Approach::naive || k + 1 == n) continue;
    in_next.push_back(RankSpace(query.channels[k], query.channels[k + 1], query.r, query.boundary).runs);
  }
}

BlockTables::BlockTables(const CompositeQuery& query, const CompositeVectors& vectors, const ChannelRuns& runs,
                         std::size_t first_time)
    : first(first_time), at_m(marked_times(vectors.at_m, first_time)) {
  for (std::size_t k = 0; k < query.channels.size(); ++k) {
    auto& of_channel = tables.emplace_back(static_cast<std::size_t>(query.m[k]) + 1);
    for (std::size_t sample = 0; sample < of_channel.size(); ++sample) {
      of_channel[sample].build(runs.own[k], first + sample * static_cast<std::size_t>(query.tau[k]));
    }
    at_m1.push_back(marked_times(vectors.at_m1[k], first));
  }
}

}  // namespace biotropy::match
