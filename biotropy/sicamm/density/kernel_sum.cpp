// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/kernel_sum.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/sicamm/density/kernel_sum.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/sicamm/density/exp2-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace biotropy::sicamm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <bool kWeighted>
class PartialSums {
 public:
  explicit PartialSums(const KernelSum& sum)
      : nearest_(hn::Set(d_, sum.nearest)), twice_v_(hn::Set(d_, sum.twice_v)), minus_q_(hn::Set(d_, -sum.sharpness)) {
    for (auto& partial : sums_) partial = hn::Zero(d_);
  }

  // Adds kPartialSums points.
  HWY_INLINE void Add(const double* points, const double* weights) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const auto u = hn::Sub(hn::LoadU(d_, points + part * kLanes), nearest_);
      const auto exponent = hn::Mul(hn::Mul(u, hn::Add(u, twice_v_)), minus_q_);
      auto kernel = Exp2OfNegative(d_, exponent, hn::Set(d_, kLeastExponent));
      if (kWeighted) kernel = hn::Mul(kernel, hn::LoadU(d_, weights + part * kLanes));
      sums_[part] = hn::Add(sums_[part], kernel);
    }
  }

  double Total() const {
    HWY_ALIGN double lanes[kPartialSums];
    for (std::size_t part = 0; part < kParts; ++part) hn::Store(sums_[part], d_, lanes + part * kLanes);
    for (std::size_t half = kPartialSums / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
    }
    return lanes[0];
  }

 private:
  using Reals = hn::CappedTag<double, 8>;
  static constexpr std::size_t kLanes = hn::MaxLanes(Reals());
  static constexpr std::size_t kParts = kPartialSums / kLanes;

  Reals d_;
  hn::Vec<Reals> nearest_, twice_v_, minus_q_, sums_[kParts];
};

template <bool kWeighted>
double Sum(const double* points, const double* weights, std::size_t n, const KernelSum& sum) {
  PartialSums<kWeighted> sums(sum);
  std::size_t i = 0;
  for (; i + kPartialSums <= n; i += kPartialSums) sums.Add(points + i, kWeighted ? weights + i : nullptr);
  if (i < n) {
    constexpr double far_away = 1e200;  // beyond the reach of every kernel
    double last_points[kPartialSums], last_weights[kPartialSums] = {};
    std::fill(std::copy(points + i, points + n, last_points), last_points + kPartialSums, far_away);
    if (kWeighted) std::copy(weights + i, weights + n, last_weights);
    sums.Add(last_points, last_weights);
  }
  return sums.Total();
}

double SumOfKernels(const double* points, const double* weights, std::size_t n, const KernelSum& sum) {
  return weights != nullptr ? Sum<true>(points, weights, n, sum) : Sum<false>(points, nullptr, n, sum);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::sicamm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::sicamm {

HWY_EXPORT(SumOfKernels);

namespace {

/// Kernels below e^-40 of the sum are negligible.
constexpr double kLostBelow = 40.0;

}  // namespace

double negligible_square(double bandwidth, double total_weight, double lightest) {
  return 2.0 * bandwidth * bandwidth * (kLostBelow + std::log(total_weight / lightest));
}

double kernel_sum(std::span<const double> points, std::span<const double> weights, const KernelSum& sum) {
  const double* of_points = weights.empty() ? nullptr : weights.data();
  return HWY_DYNAMIC_DISPATCH(SumOfKernels)(points.data(), of_points, points.size(), sum);
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE
