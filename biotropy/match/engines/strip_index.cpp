// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strip_index.hpp"

#include <algorithm>

namespace biotropy::match {

void StripIndex::take(const TemplateStrips& templates, const Strip& strip) {
  const std::uint32_t* ranks = templates.ranks(2);
  std::fill(words_.begin(), words_.end(), Word());
  for (std::uint32_t place = strip.begin; place < strip.end; ++place) {
    if (ranks[place] != RankSpace::kNowhere)
      words_[ranks[place] / kWordRanks].present |= 1U << ranks[place] % kWordRanks;
  }
  std::uint32_t below = 0;
  for (Word& word : words_) {
    word.below = below;
    below += set_bits(word.present);
  }
  thirds_.assign(strip.end - strip.begin + kPadding, 0xffff);
  firsts_ = thirds_;
  for (std::uint32_t place = strip.begin; place < strip.end; ++place) {
    firsts_[place - strip.begin] = static_cast<std::uint16_t>(templates.ranks(0)[place] - strip.first_rank);
    if (ranks[place] != RankSpace::kNowhere) thirds_[place - strip.begin] = this->below(ranks[place]);
  }
}

}  // namespace biotropy::match
