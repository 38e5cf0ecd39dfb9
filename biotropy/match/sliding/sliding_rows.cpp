// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/sliding_rows.hpp"

#include <algorithm>

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/sliding/sliding_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Eight positions as one byte.
inline std::uint8_t EightWithin(hn::Vec<hn::CappedTag<double, 8>> x, hn::Vec<hn::CappedTag<double, 8>> limit,
                                const double* y) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  unsigned bits = 0;
  for (std::size_t lane = 0; lane < 8; lane += lanes) {
    std::uint8_t some[8];
    hn::StoreMaskBits(d, hn::Le(hn::Abs(hn::Sub(x, hn::LoadU(d, y + lane))), limit), some);
    bits |= static_cast<unsigned>(some[0]) << lane;
  }
  return static_cast<std::uint8_t>(bits);
}

void CompareSamples(double x, const double* y, std::size_t first_word, std::size_t end_word, double limit,
                    std::uint64_t* row) {
  const hn::CappedTag<double, 8> d;
  const auto value = hn::Set(d, x), most = hn::Set(d, limit);
  for (std::size_t word = first_word; word < end_word; ++word) {
    std::uint64_t bits = 0;
    for (std::size_t part = 0; part < 64; part += 8) {
      bits |= static_cast<std::uint64_t>(EightWithin(value, most, y + word * 64 + part)) << part;
    }
    row[word] = bits;
  }
}

// Words [first_word, end_word) of all rows together, each shifted by its place in the template.
void Intersect(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
               std::size_t first_word, std::size_t end_word, std::uint64_t* matches) {
  const hn::CappedTag<std::uint64_t, 8> d;
  for (std::size_t word = first_word; word < end_word; word += hn::Lanes(d)) {
    auto all = hn::LoadU(d, rows[0] + word);
    if (among != nullptr) all = hn::And(all, hn::LoadU(d, among + word));
    for (std::size_t k = 1; k < rows.size(); ++k) {
      const std::uint64_t* const row = rows[k] + word + k * tau / kWordBits;
      const auto shift = static_cast<int>(k * tau % kWordBits);
      auto shifted = hn::LoadU(d, row);
      if (shift > 0) {
        const auto next = hn::LoadU(d, row + 1);
        shifted = hn::Or(hn::ShiftRightSame(shifted, shift), hn::ShiftLeftSame(next, 64 - shift));
      }
      all = hn::And(all, shifted);
    }
    hn::StoreU(all, d, matches + word);
  }
}

std::size_t CountBits(const std::uint64_t* words, std::size_t first_word, std::size_t end_word) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum = hn::Zero(d);
  std::size_t word = first_word, rest = 0;
  for (; word + lanes <= end_word; word += lanes) {
    sum = hn::Add(sum, hn::PopulationCount(hn::LoadU(d, words + word)));
  }
  for (; word < end_word; ++word) rest += hwy::PopCount(words[word]);
  return static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(d, sum))) + rest;
}

void AddWhere(const std::uint64_t* matches, std::size_t first_word, std::size_t end_word, std::uint32_t change,
              std::uint32_t* counts) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto all = hn::Set(d, change);
  for (std::size_t word = first_word; word < end_word; ++word) {
    if (matches[word] == 0) continue;
    for (std::size_t part = 0; part < 64; part += lanes) {
      const std::uint64_t bits = matches[word] >> part;
      std::uint32_t* const place = counts + word * 64 + part;
      std::uint8_t bytes[8];
      for (std::size_t byte = 0; byte < 8; ++byte) bytes[byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
      const auto chosen = hn::LoadMaskBits(d, bytes);
      hn::StoreU(hn::Add(hn::LoadU(d, place), hn::IfThenElseZero(chosen, all)), d, place);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CompareSamples);
HWY_EXPORT(Intersect);
HWY_EXPORT(CountBits);
HWY_EXPORT(AddWhere);

namespace {

std::size_t words_to(std::size_t position) {
  return (position + kWordBits - 1) / kWordBits;
}

}  // namespace

void compare_samples(double x, const double* y, std::size_t begin, std::size_t end, double limit, std::uint64_t* row) {
  HWY_DYNAMIC_DISPATCH(CompareSamples)(x, y, begin / kWordBits, words_to(end), limit, row);
}

std::size_t intersect(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
                      std::size_t begin, std::size_t end, std::uint64_t* matches) {
  if (begin >= end) return 0;
  const std::size_t first = begin / kWordBits, last = words_to(end);
  HWY_DYNAMIC_DISPATCH(Intersect)(rows, tau, among, first, last, matches);
  matches[first] &= ~std::uint64_t{0} << (begin % kWordBits);
  if (end % kWordBits != 0) matches[last - 1] &= (std::uint64_t{1} << (end % kWordBits)) - 1;
  return HWY_DYNAMIC_DISPATCH(CountBits)(matches, first, last);
}

void add_where(const std::uint64_t* matches, std::size_t begin, std::size_t end, std::uint32_t change,
               std::uint32_t* counts) {
  if (begin >= end) return;
  HWY_DYNAMIC_DISPATCH(AddWhere)(matches, begin / kWordBits, words_to(end), change, counts);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
