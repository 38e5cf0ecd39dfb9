// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pattern_codes_internal.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/pattern_codes.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_ENTROPY_PATTERN_CODES
#define BIOTROPY_ENTROPY_PATTERN_CODES

namespace biotropy::entropy {

// Comparisons of samples with those tau, 2 tau ... later, a byte each.
struct Comparisons {
  const double* first[kSegments];  // of the segments
  std::size_t begin, end;          // samples of a segment, at least as many before the end as a vector has lanes
  std::size_t tau, lags;
  std::uint8_t* bytes;  // of the first lag
  std::size_t stride;   // from those of one lag to those of the next
};

struct BytesOfSegments {
  const ShortPatterns& patterns;
  const double* first[kSegments];
  std::size_t length;  // of a segment
  bool has_missing;
  std::uint8_t* codes;
};

struct CodesOfSegments {
  const ShortPatterns& patterns;
  const std::uint8_t* comparisons;  // of the lags 0 (missing samples), tau, ... (m - 1) tau; with ties also equalities
  std::size_t stride;               // from those of one lag to those of the next
  std::size_t size;                 // codes
  bool has_missing;
  void* codes;
};

}  // namespace biotropy::entropy

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Compare>
void CompareSegments(const Comparisons& of, Compare compare) {
  const hn::CappedTag<double, kSegments> d;
  const std::size_t lanes = hn::Lanes(d);
  const double* const first[kSegments] = {of.first[0], of.first[1], of.first[2], of.first[3],
                                          of.first[4], of.first[5], of.first[6], of.first[7]};
  for (std::size_t next = of.begin; next < of.end; next += lanes) {
    const std::size_t p = std::min(next, of.end - lanes);
    std::uint8_t* bytes = of.bytes + kSegments * p;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t lag = 1; lag <= of.lags; ++lag, bytes += of.stride) {
      for (std::size_t k = 0; k < kSegments; ++k) {
        const auto is_so = compare(hn::LoadU(d, first[k] + p), hn::LoadU(d, first[k] + p + lag * of.tau));
        bytes[k] = hn::AllTrue(d, is_so) ? 255 : 0;
      }
    }
#else
    const hn::Repartition<std::uint32_t, decltype(d)> of32;
    const hn::Repartition<std::uint16_t, decltype(d)> of16;
    const hn::Repartition<std::uint8_t, decltype(d)> of8;
    const auto s0 = hn::LoadU(d, first[0] + p), s1 = hn::LoadU(d, first[1] + p), s2 = hn::LoadU(d, first[2] + p);
    const auto s3 = hn::LoadU(d, first[3] + p), s4 = hn::LoadU(d, first[4] + p), s5 = hn::LoadU(d, first[5] + p);
    const auto s6 = hn::LoadU(d, first[6] + p), s7 = hn::LoadU(d, first[7] + p);
    for (std::size_t lag = 1, later = p + of.tau; lag <= of.lags; ++lag, later += of.tau, bytes += of.stride) {
      const auto mask = [&](std::size_t k, auto earlier) {
        return hn::BitCast(of32, hn::VecFromMask(d, compare(earlier, hn::LoadU(d, first[k] + later))));
      };
      const auto merged = [&](std::size_t k, auto a, auto b, auto c, auto e) {
        const auto half = hn::BitCast(of16, hn::OddEven(mask(k + 4, c), mask(k, a)));
        return hn::BitCast(of8, hn::OddEven(hn::BitCast(of16, hn::OddEven(mask(k + 6, e), mask(k + 2, b))), half));
      };
      const auto even = merged(0, s0, s2, s4, s6);
      hn::StoreU(hn::OddEven(merged(1, s1, s3, s5, s7), even), of8, bytes);
    }
#endif
  }
}

void CompareGreater(const Comparisons& of) {
  CompareSegments(of, [](auto earlier, auto later) { return hn::Gt(earlier, later); });
}
void CompareEqual(const Comparisons& of) {
  CompareSegments(of, [](auto earlier, auto later) { return hn::Eq(earlier, later); });
}
void CompareMissing(const Comparisons& of) {
  CompareSegments(of, [](auto sample, auto) { return hn::IsNaN(sample); });
}

template <int kFactor, class V>
V Times(V v) {
  if constexpr (kFactor == 1) {
    return v;
  } else if constexpr (kFactor % 2 == 0) {
    return Times<kFactor / 2>(hn::Add(v, v));
  } else {
    return hn::Add(v, Times<kFactor - 1>(v));
  }
}

// Digit k and those of later samples, in units of its place value, times -1: a comparison gives -1 or 0.
template <int kM, bool kTies, int k, class D>
hn::Vec<hn::RebindToSigned<D>> NegativeDigitsFrom(D d, const double* samples, std::size_t tau) {
  const hn::RebindToSigned<D> integers;
  const auto later = hn::LoadU(d, samples + k * tau);
  auto greater = hn::Zero(integers), equal = greater;
  for (std::size_t j = 0; j < k; ++j) {
    const auto earlier = hn::LoadU(d, samples + j * tau);
    greater = hn::Add(greater, hn::BitCast(integers, hn::VecFromMask(d, hn::Gt(earlier, later))));
    if (kTies) equal = hn::Or(equal, hn::BitCast(integers, hn::VecFromMask(d, hn::Eq(earlier, later))));
  }
  const auto digit = kTies ? hn::Add(hn::Add(greater, greater), equal) : greater;
  if constexpr (k == kM - 1) {
    return digit;
  } else {
    return hn::Add(digit, Times < kTies ? 2 * k + 1 : k + 1 > (NegativeDigitsFrom<kM, kTies, k + 1>(d, samples, tau)));
  }
}

// Two or three samples are compared again for each template: nothing but codes is stored.
template <int kM, bool kTies>
void WriteBytesOf(const BytesOfSegments& of) {
  const hn::CappedTag<double, kSegments> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const auto none = hn::Set(integers, -static_cast<std::int64_t>(of.patterns.codes));
  for (std::size_t p = 0; p < of.length; p += hn::Lanes(d)) {
    auto packed = hn::Zero(integers);
    for (std::size_t k = 0; k < kSegments; ++k) {  // the last one becomes the first byte of a little-endian number
      const double* const samples = of.first[std::endian::native == std::endian::little ? kSegments - 1 - k : k] + p;
      auto code = NegativeDigitsFrom<kM, kTies, 1>(d, samples, of.patterns.tau);
      if (of.has_missing) {
        auto sum = hn::LoadU(d, samples);  // NaN if and only if a sample is: the others are finite
        for (std::size_t j = 1; j < kM; ++j) sum = hn::Add(sum, hn::LoadU(d, samples + j * of.patterns.tau));
        code = hn::IfThenElse(hn::RebindMask(integers, hn::IsNaN(sum)), none, code);
      }
      packed = hn::Sub(hn::ShiftLeft<8>(packed), code);
    }
#if HWY_TARGET == HWY_SCALAR
    const std::int64_t codes = hn::GetLane(packed);
    std::memcpy(of.codes + kSegments * p, &codes, sizeof(codes));
#else
    const hn::Repartition<std::uint8_t, decltype(d)> bytes;
    hn::StoreU(hn::BitCast(bytes, packed), bytes, of.codes + kSegments * p);
#endif
  }
}

void WriteBytes(const BytesOfSegments& of) {
  const bool ties = of.patterns.has_ties;
  if (of.patterns.m == 2) return ties ? WriteBytesOf<2, true>(of) : WriteBytesOf<2, false>(of);
  ties ? WriteBytesOf<3, true>(of) : WriteBytesOf<3, false>(of);
}

template <int kM, bool kTies, typename Code>
class PatternCodes {
 public:
  explicit PatternCodes(const CodesOfSegments& of) : of_(of), step_(kSegments * of.patterns.tau) {}

