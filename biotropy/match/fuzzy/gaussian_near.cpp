// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_strips_internal.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/fuzzy/gaussian_near.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/match/fuzzy/exp2-inl.hpp"

#ifndef BIOTROPY_MATCH_GAUSSIAN_NEAR
#define BIOTROPY_MATCH_GAUSSIAN_NEAR

namespace biotropy::match {

constexpr std::size_t kRowsOfSum = 64;  // rows added without looking at what is rounded off
constexpr double kNothing = 1000.0;     // 2 to the power of minus this is nothing

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_GAUSSIAN_NEAR

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

// 1 + g (c0 + c1 g + ...) is 2^(-g / 8) for |g| <= 1/2; its eighth power has a relative error below 1.5e-14.
constexpr double kEighth[] = {-0x1.62e42fefa3aefp-4, 0x1.ebfbdff82c5e7p-9,   -0x1.c6b08d5e4bb3bp-14,
                              0x1.3b2ab6f5687a9p-19, -0x1.5d8dfde822453p-25, 0x1.430d3b3f37695p-31};

// 2^-t for 0 <= t <= kNothing, with fewer multiplications than Exp2.
HWY_INLINE V PowerOfMinus(Doubles d, V t) {
  const Integers di;
  const V shifted = hn::Sub(hn::Set(d, kRoundToInteger), t);
  const V rest = hn::Add(t, hn::Sub(shifted, hn::Set(d, kRoundToInteger)));
  // Two coefficients at a time, so that less waits for what comes before.
  const auto two = [&](std::size_t k)
                       HWY_ATTR { return hn::Add(hn::Set(d, kEighth[k]), hn::Mul(hn::Set(d, kEighth[k + 1]), rest)); };
  const V square = hn::Mul(rest, rest);
  const V series = hn::Add(two(0), hn::Mul(square, hn::Add(two(2), hn::Mul(square, two(4)))));
  const V eighth = hn::Add(hn::Mul(series, rest), hn::Set(d, 1.0));
  const V fourth = hn::Mul(eighth, eighth), half = hn::Mul(fourth, fourth);
  return hn::BitCast(d, hn::Add(hn::BitCast(di, hn::Mul(half, half)), hn::ShiftLeft<52>(hn::BitCast(di, shifted))));
}

template <NearPairs kPairs, bool kThird, bool kLater>
HWY_INLINE double SumNear(const GaussianRun& run, const GaussianRows& rows) {
  const Doubles d;
  const V nothing = hn::Set(d, kNothing);
  HWY_ALIGN double parts[kPartialSums];
  V sums[kPartialSums];  // as many as there are parts
  for (std::size_t lane = 0; lane * hn::Lanes(d) < kPartialSums; ++lane) sums[lane] = hn::Zero(d);
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const std::uint32_t point = rows.points[row];
    const V first = hn::Set(d, rows.first[point]), second = hn::Set(d, rows.second[point]);
    const V one = hn::Set(d, kStripStep * rows.strip_of_one[point]);
    const V two = hn::Set(d, kStripStep * rows.strip_of_two[point]);
    const V next_row = hn::Set(d, static_cast<double>(row + 1));
    for (std::size_t i = kLater ? row / kPartialSums * kPartialSums : 0; i < run.size; i += kPartialSums) {
      for (std::size_t part = 0, lane = 0; part < kPartialSums; part += hn::Lanes(d), ++lane) {
        const std::size_t place = i + part;
        const V x = hn::Sub(first, hn::Load(d, run.first + place)),
                y = hn::Sub(second, hn::Load(d, run.second + place));
        V power = hn::Max(hn::Mul(x, x), hn::Mul(y, y));
        if constexpr (kThird) {
          const V z = hn::Add(x, y);
          power = hn::Max(power, hn::Mul(z, z));
        }
        const V of_one = hn::Sub(one, hn::Load(d, run.strip_of_one + place));
        const V order = hn::Mul(of_one, hn::Sub(two, hn::Load(d, run.strip_of_two + place)));
        // Where a pair is not taken, one of these is at least kNothing; else they are at most 0. Products of
        // differences that are not 0 are multiples of kStripStep^2.
        constexpr bool both = kPairs == NearPairs::in_opposite_order;
        power = hn::Max(power, both ? hn::Add(order, nothing) : order);
        if constexpr (kPairs == NearPairs::of_two_and_not_in_same_order) {
          power = hn::Max(power, hn::Sub(nothing, hn::Mul(of_one, of_one)));
        }
        if constexpr (kLater) {
          const V before = hn::Sub(next_row, hn::Iota(d, static_cast<double>(place)));
          power = hn::Max(power, hn::Mul(before, hn::Set(d, kStripStep * kStripStep)));
        }
        sums[lane] = hn::Add(sums[lane], PowerOfMinus(d, hn::Min(power, nothing)));
      }
    }
  }
  for (std::size_t part = 0, lane = 0; part < kPartialSums; part += hn::Lanes(d), ++lane) {
    hn::Store(sums[lane], d, parts + part);
  }
  return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

template <NearPairs kPairs>
HWY_INLINE double SumNearOf(const GaussianRun& run, const GaussianRows& rows, bool third, bool later) {
  if (third) return later ? SumNear<kPairs, true, true>(run, rows) : SumNear<kPairs, true, false>(run, rows);
  return later ? SumNear<kPairs, false, true>(run, rows) : SumNear<kPairs, false, false>(run, rows);
}

double SumOfNear(const GaussianRun& run, const GaussianRows& rows, NearPairs pairs, bool third, bool later) {
  switch (pairs) {
    case NearPairs::not_in_same_order:
      return SumNearOf<NearPairs::not_in_same_order>(run, rows, third, later);
    case NearPairs::of_two_and_not_in_same_order:
      return SumNearOf<NearPairs::of_two_and_not_in_same_order>(run, rows, third, later);
    case NearPairs::in_opposite_order:
      return SumNearOf<NearPairs::in_opposite_order>(run, rows, third, later);
  }
  return 0.0;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(SumOfNear);

double sum_of_near(const GaussianRun& run, const GaussianRows& rows, NearPairs pairs, bool third, bool later) {
  double total = 0.0;
  for (GaussianRows part = rows; part.begin < rows.end; part.begin = part.end) {
    part.end = std::min(part.begin + kRowsOfSum, rows.end);
    total += HWY_DYNAMIC_DISPATCH(SumOfNear)(run, part, pairs, third, later);
  }
  return total;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
