// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_grid_internal.hpp"

#include <algorithm>
#include <cmath>
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
constexpr double kGroupMiddle = 3.5;         // grid points lie half a step from the ends of their group
constexpr std::size_t kProductsOfSum = 512;  // points whose products are added without looking at what is rounded off
constexpr std::size_t kAhead = 8;            // points whose numbers are fetched in advance
constexpr std::size_t kRowsOfSum = 64;       // the same for rows of near pairs
constexpr double kNothing = 1000.0;          // 2 to the power of minus this is nothing

struct SpreadJob {
  const double* offsets;
  std::size_t points, stride;  // the stride of the factors and the offsets are kGroupPoints longer
  double exponent;             // exp(-2 (steps)^2) is 2^(-exponent steps^2)
  double* centres;
  double* factors;
  double* table;
};

// Spreads of points in one group of the grid.
struct GroupJob {
  const double* centres;
  const double* factors;
  const double* table;
  const std::uint32_t* cells;
  std::size_t begin, end;
};

struct SweepJob {
  const double* centres;
  const double* factors[kSpreadGroups];
  const double* table;
  const std::uint32_t *points, *columns;
  const std::uint32_t* begins[kSpreadGroups];  // by row; null where there is no group
  std::size_t strips;
  double *smaller, *row;  // zeros
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
    const V power = hn::Mul(hn::LoadU(d, job.offsets + i), change);
    const V next = Exp2(d, power), before = Exp2(d, hn::Neg(power));
    const V factors[] = {hn::Mul(before, before), before, hn::Set(d, 1.0), next, hn::Mul(next, next)};
    for (std::size_t k = 0; k < kSpreadGroups; ++k) hn::StoreU(factors[k], d, job.factors + k * job.stride + i);
  }
}

// Adds the spreads to the sums of their cells; with a carry, what was rounded off before is added first (Kahan).
template <bool kCarried>
HWY_INLINE void AddSpreads(const GroupJob& job, double* sums, double* carries) {
  const Doubles d;
  for (std::size_t i = job.begin; i < job.end; ++i) {
    const std::size_t cell = job.cells != nullptr ? job.cells[i] * kGroupPoints : 0;
    const V factor = hn::Set(d, job.factors[i]);
    for (std::size_t part = 0; part < kGroupPoints; part += hn::Lanes(d)) {
      const V centre = hn::Load(d, job.centres + i * kGroupPoints + part);
      const V value = hn::Mul(hn::Mul(centre, factor), hn::Load(d, job.table + part));
      double* const place = sums + cell + part;
      const V sum = hn::Load(d, place);
      if constexpr (kCarried) {
        double* const carry = carries + cell + part;
        const V whole = hn::Sub(value, hn::Load(d, carry)), next = hn::Add(sum, whole);
        hn::Store(hn::Sub(hn::Sub(next, sum), whole), d, carry);
        hn::Store(next, d, place);
      } else {
        hn::Store(hn::Add(sum, value), d, place);
      }
    }
  }
}

void AddSpreadsToCells(const GroupJob& job, double* sums, double* carries) {
  carries != nullptr ? AddSpreads<true>(job, sums, carries) : AddSpreads<false>(job, sums, carries);
}

HWY_INLINE double SumOfParts(const double* parts) {
  return ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

double SumProducts(const GroupJob& job, const double* sums) {
  const Doubles d;
  HWY_ALIGN double parts[kGroupPoints];
  V totals[kGroupPoints];  // as many as there are parts
  for (V& total : totals) total = hn::Zero(d);
  for (std::size_t i = job.begin; i < job.end; ++i) {
    const double* of_cell = sums + job.cells[i] * kGroupPoints;
    const V factor = hn::Set(d, job.factors[i]);
    for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
      const V centre = hn::Load(d, job.centres + i * kGroupPoints + part);
      const V product = hn::Mul(hn::Mul(centre, factor), hn::Load(d, of_cell + part));
      totals[lane] = hn::Add(totals[lane], product);
    }
  }
  for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
    hn::Store(hn::Mul(totals[lane], hn::Load(d, job.table + part)), d, parts + part);
  }
  return SumOfParts(parts);
}

// The row above, and the cells of that row with a smaller column.
void SumSmaller(std::size_t strips, const double* cells, double* sums) {
  const Doubles d;
  std::fill_n(sums, strips * kGroupPoints, 0.0);
  for (std::size_t row = 1; row < strips; ++row) {
    const double* above = cells + (row - 1) * strips * kGroupPoints;
    const double* before = sums + (row - 1) * strips * kGroupPoints;
    double* const now = sums + row * strips * kGroupPoints;
    V runs[kGroupPoints];
    for (V& run : runs) run = hn::Zero(d);
    for (std::size_t i = 0; i < strips * kGroupPoints; i += kGroupPoints) {
      for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
        hn::Store(hn::Add(hn::Load(d, before + i + part), runs[lane]), d, now + i + part);
        runs[lane] = hn::Add(runs[lane], hn::Load(d, above + i + part));
      }
    }
  }
}

void AddLarger(std::size_t strips, const double* cells, double* sums, double* larger) {
  const Doubles d;
  std::fill_n(larger, strips * kGroupPoints, 0.0);
  for (std::size_t row = strips - 1; row-- > 0;) {
    const double* below = cells + (row + 1) * strips * kGroupPoints;
    double* const now = sums + row * strips * kGroupPoints;
    V runs[kGroupPoints];
    for (V& run : runs) run = hn::Zero(d);
    for (std::size_t i = strips * kGroupPoints; i > 0;) {
      i -= kGroupPoints;
      for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
        const V sum = hn::Add(hn::Load(d, larger + i + part), runs[lane]);
        hn::Store(sum, d, larger + i + part);
        hn::Store(hn::Add(hn::Load(d, now + i + part), sum), d, now + i + part);
        runs[lane] = hn::Add(runs[lane], hn::Load(d, below + i + part));
      }
    }
  }
}

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

// Adds the sums over smaller columns of a row to those of the rows before, from the first column with a point on.
HWY_INLINE void AddRow(const SweepJob& job, std::size_t first) {
  const Doubles d;
  V runs[kGroupPoints];  // as many as there are parts
  for (V& run : runs) run = hn::Zero(d);
  for (std::size_t i = first; i < job.strips * kGroupPoints; i += kGroupPoints) {
    for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
      double* const smaller = job.smaller + i + part;
      hn::Store(hn::Add(hn::Load(d, smaller), runs[lane]), d, smaller);
      runs[lane] = hn::Add(runs[lane], hn::Load(d, job.row + i + part));
    }
  }
}

// Calls body(point, column, shift) for the points of a row.
template <typename Body>
HWY_INLINE void ForRow(const SweepJob& job, std::size_t row, const Body& body) {
  for (std::size_t shift = 0; shift < kSpreadGroups; ++shift) {
    if (job.begins[shift] == nullptr) continue;
    for (std::size_t k = job.begins[shift][row]; k < job.begins[shift][row + 1]; ++k) {
      const std::size_t soon = job.points[k + kAhead];  // points of a row are read in no order
      hwy::Prefetch(job.centres + soon * kGroupPoints);
      hwy::Prefetch(job.factors[shift] + soon);
      body(job.points[k], job.columns[k] * kGroupPoints, shift);
    }
  }
}

double SumSweep(const SweepJob& job) {
  const Doubles d;
  HWY_ALIGN double parts[kGroupPoints];
  V totals[kGroupPoints], carries[kGroupPoints];
  for (V& total : totals) total = hn::Zero(d);
  for (V& carry : carries) carry = hn::Zero(d);
  std::size_t first = job.strips * kGroupPoints;
  for (std::size_t row = 0; row < job.strips; ++row) {
    AddRow(job, first);
    if (row > 0) {
      ForRow(job, row - 1, [&](std::size_t, std::size_t column, std::size_t) HWY_ATTR {
        std::fill_n(job.row + column, kGroupPoints, 0.0);
      });
    }
    first = job.strips * kGroupPoints;
    V sums[kGroupPoints];
    for (V& sum : sums) sum = hn::Zero(d);
    ForRow(job, row, [&](std::size_t point, std::size_t column, std::size_t shift) HWY_ATTR {
      first = std::min(first, column);
      const V factor = hn::Set(d, job.factors[shift][point]);
      for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
        const V centre = hn::Load(d, job.centres + point * kGroupPoints + part);
        const V value = hn::Mul(hn::Mul(centre, factor), hn::Load(d, job.table + shift * kGroupPoints + part));
        sums[lane] = hn::Add(sums[lane], hn::Mul(value, hn::Load(d, job.smaller + column + part)));
        double* const of_row = job.row + column + part;
        hn::Store(hn::Add(hn::Load(d, of_row), value), d, of_row);
      }
    });
    for (std::size_t lane = 0; lane * hn::Lanes(d) < kGroupPoints; ++lane) {
      const V whole = hn::Sub(sums[lane], carries[lane]), next = hn::Add(totals[lane], whole);
      carries[lane] = hn::Sub(hn::Sub(next, totals[lane]), whole);
      totals[lane] = next;
    }
  }
  for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
    hn::Store(totals[lane], d, parts + part);
  }
  return SumOfParts(parts);
}