  void Write() const {
    const std::size_t lanes = hn::Lanes(d_);
    const auto none = hn::Set(d_, static_cast<Code>(of_.patterns.codes));
    Code* const codes = static_cast<Code*>(of_.codes);
    for (std::size_t i = 0; i < of_.size; i += lanes) {
      auto code = DigitsFrom<1>(i);
      if (of_.has_missing) {
        auto missing = hn::LoadU(bytes_, of_.comparisons + i);
        for (std::size_t k = 1; k < kM; ++k)
          missing = hn::Or(missing, hn::LoadU(bytes_, of_.comparisons + i + k * step_));
        code = hn::IfThenElse(hn::Eq(Widened(missing), hn::Zero(d_)), code, none);
      }
      hn::StoreU(code, d_, codes + i);
    }
  }

 private:
  using D = hn::CappedTag<Code, kSegments * kSegments / sizeof(Code)>;
  using Bytes = hn::Rebind<std::uint8_t, D>;

  template <class V>
  hn::Vec<D> Widened(V bytes) const {
    if constexpr (sizeof(Code) == 1) {
      return bytes;
    } else {
      return hn::PromoteTo(d_, bytes);
    }
  }

  // Digit k and those of later samples, in units of its place value.
  template <int k>
  hn::Vec<D> DigitsFrom(std::size_t i) const {
    auto greater = hn::Zero(bytes_), equal = greater;
    for (std::size_t j = 0; j < k; ++j) {
      const std::uint8_t* const at = of_.comparisons + (k - j) * of_.stride + i + j * step_;
      greater = hn::Sub(greater, hn::LoadU(bytes_, at));
      if (kTies) equal = hn::Or(equal, hn::LoadU(bytes_, at + (kM - 1) * of_.stride));
    }
    const auto digit = Widened(kTies ? hn::Sub(hn::Add(greater, greater), equal) : greater);
    if constexpr (k == kM - 1) {
      return digit;
    } else {
      return hn::Add(digit, Times < kTies ? 2 * k + 1 : k + 1 > (DigitsFrom<k + 1>(i)));
    }
  }

  const CodesOfSegments& of_;
  std::size_t step_;
  D d_;
  Bytes bytes_;
};

template <int kM>
void WriteCodesOf(const CodesOfSegments& of) {
  if (of.patterns.m != kM) {
    if constexpr (kM > 4) WriteCodesOf<kM - 1>(of);
    return;
  }
  if constexpr (fit_in_words(kM, true)) {
    using Code = std::conditional_t<fit_in_bytes(kM, true), std::uint8_t, std::uint16_t>;
    if (of.patterns.has_ties) return PatternCodes<kM, true, Code>(of).Write();
  }
  using Code = std::conditional_t<fit_in_bytes(kM, false), std::uint8_t, std::uint16_t>;
  PatternCodes<kM, false, Code>(of).Write();
}

void WriteCodes(const CodesOfSegments& of) {
  WriteCodesOf<8>(of);
}

