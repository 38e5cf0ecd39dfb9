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
      : nearest_(hn::Set(d_, sum.nearest)),
        twice_v_(hn::Set(d_, sum.twice_v)),
        minus_q_(hn::Set(d_, -sum.sharpness)),
        smallest_(hn::Set(d_, sum.smallest)) {
    for (auto& partial : sums_) partial = hn::Zero(d_);
  }

  // Adds kPartialSums points. @tparam kSafe their exponents are above the smallest.
  template <bool kSafe>
  HWY_INLINE void Add(const double* points, const double* weights) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const auto u = hn::Sub(hn::LoadU(d_, points + part * kLanes), nearest_);
      const auto exponent = hn::Mul(hn::Mul(u, hn::Add(u, twice_v_)), minus_q_);
      auto kernel = kSafe ? Exp2OfNormal(d_, exponent) : Exp2OfNegative(d_, exponent, smallest_);
      if (kWeighted) kernel = hn::Mul(kernel, hn::LoadU(d_, weights + part * kLanes));
      sums_[part] = hn::Add(sums_[part], kernel);
    }
  }

  // Adds points from i on while there are kPartialSums before `end`, and returns the next i.
  template <bool kSafe>
  HWY_INLINE std::size_t AddUntil(std::size_t end, std::size_t i, const double* points, const double* weights) {
    for (; i + kPartialSums <= end; i += kPartialSums) Add<kSafe>(points + i, kWeighted ? weights + i : nullptr);
    return i;
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
  hn::Vec<Reals> nearest_, twice_v_, minus_q_, smallest_, sums_[kParts];
};

template <bool kWeighted>
double Sum(const double* points, const double* weights, std::size_t n, const KernelSum& sum) {
  PartialSums<kWeighted> sums(sum);
  std::size_t i = 0;
  const std::size_t first_safe = (sum.safe_begin + kPartialSums - 1) / kPartialSums * kPartialSums;
  if (first_safe < sum.safe_end) {
    i = sums.template AddUntil<false>(first_safe, i, points, weights);
    i = sums.template AddUntil<true>(sum.safe_end, i, points, weights);
  }
  i = sums.template AddUntil<false>(n, i, points, weights);
  if (i < n) {
    constexpr double far_away = 1e200;  // beyond the reach of every kernel
    double last_points[kPartialSums], last_weights[kPartialSums] = {};
    std::fill(std::copy(points + i, points + n, last_points), last_points + kPartialSums, far_away);
    if (kWeighted) std::copy(weights + i, weights + n, last_weights);
    sums.template Add<false>(last_points, last_weights);
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

double negligible_exponent(double square, double sharpness) {
  return std::max(kLeastExponent, -square * sharpness);
}

double kernel_sum(std::span<const double> points, std::span<const double> weights, const KernelSum& sum) {
  const double* of_points = weights.empty() ? nullptr : weights.data();
  return HWY_DYNAMIC_DISPATCH(SumOfKernels)(points.data(), of_points, points.size(), sum);
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE
