// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/fourier_rows_internal.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/surrogates/fourier_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::surrogates {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A complex number of each of some series.
template <class D>
struct Numbers {
  hn::Vec<D> real, imaginary;
};

template <class D>
HWY_INLINE Numbers<D> Sum(const Numbers<D>& x, const Numbers<D>& y) {
  return {hn::Add(x.real, y.real), hn::Add(x.imaginary, y.imaginary)};
}

template <class D>
HWY_INLINE Numbers<D> Difference(const Numbers<D>& x, const Numbers<D>& y) {
  return {hn::Sub(x.real, y.real), hn::Sub(x.imaginary, y.imaginary)};
}

template <class D>
HWY_INLINE Numbers<D> Conjugate(const Numbers<D>& x) {
  return {x.real, hn::Neg(x.imaginary)};
}

// Times -i.
template <class D>
HWY_INLINE Numbers<D> QuarterBack(const Numbers<D>& x) {
  return {x.imaginary, hn::Neg(x.real)};
}

template <class D>
HWY_INLINE Numbers<D> Times(D d, const Numbers<D>& x, const Complex& factor) {
  const auto real = hn::Set(d, factor.real()), imaginary = hn::Set(d, factor.imag());
  return {hn::Sub(hn::Mul(x.real, real), hn::Mul(x.imaginary, imaginary)),
          hn::Add(hn::Mul(x.real, imaginary), hn::Mul(x.imaginary, real))};
}

// Rows of complex numbers, seen from one lane on.
template <class D, std::size_t kTogether, typename Double>
struct ComplexRows {
  Double* first;

  HWY_INLINE Numbers<D> operator[](std::size_t row) const {
    const Double* at = first + 2 * kTogether * row;
    return {hn::LoadU(D(), at), hn::LoadU(D(), at + kTogether)};
  }
  HWY_INLINE void set(std::size_t row, const Numbers<D>& x) const {
    Double* at = first + 2 * kTogether * row;
    hn::StoreU(x.real, D(), at);
    hn::StoreU(x.imaginary, D(), at + kTogether);
  }
};

// One group of a stage: `radix` numbers of `from`, which are `step` rows apart, become as many of `to`, `stride` rows
// apart, each times a root that is `turn` further than the one before.
struct Group {
  std::size_t from, step, to, stride, turn;
};

template <class D, class From, class To>
HWY_INLINE void TransformTwo(D d, From from, To to, const Group& g, const Complex* roots) {
  const auto x = from[g.from], y = from[g.from + g.step];
  to.set(g.to, Sum(x, y));
  to.set(g.to + g.stride, Times(d, Difference(x, y), roots[g.turn]));
}

template <class D, class From, class To>
HWY_INLINE void TransformFour(D d, From from, To to, const Group& g, const Complex* roots) {
  const auto x0 = from[g.from], x1 = from[g.from + g.step];
  const auto x2 = from[g.from + 2 * g.step], x3 = from[g.from + 3 * g.step];
  const auto even = Sum(x0, x2), odd = Sum(x1, x3);
  const auto even_difference = Difference(x0, x2), odd_difference = QuarterBack(Difference(x1, x3));
  to.set(g.to, Sum(even, odd));
  to.set(g.to + g.stride, Times(d, Sum(even_difference, odd_difference), roots[g.turn]));
  to.set(g.to + 2 * g.stride, Times(d, Difference(even, odd), roots[2 * g.turn]));
  to.set(g.to + 3 * g.stride, Times(d, Difference(even_difference, odd_difference), roots[3 * g.turn]));
}

// An odd radix, by the sums of the definition. Roots of the radix are every n / radix-th of those of n.
template <class D, class From, class To>
HWY_INLINE void TransformOdd(D d, From from, To to, const Group& g, std::size_t radix, std::size_t n,
                             const Complex* roots) {
  for (std::size_t j = 0; j < radix; ++j) {
    auto sum = from[g.from];
    for (std::size_t i = 1; i < radix; ++i) {
      sum = Sum(sum, Times(d, from[g.from + i * g.step], roots[i * j % radix * (n / radix)]));
    }
    to.set(g.to + j * g.stride, Times(d, sum, roots[j * g.turn]));
  }
}

