// SPDX-License-Identifier: Apache-2.0
//
// Powers of 2 for the fuzzy sums, eight lanes whatever the vector width; compiled once per instruction set. Products
// and sums are not fused, so every instruction set gives the same bits, unlike library versions.

#ifndef BIOTROPY_MATCH_FUZZY_LANES
#define BIOTROPY_MATCH_FUZZY_LANES

namespace biotropy::match {

constexpr std::size_t kPartialSums = 8;

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_FUZZY_LANES

#if defined(BIOTROPY_MATCH_EXP2_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_EXP2_INL
#undef BIOTROPY_MATCH_EXP2_INL
#else
#define BIOTROPY_MATCH_EXP2_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kPartialSums>;
using Integers = hn::RebindToSigned<Doubles>;
using V = hn::Vec<Doubles>;

constexpr double kRoundToInteger = 0x1.8p52;  // added to |t| < 2^51, it leaves the nearest integer in the low bits
constexpr double kLargestExponent = 1020.0;

// 1 + f (c0 + c1 f + ...) is 2^f for |f| <= 1/2 with a relative error below 6e-16 (Remez), and exactly 1 at 0.
constexpr double kExp2[] = {0x1.62e42fefa39f7p-1,  0x1.ebfbdff82c5a0p-3,  0x1.c6b08d7044117p-5,  0x1.3b2ab6fba0354p-7,
                            0x1.5d87fe908ff1fp-10, 0x1.4309130f67937p-13, 0x1.ffcb7677496a7p-17, 0x1.62bfc48da706dp-20,
                            0x1.b6571f30afd13p-24, 0x1.e622899433a68p-28};

// c_First + x (c_(First+1) + x (...)), without a loop.
template <std::size_t First, std::size_t Terms>
HWY_INLINE V Polynomial(Doubles d, V x, const double (&coefficients)[Terms]) {
  const V first = hn::Set(d, coefficients[First]);
  if constexpr (First + 1 == Terms) {
    return first;
  } else {
    return hn::Add(first, hn::Mul(x, Polynomial<First + 1>(d, x, coefficients)));
  }
}

// 2^t for |t| <= kLargestExponent.
HWY_INLINE V Exp2(Doubles d, V t) {
  const Integers di;
  const V shifted = hn::Add(t, hn::Set(d, kRoundToInteger));
  const V f = hn::Sub(t, hn::Sub(shifted, hn::Set(d, kRoundToInteger)));
  const V power = hn::Add(hn::Mul(Polynomial<0>(d, f, kExp2), f), hn::Set(d, 1.0));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, power), hn::ShiftLeft<52>(hn::BitCast(di, shifted))));
}

// 2^-t for t >= 0; 0 below the normal numbers.
HWY_INLINE V Exp2OfMinus(Doubles d, V t) {
  return hn::IfThenElseZero(hn::Lt(t, hn::Set(d, kLargestExponent)), Exp2(d, hn::Neg(t)));
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
