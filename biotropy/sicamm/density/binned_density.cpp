// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/binned_density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "biotropy/sicamm/density/kernel_sum.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/sicamm/density/binned_density.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/sicamm/density/exp2-inl.hpp"

#ifndef BIOTROPY_SICAMM_BIN_SUM
#define BIOTROPY_SICAMM_BIN_SUM

namespace biotropy::sicamm {

struct BinSum {
  const double* middles;
  const double* moments;
  std::size_t stride, groups;
  double x, per_bandwidth;
};

}  // namespace biotropy::sicamm

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::sicamm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Sums groups of bins; eight partial sums give the same result on every instruction set. The last group may extend to
// bins so far away that their series overflow; their kernels are 0.
double SumOfBins(const BinSum& job) {
  constexpr std::size_t kGroup = BinnedDensity::kGroup, kMoments = BinnedDensity::kMoments;
  const hn::CappedTag<double, kGroup> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN double sums[kGroup] = {};
  const auto x = hn::Set(d, job.x), per_bandwidth = hn::Set(d, job.per_bandwidth);
  const auto minus_half_log2e = hn::Set(d, -0.5 * std::numbers::log2e), least = hn::Set(d, kLeastExponent);
  for (std::size_t part = 0; part < kGroup; part += lanes) {
    auto sum = hn::Zero(d);
    for (std::size_t group = 0; group < job.groups; ++group) {
      const std::size_t bin = group * kGroup + part;
      const auto distance = hn::Mul(hn::Sub(x, hn::LoadU(d, job.middles + bin)), per_bandwidth);
      auto series = hn::LoadU(d, job.moments + (kMoments - 1) * job.stride + bin);
      for (std::size_t p = kMoments - 1; p-- > 0;) {
        series = hn::Add(hn::Mul(series, distance), hn::LoadU(d, job.moments + p * job.stride + bin));
      }
      const auto exponent = hn::Mul(hn::Mul(distance, distance), minus_half_log2e);
      const auto of_bin = hn::Mul(Exp2OfNormal(d, hn::Max(exponent, least)), series);
      sum = hn::Add(sum, hn::IfThenElseZero(hn::Gt(exponent, least), of_bin));
    }
    hn::Store(sum, d, sums + part);
  }
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::sicamm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::sicamm {

HWY_EXPORT(SumOfBins);

namespace {

/// In bandwidths.
constexpr double kBinWidth = 0.5, kNearEnough = 5.75;

// First of n sorted numbers that is not below x, without branches, which nothing could predict.
std::size_t first_not_below(const double* numbers, std::size_t n, double x) {
  const double* first = numbers;
  while (n > 0) {
    const std::size_t half = n / 2;
    first = first[half] < x ? first + (n - half) : first;
    n = half;
  }
  return static_cast<std::size_t>(first - numbers);
}

// Neighbouring points and the middle between the first and the last of them.
struct Bin {
  std::size_t begin, end;
  double middle;
};

std::vector<Bin> bins_of(std::span<const double> points, double bandwidth) {
  // Where coordinates are so large that the middle is rounded by more, a bin has one point.
  constexpr double most_beside = 0.51 * kBinWidth;
  std::vector<Bin> bins;
  for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
    while (end < points.size() && points[end] - points[begin] <= kBinWidth * bandwidth) ++end;
    const double first = points[begin], last = points[end - 1], middle = first + 0.5 * (last - first);
    if (std::max(middle - first, last - middle) <= most_beside * bandwidth) {
      bins.push_back({begin, end, middle});
    } else {
      end = begin + 1;
      bins.push_back({begin, end, first});
    }
  }
  return bins;
}

}  // namespace

BinnedDensity::BinnedDensity(KernelDensity density) : density_(std::move(density)) {
  const auto points = density_.points(), weights = density_.weights();
  const double h = density_.bandwidth();
  const double lightest = weights.empty() ? 1.0 : *std::min_element(weights.begin(), weights.end());
  reach_ = std::sqrt(negligible_square(h, density_.total_weight(), lightest)) + kBinWidth * h;
  const std::vector<Bin> bins = bins_of(points, h);
  const std::size_t stride = bins.size() + kGroup;
  middles_.assign(stride, bins.back().middle);
  moments_.resize(kMoments * stride);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const Bin& bin = bins[k];
    middles_[k] = bin.middle;
    std::array<double, kMoments> sums = {};
    for (std::size_t i = bin.begin; i < bin.end; ++i) {
      const double u = (points[i] - bin.middle) / h;
      double term = std::exp(-0.5 * u * u) * (weights.empty() ? 1.0 : weights[i]);
      for (double& sum : sums) {
        sum += term;
        term *= u;
      }
    }
    double factorial = 1.0;
    for (std::size_t p = 0; p < kMoments; factorial *= static_cast<double>(++p)) {
      moments_[p * stride + k] = sums[p] / factorial;
    }
  }
}

double BinnedDensity::near_enough() const {
  return kNearEnough * density_.bandwidth();
}

double BinnedDensity::log_density(double x) const {
  const double* middles = middles_.data();
  const std::size_t n = middles_.size() - kGroup, above = first_not_below(middles, n, x);
  double distance = std::numeric_limits<double>::infinity();
  if (above > 0) distance = x - middles[above - 1];
  if (above < n) distance = std::min(distance, middles[above] - x);
  if (!(distance <= near_enough())) return density_.log_density(x);
  const double reach = distance + reach_;
  const std::size_t begin = first_not_below(middles, n, x - reach);
  std::size_t end = first_not_below(middles, n, x + reach);
  if (end == begin) ++end;  // both borders are x, rounded
  const std::size_t groups = (end - begin + kGroup - 1) / kGroup;
  const BinSum job{middles + begin, moments_.data() + begin, middles_.size(), groups, x, 1.0 / density_.bandwidth()};
  return density_.log_density(HWY_DYNAMIC_DISPATCH(SumOfBins)(job), 0.0);
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE
