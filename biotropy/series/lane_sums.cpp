// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "biotropy/series/lane_sums_internal.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/series/lane_sums.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_SERIES_LANE_EXTENTS
#define BIOTROPY_SERIES_LANE_EXTENTS

namespace biotropy::series {

struct LaneExtents {
  LaneSums sums;
  Lanes least, greatest;
  std::array<std::int64_t, kLanes> present;
};

}  // namespace biotropy::series

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::series {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using SumTag = hn::CappedTag<double, kLanes>;
using SumVector = hn::Vec<SumTag>;

// Adds to some of the lanes of LaneSums.
HWY_INLINE void AddTerms(SumVector terms, SumVector& sums, SumVector& carries) {
  const auto next = hn::Add(sums, terms), part = hn::Sub(next, sums);
  carries = hn::Add(carries, hn::Add(hn::Sub(sums, hn::Sub(next, part)), hn::Sub(terms, part)));
  sums = next;
}

// Rows of samples that fill all lanes.
template <typename Visit>
HWY_INLINE void ForEachRow(Samples samples, std::size_t lane, const Visit& visit) {
  const std::size_t whole = samples.size() / kLanes * kLanes;
  for (std::size_t begin = 0; begin < whole; begin += kLanes) {
    visit(hn::LoadU(SumTag(), samples.data() + begin + lane));
  }
}

// @param last the samples that fill no row, and NaN. Without `missing` ones the loop is shorter; sums are NaN if there
// are any.
void ExtentOfLanes(Samples samples, const Lanes& last, bool missing, LaneExtents& to) {
  const SumTag d;
  const hn::RebindToSigned<SumTag> di;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto sum = hn::Zero(d), carry = hn::Zero(d);
    auto smallest = hn::Set(d, INFINITY), largest = hn::Set(d, -INFINITY);
    auto count = hn::Zero(di);
    const auto add_known = [&](SumVector values) {
      const auto known = hn::Eq(values, values);
      count = hn::Sub(count, hn::BitCast(di, hn::VecFromMask(d, known)));
      smallest = hn::IfThenElse(hn::Lt(values, smallest), values, smallest);
      largest = hn::IfThenElse(hn::Gt(values, largest), values, largest);
      AddTerms(hn::IfThenElseZero(known, values), sum, carry);
    };
    const auto add_all = [&](SumVector values) {
      smallest = hn::Min(smallest, values);
      largest = hn::Max(largest, values);
      AddTerms(values, sum, carry);
    };
    if (missing) {
      ForEachRow(samples, lane, add_known);
    } else {
      ForEachRow(samples, lane, add_all);
      count = hn::Set(di, static_cast<std::int64_t>(samples.size() / kLanes));
    }
    add_known(hn::LoadU(d, last.data() + lane));
    hn::StoreU(sum, d, to.sums.sums.data() + lane);
    hn::StoreU(carry, d, to.sums.carries.data() + lane);
    hn::StoreU(smallest, d, to.least.data() + lane);
    hn::StoreU(largest, d, to.greatest.data() + lane);
    hn::StoreU(count, di, to.present.data() + lane);
  }
}

void SquaresOfLanes(Samples samples, const Lanes& last, const Deviation& deviation, LaneSums& sums) {
  const SumTag d;
  const auto centre = hn::Set(d, deviation.mean), scale = hn::Set(d, deviation.scale),
             rest = hn::Set(d, deviation.rest);
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto sum = hn::Zero(d), carry = hn::Zero(d);
    const auto add_known = [&](SumVector values) {
      const auto scaled = hn::Mul(hn::Mul(hn::Sub(values, centre), scale), rest);
      AddTerms(hn::IfThenElseZero(hn::Eq(scaled, scaled), hn::Mul(scaled, scaled)), sum, carry);
    };
    const auto add_all = [&](SumVector values) {
      const auto difference = hn::Sub(values, centre);
      AddTerms(hn::Mul(difference, difference), sum, carry);
    };
    if (deviation.missing || deviation.scale != 1.0 || deviation.rest != 1.0) {
      ForEachRow(samples, lane, add_known);
    } else {
      ForEachRow(samples, lane, add_all);
    }
    add_known(hn::LoadU(d, last.data() + lane));
    hn::StoreU(sum, d, sums.sums.data() + lane);
    hn::StoreU(carry, d, sums.carries.data() + lane);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::series
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::series {

HWY_EXPORT(ExtentOfLanes);
HWY_EXPORT(SquaresOfLanes);

namespace {

// The last samples, which do not fill all lanes; the rest is missing.
Lanes last_lanes(Samples samples) {
  Lanes last;
  last.fill(std::numeric_limits<double>::quiet_NaN());
  std::copy(samples.end() - static_cast<std::ptrdiff_t>(samples.size() % kLanes), samples.end(), last.begin());
  return last;
}

bool has_nan(const LaneSums& sums) {
  const auto is_nan = [](double value) { return std::isnan(value); };
  return std::any_of(sums.sums.begin(), sums.sums.end(), is_nan) ||
         std::any_of(sums.carries.begin(), sums.carries.end(), is_nan);
}

}  // namespace

Extent extent_of_block(Samples samples) {
  const Lanes last = last_lanes(samples);
  LaneExtents lanes;
  HWY_DYNAMIC_DISPATCH(ExtentOfLanes)(samples, last, false, lanes);
  if (has_nan(lanes.sums)) HWY_DYNAMIC_DISPATCH(ExtentOfLanes)(samples, last, true, lanes);
  Extent extent;
  extent.sums = lanes.sums;
  for (const std::int64_t n : lanes.present) extent.n += static_cast<std::size_t>(n);
  extent.least = *std::min_element(lanes.least.begin(), lanes.least.end());
  extent.greatest = *std::max_element(lanes.greatest.begin(), lanes.greatest.end());
  return extent;
}

LaneSums squares_of_block(Samples samples, const Deviation& deviation) {
  LaneSums sums;
  HWY_DYNAMIC_DISPATCH(SquaresOfLanes)(samples, last_lanes(samples), deviation, sums);
  return sums;
}

}  // namespace biotropy::series

#endif  // HWY_ONCE
