// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/sliding_rows.hpp"

#include <algorithm>
#include <bit>

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

void CompareSamples(std::span<const ComparedSample> samples, const double* y, std::size_t first_word,
                    std::size_t end_word) {
  const hn::CappedTag<double, 8> d;
  for (std::size_t word = first_word; word < end_word; ++word) {
    for (const ComparedSample& sample : samples) {
      const auto value = hn::Set(d, sample.value), most = hn::Set(d, sample.limit);
      std::uint64_t bits = 0;
      for (std::size_t part = 0; part < 64; part += 8) {
        bits |= static_cast<std::uint64_t>(EightWithin(value, most, y + word * 64 + part)) << part;
      }
      sample.row[word] = bits;
    }
  }
}

// Takes bits out of a word. @returns how many were set.
HWY_INLINE std::size_t TakeOut(std::uint64_t bits, std::uint64_t& word) {
  const std::size_t set = hwy::PopCount(word & bits);
  word &= ~bits;
  return set;
}

// All rows together, each shifted by its place in the template.
std::size_t IntersectRows(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
                          std::size_t begin, std::size_t end, std::uint64_t* matches) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const std::size_t first_word = begin / kWordBits, end_word = (end + kWordBits - 1) / kWordBits;
  auto sum = hn::Zero(d);
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
    all = hn::IfThenElseZero(hn::FirstN(d, end_word - word), all);
    hn::StoreU(all, d, matches + word);
    sum = hn::Add(sum, hn::PopulationCount(all));
  }
  // The words at the ends change only after they were counted: a vector that was stored is slow to load once a part of
  // it has changed.
  std::size_t found = static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
  found -= TakeOut(~(~std::uint64_t{0} << (begin % kWordBits)), matches[first_word]);
  if (end % kWordBits != 0) found -= TakeOut(~std::uint64_t{0} << (end % kWordBits), matches[end_word - 1]);
  return found;
}

std::size_t ListBits(const std::uint64_t* in, const std::uint64_t* not_in, std::size_t first_word, std::size_t end_word,
                     std::size_t* positions) {
  std::size_t listed = 0;
  for (std::size_t word = first_word; word < end_word; ++word) {
    std::uint64_t bits = in[word] & ~not_in[word];
    const std::size_t set = hwy::PopCount(bits);
    // As many at once as most words have, without a branch for each bit.
    for (std::size_t k = 0; k < kListedAtOnce || k < set; ++k) {
      positions[listed + k] = word * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
    listed += set;
  }
  return listed;
}

// The mask of up to 16 lanes that the lowest bits say.
template <typename D>
HWY_INLINE hn::Mask<D> MaskOf(D d, std::uint64_t bits) {
  std::uint8_t bytes[8];  // all are read, two are used
  bytes[0] = static_cast<std::uint8_t>(bits);
  bytes[1] = static_cast<std::uint8_t>(bits >> 8);
  return hn::LoadMaskBits(d, bytes);
}

void ChangeCounts(const std::uint64_t* more, const std::uint64_t* fewer, std::size_t first_word, std::size_t end_word,
                  std::uint32_t* counts) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t word = first_word; word < end_word; ++word) {
    for (std::size_t part = 0; part < kWordBits; part += lanes) {
      std::uint32_t* const place = counts + word * kWordBits + part;
      // A mask as a vector is -1 where it is set.
      const auto added = hn::VecFromMask(d, MaskOf(d, more[word] >> part));
      const auto taken = hn::VecFromMask(d, MaskOf(d, fewer[word] >> part));
      hn::StoreU(hn::Add(hn::Sub(hn::LoadU(d, place), added), taken), d, place);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CompareSamples);
HWY_EXPORT(IntersectRows);
HWY_EXPORT(ListBits);
HWY_EXPORT(ChangeCounts);

namespace {

std::size_t words_to(std::size_t position) {
  return (position + kWordBits - 1) / kWordBits;
}

}  // namespace

void compare_samples(std::span<const ComparedSample> samples, const double* y, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(CompareSamples)(samples, y, begin / kWordBits, words_to(end));
}

std::size_t intersect(std::span<const std::uint64_t* const> rows, std::size_t tau, const std::uint64_t* among,
                      std::size_t begin, std::size_t end, std::uint64_t* matches) {
  if (begin >= end) return 0;
  return HWY_DYNAMIC_DISPATCH(IntersectRows)(rows, tau, among, begin, end, matches);
}

std::size_t list_bits(const std::uint64_t* in, const std::uint64_t* not_in, std::size_t begin, std::size_t end,
                      std::size_t* positions) {
  return HWY_DYNAMIC_DISPATCH(ListBits)(in, not_in, begin / kWordBits, words_to(end), positions);
}

void change_counts(const std::uint64_t* more, const std::uint64_t* fewer, std::size_t begin, std::size_t end,
                   std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(ChangeCounts)(more, fewer, begin / kWordBits, words_to(end), counts);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
