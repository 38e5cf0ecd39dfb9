// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pattern_codes_internal.hpp"

#include <type_traits>

#include "biotropy/series/samples.hpp"

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

struct BitsOfSegments {
  int m;
  bool has_ties;
  std::size_t tau;
  const std::uint8_t* valid;        // a bit for each template that counts, and zeros behind them
  const std::uint8_t* comparisons;  // of the lags tau, ... (m - 1) tau, then equalities; as in CodesOfSegments
  std::size_t stride, length;
  std::uint32_t* counts;
};

struct CodesOfSegments {
  ShortPatterns patterns;
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

// Comparisons are bytes, 0 or 255, or bits of bytes. Returns whether the earlier samples are finite.
template <bool kBits, std::size_t kLags, class Compare>
bool CompareLags(Comparisons of, Compare compare) {  // a copy, which no byte that is stored can change
  const hn::CappedTag<double, kSegments> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto& first = of.first;
  const std::size_t lags = kLags == 0 ? of.lags : kLags;
  const auto zero = hn::Zero(d);
  auto finite = zero, also = zero;  // sums of products with 0: 0, or NaN if a sample is not finite
  for (std::size_t next = of.begin; next < of.end; next += lanes) {
    const std::size_t p = std::min(next, of.end - lanes);
    std::uint8_t* bytes = of.bytes + (kBits ? p : kSegments * p);
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t k = 0; k < kSegments; ++k) finite = hn::MulAdd(hn::LoadU(d, first[k] + p), zero, finite);
    for (std::size_t lag = 1; lag <= lags; ++lag, bytes += of.stride) {
      if (kBits) bytes[0] = 0;
      for (std::size_t k = 0; k < kSegments; ++k) {
        const auto is_so = compare(hn::LoadU(d, first[k] + p), hn::LoadU(d, first[k] + p + lag * of.tau));
        if (!kBits) bytes[k] = hn::AllTrue(d, is_so) ? 255 : 0;
        if (kBits && hn::AllTrue(d, is_so)) bytes[0] |= static_cast<std::uint8_t>(1U << k);
      }
    }
#else
    const hn::Repartition<std::uint32_t, decltype(d)> of32;
    const hn::Repartition<std::uint16_t, decltype(d)> of16;
    const hn::Repartition<std::uint8_t, decltype(d)> of8;
    const auto s0 = hn::LoadU(d, first[0] + p), s1 = hn::LoadU(d, first[1] + p), s2 = hn::LoadU(d, first[2] + p);
    const auto s3 = hn::LoadU(d, first[3] + p), s4 = hn::LoadU(d, first[4] + p), s5 = hn::LoadU(d, first[5] + p);
    const auto s6 = hn::LoadU(d, first[6] + p), s7 = hn::LoadU(d, first[7] + p);
    const auto add = [&](auto to, auto a, auto b) { return hn::MulAdd(b, zero, hn::MulAdd(a, zero, to)); };
    finite = add(add(finite, s0, s1), s2, s3);
    also = add(add(also, s4, s5), s6, s7);
    for (std::size_t lag = 1, later = p + of.tau; lag <= lags; ++lag, later += of.tau, bytes += of.stride) {
      const auto mask = [&](std::size_t k, auto earlier) {
        return hn::BitCast(of32, hn::VecFromMask(d, compare(earlier, hn::LoadU(d, first[k] + later))));
      };
      const auto merged = [&](std::size_t k, auto a, auto b, auto c, auto e) {
        const auto half = hn::BitCast(of16, hn::OddEven(mask(k + 4, c), mask(k, a)));
        return hn::BitCast(of8, hn::OddEven(hn::BitCast(of16, hn::OddEven(mask(k + 6, e), mask(k + 2, b))), half));
      };
      const auto even = merged(0, s0, s2, s4, s6);
      const auto all = hn::OddEven(merged(1, s1, s3, s5, s7), even);
      if constexpr (kBits) {
        hn::StoreMaskBits(of8, hn::MaskFromVec(all), bytes);
      } else {
        hn::StoreU(all, of8, bytes);
      }
    }
#endif
  }
  return hn::AllTrue(d, hn::Eq(hn::Add(finite, also), zero));
}

