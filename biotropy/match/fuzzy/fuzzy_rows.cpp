// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/fuzzy_rows_internal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/fuzzy/fuzzy_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/match/fuzzy/exp2-inl.hpp"

#ifndef BIOTROPY_MATCH_FUZZY_ROWS
#define BIOTROPY_MATCH_FUZZY_ROWS

namespace biotropy::match {

constexpr std::size_t kRun = 1024;  // distances of a buffer
static_assert(kPartialSums <= kFuzzyPadding);
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// s (c0 + c1 s^2 + ...) is log2((1 + s) / (1 - s)) for |s| <= (sqrt 2 - 1) / (sqrt 2 + 1), below 4e-18 (Remez).
constexpr double kLog2[] = {2.8853900817779268,  0.96179669392598988, 0.57707801634544065, 0.41219858585712094,
                            0.32059853333903837, 0.26233443099654707, 0.22091114450649077, 0.21367778782298197};

// log2 u for u >= 0; below -1000 for u = 0, above 1000 for infinity.
HWY_INLINE V Log2(Doubles d, V u) {
  const Integers di;
  // The exponent is relative to sqrt(1/2), so that the mantissa lies in [sqrt(1/2), sqrt(2)).
  constexpr std::int64_t root_half = 0x3fe6a09e667f3bcd;
  const auto bits = hn::Sub(hn::BitCast(di, u), hn::Set(di, root_half));
  const auto mantissa = hn::Add(hn::And(bits, hn::Set(di, 0xfffffffffffff)), hn::Set(di, root_half));
  // Converts the exponent to double without a conversion of 64-bit integers, through the low bits of 2^52 + 2^51.
  const auto biased = hn::Add(hn::ShiftRight<52>(bits), hn::BitCast(di, hn::Set(d, kRoundToInteger)));
  const V exponent = hn::Sub(hn::BitCast(d, biased), hn::Set(d, kRoundToInteger));
  const V m = hn::BitCast(d, mantissa);
  const V s = hn::Div(hn::Sub(m, hn::Set(d, 1.0)), hn::Add(m, hn::Set(d, 1.0)));
  return hn::Add(exponent, hn::Mul(s, Polynomial<0>(d, hn::Mul(s, s), kLog2)));
}

// The chunk of a run of vector `part`, added element by element.
template <class Function>
HWY_INLINE void AddRun(const double* distances, std::size_t n, double* sums, Function function) {
  const Doubles d;
  for (std::size_t part = 0; part < kPartialSums; part += hn::Lanes(d)) {
    V sum = hn::LoadU(d, sums + part);
    for (std::size_t i = part; i < n; i += kPartialSums) sum = hn::Add(sum, function(hn::LoadU(d, distances + i)));
    hn::StoreU(sum, d, sums + part);
  }
}

// exp(-(scale (d - shift))^n), with negative differences set to 0; the scale contains log2 e.
void AddExponential(const double* distances, std::size_t n, double* sums, double shift, double scale, double power) {
  const Doubles d;
  const V of_shift = hn::Set(d, shift), of_scale = hn::Set(d, scale), zero = hn::Zero(d);
  constexpr double largest_product = 16.0;
  if (power == 2.0 && shift == 0.0) {
    AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
      const V u = hn::Mul(distance, of_scale);
      return Exp2OfMinus(d, hn::Mul(u, u));
    });
  } else if (power <= largest_product && power == std::floor(power)) {
    AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
      const V u = hn::Mul(hn::Max(hn::Sub(distance, of_shift), zero), of_scale);
      V product = u;
      for (int k = 1; k < static_cast<int>(power); ++k) product = hn::Mul(product, u);
      return Exp2OfMinus(d, product);
    });
  } else {
    const V of_power = hn::Set(d, power), limit = hn::Set(d, kLargestExponent);
    AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
      const V t = hn::Mul(of_power, Log2(d, hn::Mul(distance, of_scale)));
      const V degree = Exp2OfMinus(d, Exp2(d, hn::Max(hn::Min(t, limit), hn::Neg(limit))));
      return hn::IfThenElseZero(hn::Lt(distance, hn::Set(d, kInfinity)), degree);
    });
  }
}

