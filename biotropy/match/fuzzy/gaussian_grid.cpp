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

// Products of the points of a group with tables of cells, one for each group of the grid that their spreads reach.
struct ProductJob {
  const double *centres, *factors, *table;
  std::size_t stride;  // from the factors of one group of a spread to those of the next
  const std::uint32_t* cells;
  std::size_t begin, end;
  const double* const* sums;
  std::size_t groups;
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

// Of the first groups that there are tables for.
template <std::size_t kGroups>
double SumProductsOf(const ProductJob& job) {
  if constexpr (kGroups > 1) {
    if (job.groups < kGroups) return SumProductsOf<kGroups - 1>(job);
  }
  const Doubles d;
  HWY_ALIGN double parts[kGroupPoints];
  V totals[kGroups][kGroupPoints];  // as many as there are parts
  for (auto& of_group : totals) {
    for (std::size_t lane = 0; lane * hn::Lanes(d) < kGroupPoints; ++lane) of_group[lane] = hn::Zero(d);
  }
  for (std::size_t i = job.begin; i < job.end; ++i) {
    const std::size_t cell = job.cells[i] * kGroupPoints;
    for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
      const V centre = hn::Load(d, job.centres + i * kGroupPoints + part);
      for (std::size_t k = 0; k < kGroups; ++k) {
        const V value = hn::Mul(centre, hn::Set(d, job.factors[k * job.stride + i]));
        totals[k][lane] = hn::Add(totals[k][lane], hn::Mul(value, hn::Load(d, job.sums[k] + cell + part)));
      }
    }
  }
  for (std::size_t part = 0, lane = 0; part < kGroupPoints; part += hn::Lanes(d), ++lane) {
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < kGroups; ++k)
      sum = hn::Add(sum, hn::Mul(totals[k][lane], hn::Load(d, job.table + k * kGroupPoints + part)));
    hn::Store(sum, d, parts + part);
  }
  return SumOfParts(parts);
}

double SumProducts(const ProductJob& job) {
  return SumProductsOf<kSpreadGroups>(job);
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

void CellGrid::clear(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells) {
  for (std::int64_t of = group - kGroupsBeside; of <= group + kGroupsBeside; ++of) {
    const auto [begin, end] = spreads.points_of(of);
    for (std::size_t i = begin; i < end; ++i) std::fill_n(sums_.data() + cells[i] * kGroupPoints, kGroupPoints, 0.0);
  }
}

void CellGrid::add(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells, std::size_t first) {
  const std::size_t skipped = first * kGroupPoints;
  for (std::int64_t of = group - kGroupsBeside; of <= group + kGroupsBeside; ++of) {
    HWY_DYNAMIC_DISPATCH(AddSpreadsToCells)
    (job_of(spreads, of, group, cells), sums_.data() + skipped, carries_.empty() ? nullptr : carries_.data() + skipped);
  }
}

double sum_of_products(const GaussianSpreads& spreads, std::int64_t group, const std::uint32_t* cells,
                       const CellTables& sums) {
  const auto [begin, end] = spreads.points_of(group);
  double total = 0.0;
  for (std::size_t k = 0, after = 0; k < kSpreadGroups; k = after + 1) {
    for (after = k; after < kSpreadGroups && sums[after] != nullptr;) ++after;
    if (after == k) continue;
    ProductJob job{spreads.centres(),
                   spreads.factors(k),
                   spreads.table() + k * kGroupPoints,
                   spreads.stride(),
                   cells,
                   begin,
                   begin,
                   sums.data() + k,
                   after - k};
    for (; job.begin < end; job.begin = job.end) {
      job.end = std::min(job.begin + kProductsOfSum, end);
      total += HWY_DYNAMIC_DISPATCH(SumProducts)(job);
    }
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

}  // namespace biotropy::match

#endif  // HWY_ONCE