template <bool kBits, class Compare>
bool CompareSegments(const Comparisons& of, Compare compare) {
  if (of.lags == 2) return CompareLags<kBits, 2>(of, compare);
  if (of.lags == 3) return CompareLags<kBits, 3>(of, compare);
  return of.lags == 4 ? CompareLags<kBits, 4>(of, compare) : CompareLags<kBits, 0>(of, compare);
}

bool CompareGreater(const Comparisons& of, bool bits) {
  const auto compare = [](auto earlier, auto later) { return hn::Gt(earlier, later); };
  return bits ? CompareSegments<true>(of, compare) : CompareSegments<false>(of, compare);
}
bool CompareEqual(const Comparisons& of, bool bits) {
  const auto compare = [](auto earlier, auto later) { return hn::Eq(earlier, later); };
  return bits ? CompareSegments<true>(of, compare) : CompareSegments<false>(of, compare);
}
bool CompareMissing(const Comparisons& of, bool bits) {
  const auto compare = [](auto sample, auto) { return hn::IsNaN(sample); };
  return bits ? CompareLags<true, 1>(of, compare) : CompareLags<false, 1>(of, compare);
}

template <std::size_t kFactor, class V>
V Times(V v) {
  if constexpr (kFactor == 1) {
    return v;
  } else if constexpr (kFactor % 2 == 0) {
    return Times<kFactor / 2>(hn::Add(v, v));
  } else {
    return hn::Add(v, Times<kFactor - 1>(v));
  }
}

template <int kM, bool kTies, std::size_t kJoined>
class PatternCodes {
 public:
  explicit PatternCodes(const CodesOfSegments& of)
      : of_(of), step_(kJoined > 1 ? kSegments : kSegments * of.patterns.tau) {}

  void Write() const {
    const std::size_t lanes = hn::Lanes(d_);
    const auto none = hn::Set(d_, static_cast<Code>(of_.patterns.codes));
    for (std::size_t i = 0; i < of_.size; i += lanes) {
      auto code = DigitsFrom<1>(i);
      if constexpr (kJoined > 1) {
        StoreJoined(code, Digits<kJoined - 1>(i + step_), i);
        continue;
      }
      if (of_.has_missing) {
        auto missing = hn::LoadU(bytes_, of_.comparisons + i);
        for (std::size_t k = 1; k < kM; ++k)
          missing = hn::Or(missing, hn::LoadU(bytes_, of_.comparisons + i + k * step_));
        code = hn::IfThenElse(hn::Eq(Widened(missing), hn::Zero(d_)), code, none);
      }
      hn::StoreU(code, d_, static_cast<Code*>(of_.codes) + i);
    }
  }

 private:
  using Code = std::conditional_t<fit_in_bytes(kM, kTies, 1), std::uint8_t, std::uint16_t>;
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

  template <int k>
  hn::Vec<D> Digit(std::size_t i) const {
    auto greater = hn::Zero(bytes_), equal = greater;
    for (std::size_t j = 0; j < k; ++j) {
      const std::uint8_t* const at = of_.comparisons + (k - j) * of_.stride + i + j * step_;
      greater = hn::Sub(greater, hn::LoadU(bytes_, at));
      if (kTies) equal = hn::Or(equal, hn::LoadU(bytes_, at + (kM - 1) * of_.stride));
    }
    return Widened(kTies ? hn::Sub(hn::Add(greater, greater), equal) : greater);
  }

  // Digit k and those of later samples, in units of its place value.
  template <int k>
  hn::Vec<D> DigitsFrom(std::size_t i) const {
    const auto digit = Digit<k>(i);
    if constexpr (k == kM - 1) {
      return digit;
    } else {
      return hn::Add(digit, Times<last_digits(k + 1, kTies)>(DigitsFrom<k + 1>(i)));
    }
  }

  // The last digits of neighbouring templates.
  template <std::size_t kTemplates>
  hn::Vec<D> Digits(std::size_t i) const {
    const auto digit = Digit<kM - 1>(i);
    if constexpr (kTemplates == 1) {
      return digit;
    } else {
      return hn::Add(digit, Times<last_digits(kM, kTies)>(Digits<kTemplates - 1>(i + step_)));
    }
  }

  // Code and digits are bytes, and eight neighbouring ones belong to segments at one place. Of two such places the
  // first is wanted.
  template <class V>
  void StoreJoined(V code, V digits, std::size_t i) const {
    constexpr std::size_t kCodes = joint_codes(kM, kTies, 1);
    if constexpr (fit_in_bytes(kM, kTies, kJoined)) {
      hn::StoreU(hn::Add(code, Times<kCodes>(digits)), d_, static_cast<std::uint8_t*>(of_.codes) + i);
    } else {
      std::uint16_t* const words = static_cast<std::uint16_t*>(of_.codes);
#if HWY_TARGET == HWY_SCALAR
      const std::size_t place = i / kSegments;
      if (place % 2 == 0) {
        words[place / 2 * kSegments + i % kSegments] =
            static_cast<std::uint16_t>(hn::GetLane(code) + kCodes * hn::GetLane(digits));
      }
#else
      const hn::Repartition<std::uint16_t, D> d;
      const auto zero = hn::Zero(d_);
      const auto low = hn::BitCast(d, hn::InterleaveLower(d_, code, zero));
      const auto high = hn::BitCast(d, hn::InterleaveLower(d_, digits, zero));
      hn::StoreU(hn::Add(low, hn::Mul(high, hn::Set(d, static_cast<std::uint16_t>(kCodes)))), d, words + i / 2);
#endif
    }
  }

  const CodesOfSegments of_;  // a copy, which no code that is stored can change
  const std::size_t step_;    // from a sample to the next one of a template
  D d_;
  Bytes bytes_;
};

template <int kM, bool kTies>
void WriteCodesWith(const CodesOfSegments& of) {
  if constexpr (fit_in_words(kM, kTies)) {
    if constexpr (joined_templates(kM, kTies) > 1) {
      if (of.patterns.joined > 1) return PatternCodes<kM, kTies, joined_templates(kM, kTies)>(of).Write();
    }
    PatternCodes<kM, kTies, 1>(of).Write();
  }
}

template <int kM>
void WriteCodesOf(const CodesOfSegments& of) {
  if (of.patterns.m != kM) {
    if constexpr (kM > 2) WriteCodesOf<kM - 1>(of);
    return;
  }
  of.patterns.has_ties ? WriteCodesWith<kM, true>(of) : WriteCodesWith<kM, false>(of);
}

void WriteCodes(const CodesOfSegments& of) {
  WriteCodesOf<8>(of);
}

// Templates of each pattern, from bits of comparisons: as many templates at once as a vector has bits.
template <int kM, bool kTies>
class PatternBits {
 public:
  explicit PatternBits(const BitsOfSegments& of) : of_(of) {}

  void Count() const {
    constexpr std::size_t kMost = 31;  // vectors whose bits are counted in bytes
    const std::size_t lanes = hn::Lanes(d_), end = of_.length;
    for (std::size_t begin = 0; begin < end; begin += kMost * lanes) {
      V found[kCodes];
      for (V& of_code : found) of_code = hn::Zero(d_);
      for (std::size_t i = begin; i < std::min(end, begin + kMost * lanes); i += lanes) {
        V is[kM][kDigits];
        SetDigits<1>(i, is);
        AddFrom<kM - 1>(hn::LoadU(d_, of_.valid + i), is, found);
      }
      for (std::size_t code = 0; code < kCodes; ++code)
        of_.counts[code] += static_cast<std::uint32_t>(Sum(found[code]));
    }
  }

 private:
#if HWY_TARGET == HWY_SCALAR
  using D = hn::CappedTag<std::uint8_t, 1>;
#else
  using D = hn::ScalableTag<std::uint8_t>;
#endif
  using V = hn::Vec<D>;
  static constexpr std::size_t kDigits = kTies ? 2 * kM - 1 : kM;

  static constexpr std::size_t DigitsOf(int k) {
    return static_cast<std::size_t>(kTies ? 2 * k + 1 : k + 1);
  }
  static constexpr std::size_t PlaceOf(int k) {
    return k <= 1 ? 1 : DigitsOf(k - 1) * PlaceOf(k - 1);
  }
  static constexpr std::size_t kCodes = PlaceOf(kM);

  std::uint64_t Sum(V bytes) const {
#if HWY_TARGET == HWY_SCALAR
    return hn::GetLane(bytes);
#else
    const hn::Repartition<std::uint64_t, D> wide;
    return hn::GetLane(hn::SumOfLanes(wide, hn::SumsOf8(bytes)));
#endif
  }

  // Bits of the templates whose digit k is v: is[k][v].
  template <int k>
  void SetDigits(std::size_t i, V (&is)[kM][kDigits]) const {
    V greater[k + 1], equal = hn::Zero(d_);
    greater[0] = hn::Not(equal);
    for (std::size_t j = 0; j < k; ++j) {
      const std::uint8_t* const at = of_.comparisons + (k - j - 1) * of_.stride + i + j * of_.tau;
      const V one = hn::LoadU(d_, at);
      if (kTies) equal = hn::Or(equal, hn::LoadU(d_, at + (kM - 1) * of_.stride));
      greater[j + 1] = hn::And(one, greater[j]);
      for (std::size_t v = j; v > 0; --v)
        greater[v] = hn::Or(hn::AndNot(one, greater[v]), hn::And(one, greater[v - 1]));
      greater[0] = hn::AndNot(one, greater[0]);
    }
    for (std::size_t v = 0; v <= k; ++v) {
      is[k][kTies ? 2 * v : v] = hn::AndNot(equal, greater[v]);
      if (kTies && v < k) is[k][2 * v + 1] = hn::And(equal, greater[v]);
    }
    if constexpr (k + 1 < kM) SetDigits<k + 1>(i, is);
  }

  template <int k>
  void AddFrom(V templates, const V (&is)[kM][kDigits], V* found) const {
    if constexpr (k == 0) {
      *found = hn::Add(*found, hn::PopulationCount(templates));
    } else {
      for (std::size_t v = 0; v < DigitsOf(k); ++v) {
        AddFrom<k - 1>(hn::And(templates, is[k][v]), is, found + v * PlaceOf(k));
      }
    }
  }

  const BitsOfSegments& of_;
  D d_;
};

template <int kM>
void CountBitsOf(const BitsOfSegments& of) {
  if (of.m != kM) {
    if constexpr (kM > 2) CountBitsOf<kM - 1>(of);
    return;
  }
  of.has_ties ? PatternBits<kM, true>(of).Count() : PatternBits<kM, false>(of).Count();
}

void CountBits(const BitsOfSegments& of) {
  CountBitsOf<4>(of);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(CompareGreater);
HWY_EXPORT(CompareEqual);
HWY_EXPORT(CompareMissing);
HWY_EXPORT(WriteCodes);
HWY_EXPORT(CountBits);

namespace {

// Comparisons of segments, as bytes or bits: of the lags 0 (whether a sample is missing), tau ... (m - 1) tau, and with
// ties also equalities.
class SharedComparisons {
 public:
  SharedComparisons(const ShortPatterns& patterns, const double* samples, PatternSegments segments, bool has_missing,
                    bool bits, AlignedVector<std::uint8_t>& comparisons)
      : stride_((bits ? 1 : kSegments) * ((segments.length() + patterns.reach() + 7) / 8 * 8) + kPadding) {
    const auto m = static_cast<std::size_t>(patterns.m);
    const std::size_t length = segments.length(), reach = patterns.reach();
    const std::size_t size = (patterns.has_ties ? 2 * m - 1 : m) * stride_;
    if (comparisons.size() < size) comparisons.resize(size);
    Comparisons of{{}, 0, length + reach, 0, 1, comparisons.data(), stride_};
    for (std::size_t k = 0; k < kSegments; ++k) of.first[k] = samples + segments.begin(k);
    // The last samples of all are the earlier one in no comparison.
    finite_ = series::are_finite({samples + segments.templates, reach});
    if (has_missing) HWY_DYNAMIC_DISPATCH(CompareMissing)(of, bits);
    of.tau = patterns.tau;
    // The last samples are compared at fewer lags: those that templates reach.
    for (of.lags = m - 1, of.end = length; of.lags > 0; --of.lags, of.begin = of.end, of.end += patterns.tau) {
      of.bytes = comparisons.data() + stride_;
      finite_ &= HWY_DYNAMIC_DISPATCH(CompareGreater)(of, bits);
      if (!patterns.has_ties) continue;
      of.bytes += (m - 1) * stride_;
      HWY_DYNAMIC_DISPATCH(CompareEqual)(of, bits);
    }
  }

  static constexpr std::size_t kPadding = 256;  // vectors of bits read more than there is

  std::size_t stride() const { return stride_; }
  bool are_finite() const { return finite_; }

 private:
  std::size_t stride_;
  bool finite_;
};

}  // namespace

bool count_short_patterns(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                          bool has_missing, AlignedVector<std::uint8_t>& comparisons, std::uint32_t* counts) {
  const SharedComparisons shared(patterns, samples, segments, has_missing, true, comparisons);
  const std::size_t reach = patterns.reach(), length = segments.length(), stride = shared.stride();
  if (!has_missing && !shared.are_finite()) return false;
  std::uint8_t* const valid = comparisons.data();
  if (!has_missing) std::fill_n(valid, length, 0);
  for (std::size_t p = 0; p < length; ++p) {
    for (std::size_t lag = patterns.tau; has_missing && lag <= reach; lag += patterns.tau) valid[p] |= valid[p + lag];
  }
  for (std::size_t p = 0; p < length; ++p) valid[p] = static_cast<std::uint8_t>(~valid[p]);
  std::fill_n(valid + length, SharedComparisons::kPadding, 0);
  for (std::size_t k = 1; k < kSegments; ++k) {
    for (std::size_t p = 0; p < segments.repeated(k); ++p) valid[p] &= static_cast<std::uint8_t>(~(1U << k));
  }
  HWY_DYNAMIC_DISPATCH(CountBits)
  ({patterns.m, patterns.has_ties, patterns.tau, valid, valid + stride, stride, length, counts});
  return true;
}

template <typename Code>
bool write_pattern_codes(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                         bool has_missing, AlignedVector<std::uint8_t>& comparisons, Code* codes) {
  const SharedComparisons shared(patterns, samples, segments, has_missing, false, comparisons);
  HWY_DYNAMIC_DISPATCH(WriteCodes)
  ({patterns, comparisons.data(), shared.stride(), kSegments * segments.length(), has_missing, codes});
  for (std::size_t k = 1; k < kSegments; ++k) {
    for (std::size_t p = 0; p < segments.repeated(k); ++p) codes[kSegments * p + k] = static_cast<Code>(patterns.codes);
  }
  return has_missing || shared.are_finite();
}

template bool write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  AlignedVector<std::uint8_t>&, std::uint8_t*);
template bool write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  AlignedVector<std::uint8_t>&, std::uint16_t*);

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