// Counts six values at once in bytes, before any of them can overflow.
void CountFewCodes(const std::uint8_t* codes, std::size_t size, std::size_t values, std::uint64_t* counts) {
  std::size_t full = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint8_t> d;
  const hn::Repartition<std::uint64_t, decltype(d)> wide;
  const std::size_t lanes = hn::Lanes(d);
  full = size / lanes * lanes;
  for (std::size_t v = 0; v < values; v += 6) {
    const auto value = [&](std::size_t k) { return hn::Set(d, static_cast<std::uint8_t>(v + k)); };
    const auto a = value(0), b = value(1), c = value(2), e = value(3), f = value(4), g = value(5);
    for (std::size_t begin = 0; begin < full; begin += 255 * lanes) {
      const std::size_t end = std::min(full, begin + 255 * lanes);
      auto of_a = hn::Zero(d), of_b = of_a, of_c = of_a, of_e = of_a, of_f = of_a, of_g = of_a;
      for (std::size_t i = begin; i < end; i += lanes) {
        const auto bytes = hn::LoadU(d, codes + i);
        of_a = hn::Sub(of_a, hn::VecFromMask(d, hn::Eq(bytes, a)));
        of_b = hn::Sub(of_b, hn::VecFromMask(d, hn::Eq(bytes, b)));
        of_c = hn::Sub(of_c, hn::VecFromMask(d, hn::Eq(bytes, c)));
        of_e = hn::Sub(of_e, hn::VecFromMask(d, hn::Eq(bytes, e)));
        of_f = hn::Sub(of_f, hn::VecFromMask(d, hn::Eq(bytes, f)));
        of_g = hn::Sub(of_g, hn::VecFromMask(d, hn::Eq(bytes, g)));
      }
      const auto add = [&](std::size_t k, auto found) {
        if (v + k < values) counts[v + k] += hn::GetLane(hn::SumOfLanes(wide, hn::SumsOf8(found)));
      };
      add(0, of_a), add(1, of_b), add(2, of_c), add(3, of_e), add(4, of_f), add(5, of_g);
    }
  }
#endif
  for (std::size_t i = full; i < size; ++i) counts[codes[i]] += codes[i] < values ? 1 : 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(CompareGreater);
HWY_EXPORT(CompareEqual);
HWY_EXPORT(CompareMissing);
HWY_EXPORT(WriteBytes);
HWY_EXPORT(WriteCodes);
HWY_EXPORT(CountFewCodes);

namespace {

void write_shared(const ShortPatterns& patterns, const double* samples, PatternSegments segments, bool has_missing,
                  std::vector<std::uint8_t>& comparisons, void* codes) {
  const auto m = static_cast<std::size_t>(patterns.m);
  const std::size_t length = segments.length(), reach = (m - 1) * patterns.tau;
  const std::size_t stride = kSegments * (length + reach);
  comparisons.resize((patterns.has_ties ? 2 * m - 1 : m) * stride);
  Comparisons of{{}, 0, length + reach, 0, 1, comparisons.data(), stride};
  for (std::size_t k = 0; k < kSegments; ++k) of.first[k] = samples + segments.begin(k);
  if (has_missing) HWY_DYNAMIC_DISPATCH(CompareMissing)(of);
  of.tau = patterns.tau;
  // The last samples are compared at fewer lags: those that templates reach.
  for (of.lags = m - 1, of.end = length; of.lags > 0; --of.lags, of.begin = of.end, of.end += patterns.tau) {
    of.bytes = comparisons.data() + stride;
    HWY_DYNAMIC_DISPATCH(CompareGreater)(of);
    if (!patterns.has_ties) continue;
    of.bytes += (m - 1) * stride;
    HWY_DYNAMIC_DISPATCH(CompareEqual)(of);
  }
  HWY_DYNAMIC_DISPATCH(WriteCodes)({patterns, comparisons.data(), stride, kSegments * length, has_missing, codes});
}

}  // namespace

template <typename Code>
void write_pattern_codes(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                         bool has_missing, std::vector<std::uint8_t>& comparisons, Code* codes) {
  if (patterns.m <= 3) {
    BytesOfSegments of{patterns, {}, segments.length(), has_missing, reinterpret_cast<std::uint8_t*>(codes)};
    for (std::size_t k = 0; k < kSegments; ++k) of.first[k] = samples + segments.begin(k);
    HWY_DYNAMIC_DISPATCH(WriteBytes)(of);
  } else {
    write_shared(patterns, samples, segments, has_missing, comparisons, codes);
  }
  for (std::size_t k = 1; k < kSegments; ++k) {
    for (std::size_t p = 0; p < segments.repeated(k); ++p) codes[kSegments * p + k] = static_cast<Code>(patterns.codes);
  }
}

template void write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  std::vector<std::uint8_t>&, std::uint8_t*);
template void write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  std::vector<std::uint8_t>&, std::uint16_t*);

void count_few_codes(const std::uint8_t* codes, std::size_t size, std::size_t values, std::uint64_t* counts) {
  HWY_DYNAMIC_DISPATCH(CountFewCodes)(codes, size, values, counts);
}

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