template <NearPairs kPairs, bool kThird, bool kLater>
HWY_INLINE double SumNear(const GaussianRun& run, const GaussianRows& rows) {
  const Doubles d;
  const V nothing = hn::Set(d, kNothing);
  HWY_ALIGN double parts[kGroupPoints];
  V sums[kGroupPoints];  // as many as there are parts
  for (V& sum : sums) sum = hn::Zero(d);
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const std::uint32_t point = rows.points[row];
    const V first = hn::Set(d, rows.first[point]), second = hn::Set(d, rows.second[point]);
    const V one = hn::Set(d, kStripStep * rows.strip_of_one[point]);
    const V two = hn::Set(d, kStripStep * rows.strip_of_two[point]);
    const V next_row = hn::Set(d, static_cast<double>(row + 1));
    for (std::size_t i = kLater ? row / kGroupPoints * kGroupPoints : 0; i < run.size; i += kGroupPoints) {
      for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
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
  for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
    hn::Store(sums[lane], d, parts + part);
  }
  return SumOfParts(parts);
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

HWY_EXPORT(SpreadPoints);
HWY_EXPORT(AddSpreadsToCells);
HWY_EXPORT(SumProducts);
HWY_EXPORT(SumSmaller);
HWY_EXPORT(AddLarger);
HWY_EXPORT(SumSweep);
HWY_EXPORT(SumOfNear);

namespace {

// What the points of group `of` leave in group `in` of the grid.
GroupJob job_of(const GaussianSpreads& spreads, std::int64_t of, std::int64_t in, const std::uint32_t* cells) {
  const auto shift = static_cast<std::size_t>(in - of + kGroupsBeside);
  const auto [begin, end] = spreads.points_of(of);
  return {spreads.centres(), spreads.factors(shift), spreads.table() + shift * kGroupPoints, cells, begin, end};
}

}  // namespace

GaussianSpreads::GaussianSpreads(std::span<const double> places, double unit, double step)
    : size_(places.size()),
      centres_(size_ * kGroupPoints),
      factors_((size_ + kGroupPoints) * kSpreadGroups),
      table_(kSpreadGroups * kGroupPoints),
      scale_(2.0 * unit * step * std::numbers::inv_sqrtpi) {
  if (places.empty()) return;
  const double group = step * static_cast<double>(kGroupPoints);
  first_group_ = static_cast<std::int64_t>(std::floor(places.front() / group));
  const double last_group = std::floor(places.back() / group);
  begins_.assign(static_cast<std::size_t>(static_cast<std::int64_t>(last_group) - first_group_) + 2, 0);
  std::vector<double> offsets(size_ + kGroupPoints);
  for (std::size_t i = 0; i < size_; ++i) {
    const double number = std::floor(places[i] / group);
    ++begins_[static_cast<std::size_t>(static_cast<std::int64_t>(number) - first_group_) + 1];
    offsets[i] = (places[i] - number * group) / step - 0.5 * static_cast<double>(kGroupPoints);
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  const double exponent = 2.0 * (unit * step) * (unit * step) * std::numbers::log2e;
  HWY_DYNAMIC_DISPATCH(SpreadPoints)
  ({offsets.data(), size_, offsets.size(), exponent, centres_.data(), factors_.data(), table_.data()});
}

std::pair<std::size_t, std::size_t> GaussianSpreads::points_of(std::int64_t group) const {
  if (group < first_group_ || group >= end_of_groups()) return {0, 0};
  const auto place = static_cast<std::size_t>(group - first_group_);
  return {begins_[place], begins_[place + 1]};
}

void CellGrid::clear() {
  std::ranges::fill(sums_, 0.0);
  std::ranges::fill(carries_, 0.0);
}

void CellGrid::add(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells, std::size_t first) {
  const std::size_t skipped = first * kGroupPoints;
  for (std::int64_t of = group - kGroupsBeside; of <= group + kGroupsBeside; ++of) {
    HWY_DYNAMIC_DISPATCH(AddSpreadsToCells)
    (job_of(spreads, of, group, cells), sums_.data() + skipped, carries_.empty() ? nullptr : carries_.data() + skipped);
  }
}

double sum_of_products(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells,
                       const double* sums) {
  double total = 0.0;
  for (std::int64_t of = group - kGroupsBeside; of <= group + kGroupsBeside; ++of) {
    const GroupJob all = job_of(spreads, of, group, cells);
    double of_group = 0.0;
    for (GroupJob part = all; part.begin < all.end; part.begin = part.end) {
      part.end = std::min(part.begin + kProductsOfSum, all.end);
      of_group += HWY_DYNAMIC_DISPATCH(SumProducts)(part, sums);
    }
    total += of_group;
  }
  return total;
}

void sum_in_same_order(std::size_t strips, std::span<const double> cells, UnfilledVector<double>& sums) {
  sums.resize(cells.size());
  HWY_DYNAMIC_DISPATCH(SumSmaller)(strips, cells.data(), sums.data());
  AlignedVector<double> larger(strips * kGroupPoints);
  HWY_DYNAMIC_DISPATCH(AddLarger)(strips, cells.data(), sums.data(), larger.data());
}

GaussianSweep::GaussianSweep(const GaussianSpreads& spreads, std::span<const std::uint32_t> cells, std::size_t strips)
    : spreads_(spreads), strips_(strips), points_(cells.size() + kAhead), columns_(cells.size()) {
  const auto groups = static_cast<std::size_t>(spreads.end_of_groups() - spreads.first_group());
  begins_.assign(groups * strips + 2, 0);  // from the second on: the place of the next point of a group and row
  const auto each = [&](const auto& body) {
    for (std::size_t k = 0; k < groups; ++k) {
      const auto [begin, end] = spreads.points_of(spreads.first_group() + static_cast<std::int64_t>(k));
      for (std::size_t i = begin; i < end; ++i) body(k * strips + cells[i] / strips, i);
    }
  };
  each([&](std::size_t bucket, std::size_t) { ++begins_[bucket + 2]; });
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  each([&](std::size_t bucket, std::size_t i) {
    const std::uint32_t place = begins_[bucket + 1]++;
    points_[place] = static_cast<std::uint32_t>(i);
    columns_[place] = static_cast<std::uint32_t>(cells[i] % strips);
  });
}

double GaussianSweep::sum(std::int64_t group) const {
  SweepJob job{
      spreads_.centres(), {}, spreads_.table(), points_.data(), columns_.data(), {}, strips_, nullptr, nullptr};
  for (std::size_t shift = 0; shift < kSpreadGroups; ++shift) {
    const std::int64_t of = group + kGroupsBeside - static_cast<std::int64_t>(shift);
    job.factors[shift] = spreads_.factors(shift);
    if (of < spreads_.first_group() || of >= spreads_.end_of_groups()) continue;
    job.begins[shift] = begins_.data() + static_cast<std::size_t>(of - spreads_.first_group()) * strips_;
  }
  AlignedVector<double> rows(2 * strips_ * kGroupPoints);
  job.smaller = rows.data();
  job.row = rows.data() + strips_ * kGroupPoints;
  return HWY_DYNAMIC_DISPATCH(SumSweep)(job);
}

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
