// SPDX-License-Identifier: Apache-2.0
//
// Ranks of a series numbered anew among those that occur in a part of it, in their order: one bit for every rank that
// occurs, and the number of bits before each word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::match {

/// Rank of a missing sample, and of one beyond the end of the series.
constexpr std::uint32_t kNowhere = 0xffffffffU;

class RankMap {
 public:
  /// @param n_ranks ranks of the whole series.
  explicit RankMap(std::size_t n_ranks) : words_(n_ranks / kWordRanks + 1) {}

  /// Ranks of the part, all different; kNowhere is none.
  void take(std::span<const std::uint32_t> ranks) {
    std::fill(words_.begin(), words_.end(), Word());
    for (const std::uint32_t rank : ranks) {
      if (rank != kNowhere) words_[rank / kWordRanks].present |= std::uint64_t{1} << rank % kWordRanks;
    }
    std::uint32_t below = 0;
    for (Word& word : words_) {
      word.below = below;
      below += set_bits(word.present);
    }
  }

  /// Number of ranks of the part below a rank, which is at most n_ranks.
  std::uint32_t below(std::uint32_t rank) const {
    const Word& word = words_[rank / kWordRanks];
    return word.below + set_bits(word.present & ((std::uint64_t{1} << rank % kWordRanks) - 1));
  }

  std::size_t words() const { return words_.size(); }

 private:
  static constexpr std::size_t kWordRanks = 64;

  // Compilers recognise this form of a population count; std::popcount becomes a call without the instruction.
  static std::uint32_t set_bits(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    return static_cast<std::uint32_t>(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56);
  }

  struct Word {
    std::uint64_t present = 0;
    std::uint32_t below = 0;
  };

  std::vector<Word> words_;
};

}  // namespace biotropy::match
