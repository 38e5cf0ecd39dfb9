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
  firsts_.resize(size + kPadding);
  thirds_.resize(size + kPadding);
  seconds_.resize(size + kPadding);
  std::copy_n(templates.ranks(1) + strip.begin, size, seconds_.begin());
  std::fill_n(seconds_.begin() + static_cast<std::ptrdiff_t>(size), kPadding, std::numeric_limits<std::int32_t>::max());
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
