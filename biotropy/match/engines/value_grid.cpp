// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/sample_codes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/value_grid.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_GRID_SHAPE
#define BIOTROPY_MATCH_GRID_SHAPE

namespace biotropy::match {

struct GridJob {
  series::Samples samples;
  double least, scale;
  std::span<double> values;  // by cell, NaN if empty
  std::uint16_t* numbers;
};

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;

std::array<double, 2> LeastAndGreatest(series::Samples samples) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  auto least = hn::Set(d, INFINITY), greatest = hn::Set(d, -INFINITY);
  std::size_t i = 0;
  for (; i + lanes <= samples.size(); i += lanes) {
    const auto value = hn::LoadU(d, samples.data() + i);
    least = hn::IfThenElse(hn::Lt(value, least), value, least);  // NaN is neither
    greatest = hn::IfThenElse(hn::Gt(value, greatest), value, greatest);
  }
  double low = hn::GetLane(hn::MinOfLanes(d, least)), high = hn::GetLane(hn::MaxOfLanes(d, greatest));
  for (; i < samples.size(); ++i) {
    if (samples[i] < low) low = samples[i];
    if (samples[i] > high) high = samples[i];
  }
  return {low, high};
}

// False if the cell holds another value.
HWY_INLINE bool NumberOne(const GridJob& job, std::size_t i) {
  const double value = job.samples[i];
  if (std::isnan(value)) {
    job.numbers[i] = kNoNumber;
    return true;
  }
  const auto cell = static_cast<std::int32_t>((value - job.least) * job.scale);
  double& seen = job.values[static_cast<std::size_t>(cell)];
  if (std::isnan(seen)) seen = value + 0.0;
  job.numbers[i] = static_cast<std::uint16_t>(cell);
  return seen == value;
}

bool NumberValues(const GridJob& job) {
  const Doubles d;
  const hn::Rebind<std::int64_t, Doubles> places;
  const hn::Rebind<std::int32_t, Doubles> cells;
  const hn::Rebind<std::uint16_t, Doubles> numbers;
  const std::size_t lanes = hn::Lanes(d), n = job.samples.size();
  const auto least = hn::Set(d, job.least), scale = hn::Set(d, job.scale);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto value = hn::LoadU(d, job.samples.data() + i);
    const auto place = hn::Mul(hn::Sub(value, least), scale);
    const auto cell = hn::DemoteTo(cells, hn::IfThenElseZero(hn::Eq(value, value), place));
    const auto seen = hn::GatherIndex(d, job.values.data(), hn::PromoteTo(places, cell));
    if (hn::AllTrue(d, hn::Eq(seen, value))) {
      hn::StoreU(hn::DemoteTo(numbers, cell), numbers, job.numbers + i);
      continue;
    }
    for (std::size_t k = 0; k < lanes; ++k) {
      if (!NumberOne(job, i + k)) return false;
    }
  }
  for (; i < n; ++i) {
    if (!NumberOne(job, i)) return false;
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(LeastAndGreatest);
HWY_EXPORT(NumberValues);

namespace {

constexpr std::size_t kFewestCells = 512, kMostCells = 4096;

}  // namespace

ValueGrid::ValueGrid(series::Samples samples) {
  const auto [least, greatest] = HWY_DYNAMIC_DISPATCH(LeastAndGreatest)(samples);
  const std::size_t cells = std::clamp(std::bit_ceil(samples.size()), kFewestCells, kMostCells);
  const double range = greatest - least;
  least_ = least;
  scale_ = range > 0.0 ? static_cast<double>(cells - 1) / range : 0.0;
  // There is no grid without samples, or with values too far apart or too close.
  if (std::isfinite(range) && std::isfinite(scale_)) values_.assign(cells, std::numeric_limits<double>::quiet_NaN());
}

bool ValueGrid::number_all(series::Samples samples, std::uint16_t* numbers) {
  return !values_.empty() && HWY_DYNAMIC_DISPATCH(NumberValues)({samples, least_, scale_, values_, numbers});
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
