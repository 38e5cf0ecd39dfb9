// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_grid_internal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/fuzzy/gaussian_grid.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "biotropy/match/fuzzy/exp2-inl.hpp"

#ifndef BIOTROPY_MATCH_GAUSSIAN_GRID
#define BIOTROPY_MATCH_GAUSSIAN_GRID

namespace biotropy::match {

static_assert(kGroupPoints == kPartialSums);
constexpr std::size_t kSpreadGroups = 2 * kGroupsBeside + 1;
constexpr double kGroupMiddle = 3.5;  // grid points lie half a step from the ends of their group
constexpr std::size_t kAhead = 12;    // points whose numbers are fetched in advance
// From so many points on, what additions to a grid round off is carried to the next ones.
constexpr std::size_t kWorthACarry = 4096;

struct SpreadJob {
  const double* offsets;
  std::size_t points;  // offsets and factors are kGroupPoints longer
  double exponent;     // exp(-2 (steps)^2) is 2^(-exponent steps^2)
  double* centres;
  double* factors;
  double* table;
};

struct WalkJob {
  const GaussianWalk* walk;
  std::uint32_t first_group;  // the grid begins kGroupsBeside groups before it
  double* grids;              // of a colour: the grid, and what was rounded off
  std::size_t points_of_grid;
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_GAUSSIAN_GRID

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

void SpreadPoints(const SpreadJob& job) {
  const Doubles d;
  const V exponent = hn::Set(d, job.exponent), minus = hn::Set(d, -job.exponent);
  for (std::size_t part = 0; part < kGroupPoints; part += hn::Lanes(d)) {
    const V place = hn::Add(hn::Iota(d, static_cast<double>(part)), hn::Set(d, -kGroupMiddle));
    const V twice = hn::Add(place, place);
    for (std::size_t i = 0; i < job.points; ++i) {
      const V offset = hn::Set(d, job.offsets[i]);
      const V power = hn::Mul(hn::Mul(offset, exponent), hn::Sub(twice, offset));
      hn::Store(Exp2(d, power), d, job.centres + i * kGroupPoints + part);
    }
    for (std::size_t group = 0; group < kSpreadGroups; ++group) {
      const double shift = (static_cast<double>(group) - static_cast<double>(kGroupsBeside)) * kGroupPoints;
      const V steps = hn::Add(place, hn::Set(d, shift));
      hn::Store(Exp2(d, hn::Mul(hn::Mul(steps, steps), minus)), d, job.table + group * kGroupPoints + part);
    }
  }
  const V change = hn::Set(d, 2.0 * static_cast<double>(kGroupPoints) * job.exponent);
  for (std::size_t i = 0; i < job.points; i += hn::Lanes(d)) {
    HWY_ALIGN double next[kGroupPoints], before[kGroupPoints];
    const V power = hn::Mul(hn::LoadU(d, job.offsets + i), change);
    hn::Store(Exp2(d, power), d, next);
    hn::Store(Exp2(d, hn::Neg(power)), d, before);
    for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
      job.factors[2 * (i + k)] = next[k];
      job.factors[2 * (i + k) + 1] = before[k];
    }
  }
}

// Adds to a sum; with a carry, what was rounded off before is added first (Kahan).
template <bool kCarried>
HWY_INLINE void AddTo(Doubles d, double* sums, double* carries, V value) {
  const V sum = hn::Load(d, sums);
  if constexpr (kCarried) {
    const V whole = hn::Sub(value, hn::Load(d, carries));
    const V next = hn::Add(sum, whole);
    hn::Store(hn::Sub(hn::Sub(next, sum), whole), d, carries);
    hn::Store(next, d, sums);
  } else {
    hn::Store(hn::Add(sum, value), d, sums);
  }
}

template <bool kCarried>
double SumWalk(const WalkJob& job) {
  static_assert(kGroupsBeside == 2);
  const Doubles d;
  const GaussianWalk& walk = *job.walk;
  const GaussianSpreads& spreads = *walk.spreads;
  const std::uint32_t* groups = spreads.groups();
  const double* factors = spreads.factors();
  HWY_ALIGN double totals[kGroupPoints];
  for (std::size_t part = 0; part < kGroupPoints; part += hn::Lanes(d)) {
    const double* centres = spreads.centres() + part;
    const double* table = spreads.table() + part;
    double* const grids = job.grids + part;
    V total = hn::Zero(d), carry = hn::Zero(d);
    for (std::size_t k = 0; k < walk.points.size(); ++k) {
      const std::size_t point = walk.points[k];
      // Points of a large node are read in no order.
      const std::size_t soon = walk.points[std::min(k + kAhead, walk.points.size() - 1)];
      hwy::Prefetch(centres + soon * kGroupPoints);
      hwy::Prefetch(factors + 2 * soon);
      hwy::Prefetch(groups + soon);
      const V up = hn::Set(d, factors[2 * point]), down = hn::Set(d, factors[2 * point + 1]);
      const V middle = hn::Load(d, centres + point * kGroupPoints);
      const V above = hn::Mul(middle, up), below = hn::Mul(middle, down);
      const V spread[kSpreadGroups] = {
          hn::Mul(hn::Mul(below, down), hn::Load(d, table)),
          hn::Mul(below, hn::Load(d, table + kGroupPoints)),
          hn::Mul(middle, hn::Load(d, table + 2 * kGroupPoints)),
          hn::Mul(above, hn::Load(d, table + 3 * kGroupPoints)),
          hn::Mul(hn::Mul(above, up), hn::Load(d, table + 4 * kGroupPoints)),
      };
      const std::size_t place = (groups[point] - job.first_group) * kGroupPoints;
      const std::size_t colour = walk.colours != nullptr ? walk.colours[point] : 0;
      const bool is_high = (point & walk.bit) != 0;
      if (is_high || walk.bit == 0) {
        const std::size_t other = walk.colours != nullptr ? 1 - colour : 0;
        const double* grid = grids + other * 2 * job.points_of_grid + place;
        const auto product = [&](std::size_t g)
                                 HWY_ATTR { return hn::Mul(spread[g], hn::Load(d, grid + g * kGroupPoints)); };
        const V sum = hn::Add(hn::Add(product(0), product(4)), hn::Add(hn::Add(product(1), product(3)), product(2)));
        const V whole = hn::Sub(sum, carry), next = hn::Add(total, whole);
        carry = hn::Sub(hn::Sub(next, total), whole);
        total = next;
      }
      if (!is_high) {
        double* grid = grids + colour * 2 * job.points_of_grid + place;
        for (std::size_t g = 0; g < kSpreadGroups; ++g, grid += kGroupPoints) {
          AddTo<kCarried>(d, grid, grid + job.points_of_grid, spread[g]);
        }
      }
    }
    hn::Store(total, d, totals + part);
  }
  return ((totals[0] + totals[1]) + (totals[2] + totals[3])) + ((totals[4] + totals[5]) + (totals[6] + totals[7]));
}

double SumWalkWithCarry(const WalkJob& job) {
  return SumWalk<true>(job);
}

double SumShortWalk(const WalkJob& job) {
  return SumWalk<false>(job);
}

double SumLeaf(const GaussianLeaf& leaf) {
  const Doubles d;
  constexpr double beyond = std::numeric_limits<double>::infinity();  // number of a point that is in no pair
  HWY_ALIGN double positions[kMostLeafPoints] = {}, numbers[2][kMostLeafPoints], totals[kGroupPoints];
  std::fill(numbers[0], numbers[1] + kMostLeafPoints, beyond);
  const V scale = hn::Set(d, leaf.unit * std::sqrt(std::numbers::log2e));
  V sums[kGroupPoints];  // as many as there are parts
  for (V& sum : sums) sum = hn::Zero(d);
  for (std::size_t k = 0; k < leaf.points.size(); ++k) {
    const std::uint32_t point = leaf.points[k];
    const std::size_t colour = leaf.colours != nullptr ? leaf.colours[point] : 0;
    const V position = hn::Set(d, leaf.positions[point]), number = hn::Set(d, static_cast<double>(point));
    const double* others = numbers[leaf.colours != nullptr ? 1 - colour : 0];
    for (std::size_t i = 0; i < k; i += kGroupPoints) {
      for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
        const V apart = hn::Mul(hn::Sub(hn::Load(d, positions + i + part), position), scale);
        const V value = Exp2OfMinus(d, hn::Mul(apart, apart));
        sums[lane] = hn::Add(sums[lane], hn::IfThenElseZero(hn::Lt(hn::Load(d, others + i + part), number), value));
      }
    }
    positions[k] = leaf.positions[point];
    numbers[colour][k] = static_cast<double>(point);
  }
  for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
    hn::Store(sums[lane], d, totals + part);
  }
  return ((totals[0] + totals[1]) + (totals[2] + totals[3])) + ((totals[4] + totals[5]) + (totals[6] + totals[7]));
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(SpreadPoints);
HWY_EXPORT(SumWalkWithCarry);
HWY_EXPORT(SumShortWalk);
HWY_EXPORT(SumLeaf);

