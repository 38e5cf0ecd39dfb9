// SPDX-License-Identifier: Apache-2.0
//
// 2 to a power that is not positive, compiled once per instruction set. For the fraction f in [-1/2, 1/2] of the
// exponent a polynomial gives 2^(f/4) (relative error 6.2e-16), raised to the fourth power: nine multiplications and
// additions instead of the eleven of a direct polynomial. Denormal results are set to 0, because arithmetic with
// denormals is a hundred times slower. Products and sums are not fused, so every instruction set gives the same bits.

#if defined(BIOTROPY_SICAMM_EXP2_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_SICAMM_EXP2_INL
#undef BIOTROPY_SICAMM_EXP2_INL
#else
#define BIOTROPY_SICAMM_EXP2_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::sicamm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// For exponents above -1021.
template <class D, class V>
HWY_INLINE V Exp2OfNormal(D d, V exponent) {
  // Adding it leaves the nearest integer in the lowest bits of the mantissa.
  const auto rounder = hn::Set(d, 0x1.8p52);
  const auto shifted = hn::Add(exponent, rounder);
  const auto fraction = hn::Sub(exponent, hn::Sub(shifted, rounder));
  auto root = hn::Set(d, 9.3075888901660860688e-10);
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 3.7616354963629806455e-8));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 1.3021054272324273096e-6));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 3.7570815252597180773e-5));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 8.6725169786813029402e-4));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 1.5014156685022430841e-2));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 1.7328679513998697847e-1));
  root = hn::Add(hn::Mul(root, fraction), hn::Set(d, 9.9999999999999938654e-1));
  const auto square = hn::Mul(root, root);
  const hn::RebindToSigned<D> di;
  const auto power = hn::ShiftLeft<52>(hn::BitCast(di, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, hn::Mul(square, square)), power));
}

// 0 for exponents that are not above `smallest`, which is at least -1021.
template <class D, class V>
HWY_INLINE V Exp2OfNegative(D d, V exponent, V smallest) {
  return hn::IfThenElseZero(hn::Gt(exponent, smallest), Exp2OfNormal(d, hn::Max(exponent, smallest)));
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::sicamm
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