template <std::size_t kTogether>
HWY_INLINE void TransformStage(const FourierStage& stage, std::span<const Complex> roots, const double* from,
                               double* to) {
  using D = hn::CappedTag<double, kTogether>;
  const D d;
  const std::size_t groups = stage.length / stage.radix;
  for (std::size_t p = 0; p < groups; ++p) {
    for (std::size_t q = 0; q < stage.stride; ++q) {
      const Group group{q + stage.stride * p, stage.stride * groups, q + stage.stride * stage.radix * p, stage.stride,
                        p * stage.stride};
      for (std::size_t lane = 0; lane < kTogether; lane += hn::Lanes(d)) {
        const ComplexRows<D, kTogether, const double> source{from + lane};
        const ComplexRows<D, kTogether, double> target{to + lane};
        if (stage.radix == 4) {
          TransformFour(d, source, target, group, roots.data());
        } else if (stage.radix == 2) {
          TransformTwo(d, source, target, group, roots.data());
        } else {
          TransformOdd(d, source, target, group, stage.radix, roots.size(), roots.data());
        }
      }
    }
  }
}

template <std::size_t kTogether>
void TransformOf(std::span<const FourierStage> stages, std::span<const Complex> roots, Rows& data, Rows& work) {
  for (const FourierStage& stage : stages) {
    TransformStage<kTogether>(stage, roots, data.data(), work.data());
    data.swap(work);
  }
}

// Even samples are the real parts, odd ones the imaginary parts, of h complex samples. The sum and the difference of
// frequency k and of the conjugate of h - k are twice the transforms of the even and of the odd samples.
template <std::size_t kTogether>
void SpectrumOf(std::span<const Complex> roots, const Rows& pairs, std::span<double> spectrum) {
  using D = hn::CappedTag<double, kTogether>;
  const D d;
  const auto half = hn::Set(d, 0.5);
  const std::size_t h = roots.size() - 1;
  for (std::size_t k = 0; k <= h; ++k) {
    for (std::size_t lane = 0; lane < kTogether; lane += hn::Lanes(d)) {
      const ComplexRows<D, kTogether, const double> source{pairs.data() + lane};
      const auto one = source[k % h], other = Conjugate(source[(h - k) % h]);
      const auto twice = Sum(Sum(one, other), QuarterBack(Times(d, Difference(one, other), roots[k])));
      const ComplexRows<D, kTogether, double> target{spectrum.data() + lane};
      target.set(k, {hn::Mul(half, twice.real), hn::Mul(half, twice.imaginary)});
    }
  }
}

// Conjugates of the h complex samples, before their transform.
template <std::size_t kTogether>
void PairsOf(std::span<const Complex> roots, std::span<const double> spectrum, Rows& pairs) {
  using D = hn::CappedTag<double, kTogether>;
  const D d;
  const std::size_t h = roots.size() - 1;
  const auto scale = hn::Set(d, 0.5 / static_cast<double>(h));
  for (std::size_t k = 0; k < h; ++k) {
    for (std::size_t lane = 0; lane < kTogether; lane += hn::Lanes(d)) {
      const ComplexRows<D, kTogether, const double> source{spectrum.data() + lane};
      const auto one = source[k], other = Conjugate(source[h - k]);
      const auto odd = QuarterBack(Times(d, Difference(one, other), std::conj(roots[k])));
      const auto pair = Conjugate(Difference(Sum(one, other), odd));
      const ComplexRows<D, kTogether, double> target{pairs.data() + lane};
      target.set(k, {hn::Mul(scale, pair.real), hn::Mul(scale, pair.imaginary)});
    }
  }
}

// Products with numbers that all series share.
template <std::size_t kTogether>
void MultiplyRows(bool conjugate, std::span<const Complex> factors, Rows& rows) {
  using D = hn::CappedTag<double, kTogether>;
  const D d;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    for (std::size_t lane = 0; lane < kTogether; lane += hn::Lanes(d)) {
      const ComplexRows<D, kTogether, double> at{rows.data() + lane};
      const auto number = conjugate ? Conjugate(at[k]) : at[k];
      at.set(k, Times(d, number, factors[k]));
    }
  }
}

template <std::size_t kTogether>
void SetAmplitudesOf(std::span<const double> amplitudes, std::span<double> spectrum) {
  using D = hn::CappedTag<double, kTogether>;
  const D d;
  for (std::size_t k = 0; kTogether * k < amplitudes.size(); ++k) {
    for (std::size_t lane = 0; lane < kTogether; lane += hn::Lanes(d)) {
      const ComplexRows<D, kTogether, double> at{spectrum.data() + lane};
      const auto now = at[k];
      const auto size = hn::Sqrt(hn::Add(hn::Mul(now.real, now.real), hn::Mul(now.imaginary, now.imaginary)));
      const auto wanted = hn::LoadU(d, amplitudes.data() + kTogether * k + lane);
      const auto factor = hn::Div(wanted, size);
      const auto has_phase = hn::Gt(size, hn::Zero(d));
      at.set(k, {hn::IfThenElse(has_phase, hn::Mul(now.real, factor), wanted),
                 hn::IfThenElseZero(has_phase, hn::Mul(now.imaginary, factor))});
    }
  }
}

// One series alone, or as many as there may be.
#define BIOTROPY_BY_NUMBER(Function, ...) \
  together == 1 ? Function<1>(__VA_ARGS__) : Function<kMostTogether>(__VA_ARGS__)

void TransformRows(std::size_t together, std::span<const FourierStage> stages, std::span<const Complex> roots,
                   Rows& data, Rows& work) {
  BIOTROPY_BY_NUMBER(TransformOf, stages, roots, data, work);
}

void MakeSpectrum(std::size_t together, std::span<const Complex> roots, const Rows& pairs, std::span<double> spectrum) {
  BIOTROPY_BY_NUMBER(SpectrumOf, roots, pairs, spectrum);
}

void MakePairs(std::size_t together, std::span<const Complex> roots, std::span<const double> spectrum, Rows& pairs) {
  BIOTROPY_BY_NUMBER(PairsOf, roots, spectrum, pairs);
}

void Multiply(std::size_t together, bool conjugate, std::span<const Complex> factors, Rows& rows) {
  BIOTROPY_BY_NUMBER(MultiplyRows, conjugate, factors, rows);
}

void SetAmplitudes(std::size_t together, std::span<const double> amplitudes, std::span<double> spectrum) {
  BIOTROPY_BY_NUMBER(SetAmplitudesOf, amplitudes, spectrum);
}

#undef BIOTROPY_BY_NUMBER

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::surrogates
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::surrogates {

HWY_EXPORT(TransformRows);
HWY_EXPORT(MakeSpectrum);
HWY_EXPORT(MakePairs);
HWY_EXPORT(Multiply);
HWY_EXPORT(SetAmplitudes);

void transform(std::size_t together, std::span<const FourierStage> stages, std::span<const Complex> roots, Rows& data,
               Rows& work) {
  HWY_DYNAMIC_DISPATCH(TransformRows)(together, stages, roots, data, work);
}

void make_spectrum(std::size_t together, std::span<const Complex> roots, const Rows& pairs,
                   std::span<double> spectrum) {
  HWY_DYNAMIC_DISPATCH(MakeSpectrum)(together, roots, pairs, spectrum);
}

void make_pairs(std::size_t together, std::span<const Complex> roots, std::span<const double> spectrum, Rows& pairs) {
  HWY_DYNAMIC_DISPATCH(MakePairs)(together, roots, spectrum, pairs);
}

void multiply(std::size_t together, bool conjugate, std::span<const Complex> factors, Rows& rows) {
  HWY_DYNAMIC_DISPATCH(Multiply)(together, conjugate, factors, rows);
}

void set_amplitudes(std::size_t together, std::span<const double> amplitudes, std::span<double> spectrum) {
  HWY_DYNAMIC_DISPATCH(SetAmplitudes)(together, amplitudes, spectrum);
}

}  // namespace biotropy::surrogates

#endif  // HWY_ONCE
