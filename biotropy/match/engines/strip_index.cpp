// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/strip_index.hpp"

#include <algorithm>
#include <limits>

namespace biotropy::match {

bool StripIndex::is_worth(const Strip& strip) const {
  constexpr std::size_t fewest = 512, words_for_a_pair = 256;
  const std::size_t size = strip.end - strip.begin;
  return direct_ || (size >= fewest && size * size >= words_for_a_pair * thirds_below_.words());
}

void StripIndex::take(const TemplateStrips& templates, const Strip& strip) {
  const std::size_t size = strip.end - strip.begin;
  constexpr std::size_t padding = 2 * kMostLanes;  // a vector from a few places behind the last on
  firsts_.resize(2 * size + padding);
  thirds_.resize(2 * size + padding);
  seconds_.resize(size + padding);
  std::copy_n(templates.ranks(1) + strip.begin, size, seconds_.begin());
  std::fill_n(seconds_.begin() + static_cast<std::ptrdiff_t>(size), padding, std::numeric_limits<std::int32_t>::max());
  const std::uint32_t* firsts = templates.ranks(0) + strip.begin;
  for (std::size_t k = 0; k < size; ++k) firsts_[k] = static_cast<std::int16_t>(firsts[k] - strip.first_rank);
  if (templates.longest() < 3) return;
  const std::span thirds(templates.ranks(2) + strip.begin, size);
  if (!direct_) thirds_below_.take(thirds);
  for (std::size_t k = 0; k < size; ++k) {
    thirds_[k] = static_cast<std::int16_t>(thirds[k] == kNowhere ? kNowhere : below(thirds[k]));
  }
}

}  // namespace biotropy::match
