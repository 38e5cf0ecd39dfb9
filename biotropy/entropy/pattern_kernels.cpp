// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pattern_kernels_internal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/pattern_kernels.cpp"
#include <hwy/foreach_target.h>
// Highway requires highway.h after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Processes full vectors from index `i` on; returns the first index that is left.
template <bool kHasTies, class D>
std::size_t AddDigitsFrom(std::size_t i, D d, const Digits& of) {
  const auto one = hn::Set(d, 1.0), place_value = hn::Set(d, of.place_value);
  for (; i + hn::Lanes(d) <= of.samples; i += hn::Lanes(d)) {
    const auto earlier = hn::LoadU(d, of.earlier + i), later = hn::LoadU(d, of.later + i);
    const auto greater = hn::Add(hn::LoadU(d, of.greater + i), hn::IfThenElseZero(hn::Gt(earlier, later), one));
    hn::StoreU(greater, d, of.greater + i);
    auto digit = greater;
    if constexpr (kHasTies) {
      const auto equal = hn::IfThenElse(hn::Eq(earlier, later), one, hn::LoadU(d, of.equal + i));
      hn::StoreU(equal, d, of.equal + i);
      digit = hn::Add(hn::Add(greater, greater), equal);
    }
    if (i + hn::Lanes(d) > of.templates) {
      for (std::size_t k = 0; i + k < of.templates; ++k) {
        const double alone = of.greater[i + k];
        of.codes[i + k] += of.place_value * (kHasTies ? 2.0 * alone + of.equal[i + k] : alone);
      }
    } else {
      hn::StoreU(hn::Add(hn::LoadU(d, of.codes + i), hn::Mul(place_value, digit)), d, of.codes + i);
    }
  }
  return i;
}

void AddDigits(const Digits& of) {
  const hn::ScalableTag<double> all;
  const hn::CappedTag<double, 1> one;
  if (of.equal == nullptr) {
    AddDigitsFrom<false>(AddDigitsFrom<false>(0, all, of), one, of);
  } else {
    AddDigitsFrom<true>(AddDigitsFrom<true>(0, all, of), one, of);
  }
}

// Differences are those from the first sample: equal samples give exactly 0, and at most a factor m is cancelled.
template <int kM, class D>
std::size_t SumSquaresFrom(std::size_t i, D d, Variances of) {  // a copy, which no sum that is stored can change
  const auto share = hn::Set(d, 1.0 / kM);
  for (; i + hn::Lanes(d) <= of.templates; i += hn::Lanes(d)) {
    const auto first = hn::LoadU(d, of.samples + i);
    auto sum = hn::Sub(hn::LoadU(d, of.samples + i + of.tau), first), squares = hn::Mul(sum, sum);
    for (std::size_t k = 2; k < kM; ++k) {
      const auto difference = hn::Sub(hn::LoadU(d, of.samples + i + k * of.tau), first);
      sum = hn::Add(sum, difference);
      squares = hn::Add(squares, hn::Mul(difference, difference));
    }
    hn::StoreU(hn::Sub(squares, hn::Mul(hn::Mul(sum, sum), share)), d, of.sums + i);
  }
  return i;
}

template <int kM>
void SumSquaresOf(const Variances& of) {
  if (of.m != kM) {
    if constexpr (kM > 2) SumSquaresOf<kM - 1>(of);
    return;
  }
  const hn::ScalableTag<double> all;
  const hn::CappedTag<double, 1> one;
  SumSquaresFrom<kM>(SumSquaresFrom<kM>(0, all, of), one, of);
}

void SumSquares(const Variances& of) {
  SumSquaresOf<12>(of);
}

template <std::size_t kTables, std::size_t kJoined, bool kWeighted, typename Code>
class Tables {
 public:
  Tables(const Tally& of, const Code* codes) : of_(of), codes_(codes) {}

  void Add() {
    static_assert(kSegments == 8);
    for (; p_ < of_.length; p_ += kJoined, codes_ += kSegments * code_step<Code>(kJoined)) {
      AddOf<0>(), AddOf<1>(), AddOf<2>(), AddOf<3>(), AddOf<4>(), AddOf<5>(), AddOf<6>(), AddOf<7>();
    }
  }

 private:
  template <std::size_t k>
  HWY_INLINE void AddOf() {
    const hn::CappedTag<double, kJoined> d;
    const std::size_t at = kTables * codes_[k];
    if (!kWeighted) ++(of_.counts + k % kTables)[at];
    for (std::size_t j = 0; kWeighted && j < kJoined; j += hn::Lanes(d)) {
      double* const sums = of_.weights + (k % kTables * kJoined + j) + kJoined * at;
      hn::StoreU(hn::Add(hn::LoadU(d, sums), hn::LoadU(d, of_.first[k] + p_ + j)), d, sums);
    }
  }

  const Tally of_;  // a copy, which nothing that is stored can change
  const Code* codes_;
  std::size_t p_ = 0;
};

template <std::size_t kTables, std::size_t kJoined>
void AddToTablesOf(const Tally& of) {
  if (of.weights == nullptr) {
    return of.bytes != nullptr ? Tables<kTables, kJoined, false, std::uint8_t>(of, of.bytes).Add()
                               : Tables<kTables, kJoined, false, std::uint16_t>(of, of.words).Add();
  }
  of.bytes != nullptr ? Tables<kTables, kJoined, true, std::uint8_t>(of, of.bytes).Add()
                      : Tables<kTables, kJoined, true, std::uint16_t>(of, of.words).Add();
}

void AddToTables(const Tally& of) {
  if (of.joined == 4) return AddToTablesOf<4, 4>(of);
  if (of.joined == 2) return of.tables == 2 ? AddToTablesOf<2, 2>(of) : AddToTablesOf<4, 2>(of);
  of.tables == 1 ? AddToTablesOf<1, 1>(of) : AddToTablesOf<4, 1>(of);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(AddDigits);
HWY_EXPORT(SumSquares);
HWY_EXPORT(AddToTables);

void add_digits(const Digits& of) {
  HWY_DYNAMIC_DISPATCH(AddDigits)(of);
}

void sum_squares(const Variances& of) {
  HWY_DYNAMIC_DISPATCH(SumSquares)(of);
}

void add_to_tables(const Tally& of) {
  HWY_DYNAMIC_DISPATCH(AddToTables)(of);
}

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
