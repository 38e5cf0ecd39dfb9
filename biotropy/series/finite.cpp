// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/samples.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/series/finite.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::series {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

bool AreFinite(Samples samples) {
  constexpr std::size_t sums = 4;  // independent, which keeps the adders of a processor busy
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d), row = sums * lanes;
  const auto zero = hn::Zero(d);
  auto sum0 = zero, sum1 = zero, sum2 = zero, sum3 = zero;
  const double* at = samples.data();
  std::size_t i = 0;
  for (; i + row <= samples.size(); i += row) {
    sum0 = hn::MulAdd(hn::LoadU(d, at + i), zero, sum0);
    sum1 = hn::MulAdd(hn::LoadU(d, at + i + lanes), zero, sum1);
    sum2 = hn::MulAdd(hn::LoadU(d, at + i + 2 * lanes), zero, sum2);
    sum3 = hn::MulAdd(hn::LoadU(d, at + i + 3 * lanes), zero, sum3);
  }
  double rest = 0.0;
  for (; i < samples.size(); ++i) rest += at[i] * 0.0;
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3)))) + rest == 0.0;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::series
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::series {

HWY_EXPORT(AreFinite);

bool are_finite(Samples samples) {
  return HWY_DYNAMIC_DISPATCH(AreFinite)(samples);
}

}  // namespace biotropy::series

#endif  // HWY_ONCE