void AddSigmoid(const double* distances, std::size_t n, double* sums, double corner, double r) {
  const Doubles d;
  const V of_corner = hn::Set(d, corner), scale = hn::Set(d, std::numbers::log2e / r), one = hn::Set(d, 1.0);
  AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
    const V t = hn::Mul(hn::Sub(distance, of_corner), scale);
    const V small = Exp2OfMinus(d, hn::Abs(t));
    return hn::Div(hn::IfThenElse(hn::Gt(t, hn::Zero(d)), small, one), hn::Add(one, small));
  });
}

void AddBell(const double* distances, std::size_t n, double* sums, double power, double r) {
  const Doubles d;
  const V scale = hn::Set(d, 1.0 / r), of_power = hn::Set(d, power), one = hn::Set(d, 1.0);
  const V limit = hn::Set(d, kLargestExponent);
  AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
    const V t = hn::Mul(of_power, Log2(d, hn::Mul(distance, scale)));
    const V bell = hn::Div(one, hn::Add(one, Exp2(d, hn::Max(hn::Min(t, limit), hn::Neg(limit)))));
    return hn::IfThenElseZero(hn::Lt(distance, hn::Set(d, kInfinity)), bell);
  });
}

void AddRamp(const double* distances, std::size_t n, double* sums, double from, double to) {
  const Doubles d;
  const V end = hn::Set(d, to), slope = hn::Set(d, 1.0 / (to - from)), one = hn::Set(d, 1.0);
  AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
    return hn::Max(hn::Min(hn::Mul(hn::Sub(end, distance), slope), one), hn::Zero(d));
  });
}

void AddZShape(const double* distances, std::size_t n, double* sums, double r) {
  const Doubles d;
  const V scale = hn::Set(d, 1.0 / r), one = hn::Set(d, 1.0), two = hn::Set(d, 2.0), half = hn::Set(d, 1.5);
  AddRun(distances, n, sums, [=](V distance) HWY_ATTR {
    const V u = hn::Mul(distance, scale);
    const V low = hn::Max(hn::Sub(u, one), hn::Zero(d)), high = hn::Max(hn::Sub(two, u), hn::Zero(d));
    return hn::IfThenElse(hn::Le(u, half), hn::Sub(one, hn::Mul(two, hn::Mul(low, low))),
                          hn::Mul(two, hn::Mul(high, high)));
  });
}

// Scalar loop for forms that have no vector function.
void AddScalar(double* distances, std::size_t n, double* sums, const Membership& membership, double r) {
  for (std::size_t i = 0; i < n; ++i) distances[i] = degree(membership, r, distances[i]);
  AddRun(distances, n, sums, [](V value) HWY_ATTR { return value; });
}

// Adds the membership at n distances, a multiple of kPartialSums, to the partial sums.
void AddMembership(double* distances, std::size_t n, double* sums, const FuzzyBlock& block) {
  const Membership& membership = block.membership;
  const double r = block.r, power = membership.n;
  switch (membership.form) {
    case MembershipForm::exponential:
      return AddExponential(distances, n, sums, 0.0, std::pow(std::numbers::log2e, 1.0 / power) / r, power);
    case MembershipForm::chen:
      return AddExponential(distances, n, sums, 0.0, std::pow(std::numbers::log2e / r, 1.0 / power), power);
    case MembershipForm::gaussian:
      return AddExponential(distances, n, sums, 0.0, std::sqrt(0.5 * std::numbers::log2e) / r, 2.0);
    case MembershipForm::constant_gaussian:
      return AddExponential(distances, n, sums, r, 1.0 / r, 2.0);
    case MembershipForm::sigmoid:
      return AddSigmoid(distances, n, sums, membership.corner, r);
    case MembershipForm::bell:
      return AddBell(distances, n, sums, 2.0 * power, r);
    case MembershipForm::triangular:
      return AddRamp(distances, n, sums, 0.0, r);
    case MembershipForm::trapezoidal1:
      return AddRamp(distances, n, sums, r, 2.0 * r);
    case MembershipForm::trapezoidal2:
      return AddRamp(distances, n, sums, r, membership.corner);
    case MembershipForm::z_shaped:
      return AddZShape(distances, n, sums, r);
    case MembershipForm::gudermannian:
      return AddScalar(distances, n, sums, membership, r);
  }
}

// Chebyshev distances between row `row` and the columns from `begin` on, over `Coordinates` coordinates from the first
// one given; with Continue the maximum with the buffer is kept.
template <std::size_t Coordinates, bool Continue>
void Distances(const FuzzyBlock& block, std::size_t coordinate, std::size_t row, std::size_t begin, std::size_t n,
               double* distances) {
  const Doubles d;
  V of_row[Coordinates];
  const double* columns[Coordinates];
  for (std::size_t k = 0; k < Coordinates; ++k) {
    of_row[k] = hn::Set(d, block.x.coordinates[coordinate + k][row]);
    columns[k] = block.y.coordinates[coordinate + k] + begin;
  }
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    V distance = hn::Abs(hn::Sub(hn::LoadU(d, columns[0] + i), of_row[0]));
    for (std::size_t k = 1; k < Coordinates; ++k) {
      distance = hn::Max(distance, hn::Abs(hn::Sub(hn::LoadU(d, columns[k] + i), of_row[k])));
    }
    if (Continue) distance = hn::Max(distance, hn::LoadU(d, distances + i));
    hn::StoreU(distance, d, distances + i);
  }
}

void AllDistances(const FuzzyBlock& block, std::size_t row, std::size_t begin, std::size_t n, double* distances) {
  switch (block.x.coordinates.size()) {
    case 1:
      return Distances<1, false>(block, 0, row, begin, n, distances);
    case 2:
      return Distances<2, false>(block, 0, row, begin, n, distances);
    case 3:
      return Distances<3, false>(block, 0, row, begin, n, distances);
    default:
      Distances<4, false>(block, 0, row, begin, n, distances);
      for (std::size_t k = 4; k < block.x.coordinates.size(); ++k) {
        Distances<1, true>(block, k, row, begin, n, distances);
      }
  }
}

// An excluded pair gets an infinite distance: its membership is 0 in every form.
void ExcludeByTime(const FuzzyBlock& block, std::size_t row, std::size_t begin, std::size_t n, double* distances) {
  const Doubles d;
  const V of_row = hn::Set(d, block.x.times[row]), limit = hn::Set(d, block.excluded_time);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V apart = hn::Abs(hn::Sub(hn::LoadU(d, block.y.times + begin + i), of_row));
    const V distance = hn::LoadU(d, distances + i);
    hn::StoreU(hn::IfThenElse(hn::Le(apart, limit), hn::Set(d, kInfinity), distance), d, distances + i);
  }
}

double SumRun(const FuzzyBlock& block, std::size_t row, std::size_t begin, std::size_t n) {
  HWY_ALIGN double distances[kRun];
  HWY_ALIGN double sums[kPartialSums] = {};
  const std::size_t padded = (n + kPartialSums - 1) / kPartialSums * kPartialSums;
  AllDistances(block, row, begin, padded, distances);
  if (block.excluded_time >= 0.0) ExcludeByTime(block, row, begin, padded, distances);
  std::fill(distances + n, distances + padded, kInfinity);
  AddMembership(distances, padded, sums, block);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double SumBlock(const FuzzyBlock& block) {
  double total = 0.0, carry = 0.0;  // Neumaier's compensated sum; no term is negative
  for (std::size_t row = block.first; row < block.last; ++row) {
    for (std::size_t begin = block.begins[row]; begin < block.ends[row]; begin += kRun) {
      const double value = SumRun(block, row, begin, std::min<std::size_t>(kRun, block.ends[row] - begin));
      const double next = total + value;
      carry += total >= value ? (total - next) + value : (value - next) + total;
      total = next;
    }
  }
  return total + carry;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(SumBlock);

double sum_membership(const FuzzyBlock& block) {
  return HWY_DYNAMIC_DISPATCH(SumBlock)(block);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
