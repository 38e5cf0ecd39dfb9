// SPDX-License-Identifier: Apache-2.0
//
// Sets of the times of one block at which a sample matches, as rows of 512 bits. The table of one coordinate (a sample
// of a channel behind the start of the vector) has, for every k, the set of the times whose sample is among the k
// smallest of the block; the times that match a value are the exclusive or of two of its rows. Which two follows from
// the run of the value in the sorted channel (rank_space.hpp), and the number of the block's samples before each end.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

/// Times of a block, and the 64-bit words of a row.
constexpr std::size_t kBlockTimes = 512, kBlockWords = 8, kBitsOfWord = 64;

/// Places of the sorted channel that are in the block, with the number of them before each word.
struct BlockPlaces {
  std::uint64_t bits = 0;
  std::uint32_t before = 0;
};

class CoordinateTable {
 public:
  /// @param order of the channel. @param first the first sample of the block, which may end beyond the channel.
  void build(const RankSpace& order, std::size_t first);

  /// The row of the samples of the block that are before a place of the sorted channel.
  const std::uint64_t* row(std::uint32_t place) const {
    const BlockPlaces& word = places_[place / kBitsOfWord];
    const std::uint64_t below = word.bits & ((std::uint64_t{1} << (place % kBitsOfWord)) - 1);
    return rows_.data() + (word.before + static_cast<std::uint32_t>(__builtin_popcountll(below))) * kBlockWords;
  }

 private:
  std::vector<BlockPlaces> places_;
  AlignedVector<std::uint64_t> rows_;
};

/// For each channel the runs of its samples in its own order, and in that of the next channel, with which coordinates
/// are compared where a channel in front of them was extended.
struct ChannelRuns {
  explicit ChannelRuns(const CompositeQuery& query);
  std::vector<RankSpace> own;
  std::vector<std::vector<PlaceRun>> in_next;  ///< empty for Approach::naive
};

/// Tables and sets of one block of times.
struct BlockTables {
  BlockTables(const CompositeQuery& query, const CompositeVectors& vectors, const ChannelRuns& runs, std::size_t first);
  std::size_t first;
  std::vector<std::vector<CoordinateTable>> tables;  ///< [channel][sample], one more than m of them
  AlignedVector<std::uint64_t> at_m;                 ///< times of vectors of length m
  std::vector<AlignedVector<std::uint64_t>> at_m1;   ///< and of those of each extended channel
};

}  // namespace biotropy::match
