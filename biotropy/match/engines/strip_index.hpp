// SPDX-License-Identifier: Apache-2.0
//
// Third samples of one strip in 16 bits: their ranks among the templates of the strip, and a map from ranks of the
// whole series to ranks in the strip (one bit for every rank that occurs, and the number of bits before each word). A
// vector holds twice as many candidates, and the comparison stays exact.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/engines/strips.hpp"

namespace biotropy::match {

class StripIndex {
 public:
  /// Largest number of distinct ranks in a strip that can be indexed.
  static constexpr std::uint32_t kMostRanks = 0xfffe;
  /// Places behind the last template that are readable.
  static constexpr std::size_t kPadding = 32;

  /// @param n_ranks ranks of the whole series.
  explicit StripIndex(std::size_t n_ranks) : words_(n_ranks / kWordRanks + 1) {}

  /// Builds the index of a strip with at most kMostRanks.
  void take(const TemplateStrips& templates, const Strip& strip);

  /// Number of third samples of the strip below the rank, which is at most n_ranks.
  std::uint16_t below(std::uint32_t rank) const {
    const Word word = words_[rank / kWordRanks];
    const std::uint32_t before = word.present & ((1U << rank % kWordRanks) - 1U);
    return static_cast<std::uint16_t>(word.below + set_bits(before));
  }

  /// Ranks in the strip by place behind its first; 0xffff for a missing sample.
  const std::uint16_t* firsts() const { return firsts_.data(); }
  const std::uint16_t* thirds() const { return thirds_.data(); }

 private:
  static constexpr std::size_t kWordRanks = 32;

  // Compilers recognise this form of a population count; std::popcount becomes a call without the instruction.
  static std::uint32_t set_bits(std::uint32_t word) {
    word -= word >> 1 & 0x55555555U;
    word = (word & 0x33333333U) + (word >> 2 & 0x33333333U);
    return ((word + (word >> 4)) & 0x0f0f0f0fU) * 0x01010101U >> 24;
  }

  struct Word {
    std::uint32_t present = 0, below = 0;
  };

  std::vector<Word> words_;
  std::vector<std::uint16_t> firsts_, thirds_;
};

}  // namespace biotropy::match