GaussianSpreads::GaussianSpreads(double step, std::vector<std::uint32_t> groups, std::vector<double> offsets)
    : scale_(2.0 * step * std::numbers::inv_sqrtpi),
      groups_(std::move(groups)),
      centres_(groups_.size() * kGroupPoints),
      factors_((groups_.size() + kGroupPoints) * 2),
      table_(kSpreadGroups * kGroupPoints) {
  offsets.resize(groups_.size() + kGroupPoints);
  HWY_DYNAMIC_DISPATCH(SpreadPoints)
  ({offsets.data(), groups_.size(), 2.0 * step * step * std::numbers::log2e, centres_.data(), factors_.data(),
    table_.data()});
}

double sum_products(const GaussianWalk& walk, AlignedVector<double>& grids) {
  if (walk.points.empty()) return 0.0;
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
  for (const std::uint32_t point : walk.points) {
    first = std::min(first, walk.spreads->groups()[point]);
    last = std::max(last, walk.spreads->groups()[point]);
  }
  const std::size_t points_of_grid = (last - first + kSpreadGroups) * kGroupPoints;
  const std::size_t colours = walk.colours != nullptr ? 2 : 1;
  grids.assign(colours * 2 * points_of_grid, 0.0);
  const WalkJob job{&walk, first, grids.data(), points_of_grid};
  return walk.points.size() < kWorthACarry ? HWY_DYNAMIC_DISPATCH(SumShortWalk)(job)
                                           : HWY_DYNAMIC_DISPATCH(SumWalkWithCarry)(job);
}

double sum_leaf(const GaussianLeaf& leaf) {
  return HWY_DYNAMIC_DISPATCH(SumLeaf)(leaf);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
