// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/binned_density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "biotropy/sicamm/density/kernel_sum.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/sicamm/density/binned_density.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/sicamm/density/exp2-inl.hpp"

#ifndef BIOTROPY_SICAMM_MOMENTS
#define BIOTROPY_SICAMM_MOMENTS

namespace biotropy::sicamm {

/// At |u| <= 1/4 and |D| <= 6, the range of the nearest point, the first omitted term is below 2e-17 of the sum.
constexpr std::size_t kMoments = 22;
constexpr std::size_t kBinGroup = 8;

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

// Sums groups of kBinGroup bins; eight partial sums give the same result on every instruction set.
double SumOfBins(const BinSum& job) {
  const hn::CappedTag<double, kBinGroup> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN double sums[kBinGroup] = {};
  const auto x = hn::Set(d, job.x), per_bandwidth = hn::Set(d, job.per_bandwidth);
  const auto half_log2e = hn::Set(d, -0.5 * std::numbers::log2e);
  for (std::size_t part = 0; part < kBinGroup; part += lanes) {
    auto sum = hn::Zero(d);
    for (std::size_t group = 0; group < job.groups; ++group) {
      const std::size_t bin = group * kBinGroup + part;
      const auto distance = hn::Mul(hn::Sub(x, hn::LoadU(d, job.middles + bin)), per_bandwidth);
      auto series = hn::LoadU(d, job.moments + (kMoments - 1) * job.stride + bin);
      for (std::size_t p = kMoments - 1; p-- > 0;) {
        series = hn::Add(hn::Mul(series, distance), hn::LoadU(d, job.moments + p * job.stride + bin));
      }
      const auto exponent = hn::Mul(hn::Mul(distance, distance), half_log2e);
      const auto kernel = Exp2OfNegative(d, exponent, hn::Set(d, kLeastExponent));
      sum = hn::Add(sum, hn::Mul(kernel, series));
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

constexpr double kBinsPerBandwidth = 2.0;
/// In bandwidths: with a point nearer than kNearEnough, all beyond kReach are negligible.
constexpr double kNearEnough = 6.0, kReach = 12.0;

}  // namespace

BinnedDensity::BinnedDensity(KernelDensity density, double low, double high) : density_(std::move(density)) {
  const auto all = density_.points();
  const double h = density_.bandwidth(), width = h / kBinsPerBandwidth;
  first_edge_ = std::max(all.front(), low - kReach * h);
  bins_per_unit_ = 1.0 / width;
  const double last_edge = std::min(all.back(), high + kReach * h);
  if (!(last_edge >= first_edge_)) return;
  bins_ = static_cast<std::size_t>((last_edge - first_edge_) * bins_per_unit_) + 1;
  // Empty bins at the end, so that the last group may extend past the bins.
  stride_ = bins_ + kBinGroup;
  middles_.resize(stride_);
  moments_.resize(kMoments * stride_);
  for (std::size_t bin = 0; bin < stride_; ++bin) {
    middles_[bin] = first_edge_ + (static_cast<double>(bin) + 0.5) * width;
  }
  const auto begin = std::lower_bound(all.begin(), all.end(), first_edge_);
  for (auto point = begin; point != all.end() && *point <= last_edge; ++point) {
    const auto bin = std::min(static_cast<std::size_t>((*point - first_edge_) * bins_per_unit_), bins_ - 1);
    const double u = (*point - middles_[bin]) / h;
    const auto position = static_cast<std::size_t>(point - all.begin());
    double term = std::exp(-0.5 * u * u) * (density_.weights().empty() ? 1.0 : density_.weights()[position]);
    for (std::size_t p = 0; p < kMoments; ++p) {
      moments_[p * stride_ + bin] += term;
      term *= u / static_cast<double>(p + 1);
    }
  }
}

double BinnedDensity::log_density(double x) const {
  const double h = density_.bandwidth();
  const double nearest = density_.points()[density_.nearest(x)];
  const double place = (x - first_edge_) * bins_per_unit_;
  const double reach = kReach * kBinsPerBandwidth;
  const double first = std::max(0.0, place - reach), last = std::min(static_cast<double>(bins_), place + reach + 1.0);
  if (!(std::abs(x - nearest) <= kNearEnough * h) || !(first < last)) return density_.log_density_near(x);
  const auto begin = static_cast<std::size_t>(first);
  const std::size_t count = static_cast<std::size_t>(last) - begin;
  const std::size_t groups = (count + kBinGroup - 1) / kBinGroup;
  const BinSum job{middles_.data() + begin, moments_.data() + begin, stride_, groups, x, 1.0 / h};
  return std::log(HWY_DYNAMIC_DISPATCH(SumOfBins)(job)) + density_.log_norm();
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE
