// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pattern_codes_internal.hpp"

#include <cstring>
#include <type_traits>

#include "biotropy/entropy/pattern_kernels_internal.hpp"
#include "biotropy/series/samples.hpp"

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/pattern_codes.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#ifndef BIOTROPY_ENTROPY_PATTERN_CODES
#define BIOTROPY_ENTROPY_PATTERN_CODES

namespace biotropy::entropy {

// Comparisons of samples with those tau, 2 tau ... later: bit k of byte p belongs to sample p of segment k.
struct Comparisons {
  const double* first[kSegments];  // of the segments
  std::size_t begin, end;          // samples of a segment, at least as many before the end as a vector has lanes
  std::size_t tau, lags;
  std::uint8_t *greater, *equal;  // of the first lag: whether the earlier sample is greater, and if wanted, equal
  std::size_t stride;             // from the bytes of one lag to those of the next
  double* sums[kSegments];        // of squared differences of templates from their mean; null if not wanted
};

constexpr std::size_t kPadding = 256;  // vectors read and write more than there is

struct Compared {
  std::size_t tau, length, stride;
  std::uint8_t* missing;                // of the samples; null if all are known
  const std::uint8_t *greater, *equal;  // of the lags tau, ... (m - 1) tau
  bool are_counted;                     // no sample is missing or infinite unexpectedly
};

}  // namespace biotropy::entropy

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, kSegments>;

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
constexpr bool kMasksAreBits = true;

// The first samples of all segments, a multiple of eight: mask registers are the bits of neighbouring samples of one
// segment. Eight of them, one for each segment, are stored side by side and transposed afterwards.
template <std::size_t kLags, bool kEqual, bool kSums>
bool CompareWhole(const Comparisons of) {
  constexpr std::size_t kAhead = 128;
  const Lanes d;
  const auto zero = hn::Zero(d);
  auto finite = zero, also = zero;
  const std::size_t lags = kLags == 0 ? of.lags : kLags;
  const auto compare_at = [&](std::size_t k, std::size_t p) HWY_ATTR {
    const double* const first = of.first[k] + p;
    hwy::Prefetch(first + kAhead);
    const auto earlier = hn::LoadU(d, first);
    auto sum = zero, squares = zero;
    for (std::size_t lag = 0; lag < lags; ++lag) {
      const auto later = hn::LoadU(d, first + (lag + 1) * of.tau);
      if constexpr (kSums) {  // as sum_squares() does
        const auto difference = hn::Sub(later, earlier), square = hn::Mul(difference, difference);
        sum = lag == 0 ? difference : hn::Add(sum, difference);
        squares = lag == 0 ? square : hn::Add(squares, square);
      }
      hn::StoreMaskBits(d, hn::Gt(earlier, later), of.greater + lag * of.stride + p + k);
      if (kEqual) hn::StoreMaskBits(d, hn::Eq(earlier, later), of.equal + lag * of.stride + p + k);
    }
    if constexpr (kSums) {
      const auto share = hn::Set(d, 1.0 / static_cast<double>(kLags + 1));
      hn::StoreU(hn::Sub(squares, hn::Mul(hn::Mul(sum, sum), share)), d, of.sums[k] + p);
    }
    return earlier;
  };
  for (std::size_t k = 0; k < kSegments; k += 2) {
    for (std::size_t p = 0; p < of.end; p += kSegments) {
      finite = hn::MulAdd(compare_at(k, p), zero, finite);
      also = hn::MulAdd(compare_at(k + 1, p), zero, also);
    }
  }
  const hn::ScalableTag<std::uint64_t> of64;
  const auto exchange = [&](auto bits, auto shift, std::uint64_t mask) HWY_ATTR {
    constexpr int kShift = decltype(shift)::value;
    const auto changed = hn::And(hn::Xor(bits, hn::ShiftRight<kShift>(bits)), hn::Set(of64, mask));
    return hn::Xor(bits, hn::Xor(changed, hn::ShiftLeft<kShift>(changed)));
  };
  for (std::size_t lag = 0; lag < (kEqual ? 2 : 1) * lags; ++lag) {
    std::uint8_t* const bytes = (lag < lags ? of.greater + lag * of.stride : of.equal + (lag - lags) * of.stride);
    for (std::size_t p = 0; p < of.end; p += kSegments * hn::Lanes(of64)) {
      std::uint64_t* const at = reinterpret_cast<std::uint64_t*>(bytes + p);
      auto bits = exchange(hn::LoadU(of64, at), std::integral_constant<int, 7>(), 0x00AA00AA00AA00AA);
      bits = exchange(bits, std::integral_constant<int, 14>(), 0x0000CCCC0000CCCC);
      hn::StoreU(exchange(bits, std::integral_constant<int, 28>(), 0x00000000F0F0F0F0), of64, at);
    }
  }
  return hn::AllTrue(d, hn::Eq(hn::Add(finite, also), zero));
}
#else
constexpr bool kMasksAreBits = false;
#endif

// Comparisons are bytes, 0 or 255, or bits of bytes. Returns whether the earlier samples are finite.
template <bool kBits, std::size_t kLags, bool kEqual, bool kMissing = false>
bool CompareLags(const Comparisons of) {  // a copy, which no byte that is stored can change
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  const auto& first = of.first;
  const std::size_t lags = kLags == 0 ? of.lags : kLags;
  const auto zero = hn::Zero(d);
  auto finite = zero, also = zero;  // sums of products with 0: 0, or NaN if a sample is not finite
  const auto is_greater = [](auto earlier, auto later) {
    if constexpr (kMissing) return hn::IsNaN(earlier);
    return hn::Gt(earlier, later);
  };
  const auto is_equal = [](auto earlier, auto later) { return hn::Eq(earlier, later); };
  for (std::size_t next = of.begin; next < of.end; next += lanes) {
    const std::size_t p = std::min(next, of.end - lanes);
    const std::size_t at = kBits ? p : kSegments * p;
    std::uint8_t *greater = of.greater + at, *equal = of.equal + at;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t k = 0; k < kSegments; ++k) finite = hn::MulAdd(hn::LoadU(d, first[k] + p), zero, finite);
    const auto store = [&](auto compare, std::size_t later, std::uint8_t* to) {
      if (kBits) *to = 0;
      for (std::size_t k = 0; k < kSegments; ++k) {
        const bool is_so = hn::AllTrue(d, compare(hn::LoadU(d, first[k] + p), hn::LoadU(d, first[k] + later)));
        if (!kBits) to[k] = is_so ? 255 : 0;
        if (kBits && is_so) *to |= static_cast<std::uint8_t>(1U << k);
      }
    };
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
    const auto store = [&](auto compare, std::size_t later, std::uint8_t* to) {
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
        hn::StoreMaskBits(of8, hn::MaskFromVec(all), to);
      } else {
        hn::StoreU(all, of8, to);
      }
    };
#endif
    for (std::size_t lag = 1; lag <= lags; ++lag, greater += of.stride, equal += of.stride) {
      store(is_greater, p + lag * of.tau, greater);
      if (kEqual) store(is_equal, p + lag * of.tau, equal);
    }
  }
  return hn::AllTrue(d, hn::Eq(hn::Add(finite, also), zero));
}

template <bool kBits, std::size_t kLags, bool kEqual>
bool CompareSegmentsOf(const Comparisons& of) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  if constexpr (kLags > 0) {
    if (of.sums[0] != nullptr && of.begin == 0) return CompareWhole<kLags, kEqual, true>(of);
  }
  if (of.begin == 0) return CompareWhole<kLags, kEqual, false>(of);
#endif
  return CompareLags<kBits, kLags, kEqual>(of);
}

template <bool kBits, bool kEqual>
bool CompareSegments(const Comparisons& of) {
  if (of.lags == 2) return CompareSegmentsOf<kBits, 2, kEqual>(of);
  if (of.lags == 3) return CompareSegmentsOf<kBits, 3, kEqual>(of);
  return of.lags == 4 ? CompareSegmentsOf<kBits, 4, kEqual>(of) : CompareSegmentsOf<kBits, 0, kEqual>(of);
}

// Comparisons of the lags 0 (whether a sample is known), tau ... (m - 1) tau, and with ties also equalities.
template <bool kBits>
Compared CompareAll(const ShortPatterns& patterns, const double* samples, PatternSegments segments, bool has_missing,
                    AlignedVector<std::uint8_t>& comparisons, double* sums) {
  const std::size_t length = segments.length(), reach = patterns.reach(),
                    lags = static_cast<std::size_t>(patterns.m - 1);
  const std::size_t rounded = (length + reach + kSegments - 1) / kSegments * kSegments;
  const std::size_t stride = (kBits ? 1 : kSegments) * rounded + kPadding;
  const std::size_t size = (patterns.has_ties ? 2 * lags + 1 : lags + 1) * stride;
  if (comparisons.size() < size) comparisons.resize(size);
  std::uint8_t *const missing = comparisons.data(), *const greater = missing + stride;
  std::uint8_t* const equal = greater + lags * stride;
  Comparisons of{{}, 0, length + reach, 0, 1, missing, nullptr, stride, {}};
  const bool at_once = kMasksAreBits && lags >= 2 && lags <= 4;
  if (sums != nullptr && !at_once) sum_squares({samples, segments.templates, patterns.tau, patterns.m, sums});
  for (std::size_t k = 0; k < kSegments; ++k) {
    of.first[k] = samples + segments.begin(k);
    of.sums[k] = at_once && sums != nullptr ? sums + segments.begin(k) : nullptr;
  }
  if (has_missing) CompareLags<kBits, 1, false, true>(of);
  of.tau = patterns.tau;
  of.greater = greater;
  of.equal = equal;
  // The last samples of all are the earlier one in no comparison.
  bool are_finite = series::are_finite({samples + segments.templates, reach});
  // The last samples are compared at fewer lags: those that templates reach.
  for (of.lags = lags, of.end = length; of.lags > 0; --of.lags, of.begin = of.end, of.end += patterns.tau)
    are_finite &= patterns.has_ties ? CompareSegments<kBits, true>(of) : CompareSegments<kBits, false>(of);
  return {patterns.tau, length, stride, has_missing ? missing : nullptr, greater, equal, has_missing || are_finite};
}

// Codes of as many templates at once as a vector has lanes: lane 8 p + k belongs to template p of segment k.
template <int kM, bool kTies, std::size_t kJoined>
class PatternCodes {
 public:
  PatternCodes(const Compared& of, std::uint16_t none, void* codes)
      : of_(of), none_(none), codes_(static_cast<Code*>(codes)) {}

  void Write() const {
    for (std::size_t i = 0; i < kSegments * of_.length; i += hn::Lanes(d_)) {
      if constexpr (kJoined > 1) {
        WriteJoined(i);
      } else {
        const auto code = CodeFrom<1>(i);
        hn::StoreU(of_.missing == nullptr ? code : IfKnown(i, code), d_, codes_ + i);
      }
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

  // Comparisons of a vector's templates, moved by some samples: bits, or bytes of a vector.
  auto At(const std::uint8_t* comparisons, std::size_t i, std::size_t moved) const {
    if constexpr (kMasksAreBits) {
      std::uint64_t bits;
      std::memcpy(&bits, comparisons + i / kSegments + moved, sizeof bits);
      return bits;
    } else {
      return hn::LoadU(bytes_, comparisons + i + kSegments * moved);
    }
  }

  template <class Masks>
  static Masks Either(Masks a, Masks b) {
    if constexpr (kMasksAreBits) {
      return a | b;
    } else {
      return hn::Or(a, b);
    }
  }

  template <class Masks, class V>
  V AddIf(Masks masks, std::size_t value, V to) const {
    const V added = hn::Set(bytes_, static_cast<std::uint8_t>(value));
    if constexpr (kMasksAreBits) {
      const auto mask = hn::LoadMaskBits(bytes_, reinterpret_cast<const std::uint8_t*>(&masks));
      return hn::IfThenElse(mask, hn::Add(to, added), to);
    } else {
      return hn::Add(to, hn::And(masks, added));
    }
  }

  // Adds digits k ... kEnd - 1 to a code, the first with this place value.
  template <int k, int kEnd, std::size_t kPlace, class V>
  V AddDigits(std::size_t i, V code) const {
    if constexpr (k == kEnd) {
      return code;
    } else {
      for (std::size_t j = 0; j < k; ++j)
        code = AddIf(At(of_.greater + (k - j - 1) * of_.stride, i, j * of_.tau), (kTies ? 2 : 1) * kPlace, code);
      if constexpr (kTies) {
        auto equal = At(of_.equal + (k - 1) * of_.stride, i, 0);
        for (std::size_t j = 1; j < k; ++j)
          equal = Either(equal, At(of_.equal + (k - j - 1) * of_.stride, i, j * of_.tau));
        code = AddIf(equal, kPlace, code);
      }
      return AddDigits<k + 1, kEnd, kPlace * last_digits(k + 1, kTies)>(i, code);
    }
  }

  // Digits from k on whose values fit in a byte.
  static constexpr int EndOfBytes(int k) {
    for (std::size_t product = 1; k < kM; ++k) {
      product *= last_digits(k + 1, kTies);
      if (product > 256) break;
    }
    return k;
  }

  // Digit k and those of later samples, in units of its place value.
  template <int k>
  hn::Vec<D> CodeFrom(std::size_t i) const {
    constexpr int kEnd = EndOfBytes(k);
    const auto bytes = AddDigits<k, kEnd, 1>(i, hn::Zero(bytes_));
    if constexpr (kEnd == kM) {
      return Widened(bytes);
    } else {
      constexpr auto kPlace = joint_codes(kEnd, kTies, 1) / joint_codes(k, kTies, 1);
      return hn::Add(Widened(bytes), hn::Mul(CodeFrom<kEnd>(i), hn::Set(d_, static_cast<std::uint16_t>(kPlace))));
    }
  }

  hn::Vec<D> IfKnown(std::size_t i, hn::Vec<D> code) const {
    auto missing = At(of_.missing, i, 0);
    for (std::size_t k = 1; k < kM; ++k) missing = Either(missing, At(of_.missing, i, k * of_.tau));
    const auto none = hn::Set(d_, static_cast<Code>(none_));
    if constexpr (kMasksAreBits) {
      return hn::IfThenElse(hn::LoadMaskBits(d_, reinterpret_cast<const std::uint8_t*>(&missing)), none, code);
    } else {
      return hn::IfThenElse(hn::Eq(Widened(missing), hn::Zero(d_)), code, none);
    }
  }

  // The last digits of the next templates, the first with this place value.
  template <std::size_t kTemplate, std::size_t kPlace>
  hn::Vec<D> AddNext(std::size_t i, hn::Vec<D> code) const {
    if constexpr (kTemplate == kJoined) {
      return code;
    } else {
      constexpr std::size_t kDigits = last_digits(kM, kTies);
      return AddNext<kTemplate + 1, kPlace * kDigits>(i,
                                                      AddDigits<kM - 1, kM, kPlace>(i + kTemplate * kSegments, code));
    }
  }

  // Code and digits are bytes, and eight neighbouring ones belong to segments at one place. Of two such places the
  // first is wanted.
  void WriteJoined(std::size_t i) const {
    constexpr std::size_t kCodes = joint_codes(kM, kTies, 1);
    const auto code = CodeFrom<1>(i);
    if constexpr (fit_in_bytes(kM, kTies, kJoined)) {
      hn::StoreU(AddNext<1, kCodes>(i, code), d_, codes_ + i);
    } else {
      const auto digits = AddNext<1, 1>(i, hn::Zero(d_));
      std::uint16_t* const words = reinterpret_cast<std::uint16_t*>(codes_);
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

  const Compared of_;  // a copy, which no code that is stored can change
  const std::uint16_t none_;
  Code* const codes_;
  D d_;
  Bytes bytes_;
};

template <int kM, bool kTies>
void WriteCodesWith(const Compared& of, const ShortPatterns& patterns, void* codes) {
  if constexpr (fit_in_words(kM, kTies)) {
    if constexpr (joined_templates(kM, kTies) > 1) {
      if (patterns.joined > 1)
        return PatternCodes<kM, kTies, joined_templates(kM, kTies)>(of, patterns.codes, codes).Write();
    }
    PatternCodes<kM, kTies, 1>(of, patterns.codes, codes).Write();
  }
}

template <int kM>
void WriteCodesOf(const Compared& of, const ShortPatterns& patterns, void* codes) {
  if (patterns.m != kM) {
    if constexpr (kM > 2) WriteCodesOf<kM - 1>(of, patterns, codes);
    return;
  }
  patterns.has_ties ? WriteCodesWith<kM, true>(of, patterns, codes) : WriteCodesWith<kM, false>(of, patterns, codes);
}

bool WriteCodes(const ShortPatterns& patterns, const double* samples, PatternSegments segments, bool has_missing,
                AlignedVector<std::uint8_t>& comparisons, void* codes, double* sums) {
  const Compared compared = CompareAll<kMasksAreBits>(patterns, samples, segments, has_missing, comparisons, sums);
  if (compared.are_counted) WriteCodesOf<8>(compared, patterns, codes);
  return compared.are_counted;
}

// Templates of each pattern, from bits of comparisons: as many templates at once as a vector has bits.
template <int kM, bool kTies>
class PatternBits {
 public:
  PatternBits(const Compared& of, const std::uint8_t* valid) : of_(of), valid_(valid) {}

  void Count(std::uint32_t* counts) const {
    constexpr std::size_t kMost = 31;  // vectors whose bits are counted in bytes
    const std::size_t lanes = hn::Lanes(d_), end = of_.length;
    for (std::size_t begin = 0; begin < end; begin += kMost * lanes) {
      V found[kCodes];
      for (V& of_code : found) of_code = hn::Zero(d_);
      for (std::size_t i = begin; i < std::min(end, begin + kMost * lanes); i += lanes) {
        V is[kM][kDigits];
        SetDigits<1>(i, is);
        AddFrom<kM - 1>(hn::LoadU(d_, valid_ + i), is, found);
      }
      for (std::size_t code = 0; code < kCodes; ++code) counts[code] += static_cast<std::uint32_t>(Sum(found[code]));
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
      const std::size_t at = (k - j - 1) * of_.stride + i + j * of_.tau;
      const V one = hn::LoadU(d_, of_.greater + at);
      if (kTies) equal = hn::Or(equal, hn::LoadU(d_, of_.equal + at));
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

  const Compared& of_;
  const std::uint8_t* const valid_;
  D d_;
};

// Longer patterns are so many that populations of all are worth their counts only where one instruction counts them.
bool FitInBits(int m, bool has_ties) {
  return m <= 4 || (m == 5 && !has_ties && HWY_TARGET == HWY_AVX3_DL);
}

template <int kM>
void CountBitsOf(const Compared& of, const ShortPatterns& patterns, const std::uint8_t* valid, std::uint32_t* counts) {
  if (patterns.m != kM) {
    if constexpr (kM > 2) CountBitsOf<kM - 1>(of, patterns, valid, counts);
    return;
  }
  if constexpr (kM < 5) {
    if (patterns.has_ties) return PatternBits<kM, true>(of, valid).Count(counts);
  }
  PatternBits<kM, false>(of, valid).Count(counts);
}

bool CountBits(const ShortPatterns& patterns, const double* samples, PatternSegments segments, bool has_missing,
               AlignedVector<std::uint8_t>& comparisons, std::uint32_t* counts) {
  const Compared compared = CompareAll<true>(patterns, samples, segments, has_missing, comparisons, nullptr);
  if (!compared.are_counted) return false;
  const std::size_t length = compared.length;
  std::uint8_t* const valid = comparisons.data();  // a bit for each template that counts, and zeros behind them
  if (!has_missing) std::fill_n(valid, length, 0);
  for (std::size_t p = 0; has_missing && p < length; ++p) {
    for (std::size_t lag = patterns.tau; lag <= patterns.reach(); lag += patterns.tau) valid[p] |= valid[p + lag];
  }
  for (std::size_t p = 0; p < length; ++p) valid[p] = static_cast<std::uint8_t>(~valid[p]);
  std::fill_n(valid + length, kPadding, 0);
  for (std::size_t k = 1; k < kSegments; ++k) {
    for (std::size_t p = 0; p < segments.repeated(k); ++p) valid[p] &= static_cast<std::uint8_t>(~(1U << k));
  }
  CountBitsOf<HWY_TARGET == HWY_AVX3_DL ? 5 : 4>(compared, patterns, valid, counts);
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(WriteCodes);
HWY_EXPORT(FitInBits);
HWY_EXPORT(CountBits);

bool fit_in_bits(int m, bool has_ties) {
  return HWY_DYNAMIC_DISPATCH(FitInBits)(m, has_ties);
}

bool count_short_patterns(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                          bool has_missing, AlignedVector<std::uint8_t>& comparisons, std::uint32_t* counts) {
  return HWY_DYNAMIC_DISPATCH(CountBits)(patterns, samples, segments, has_missing, comparisons, counts);
}

template <typename Code>
bool write_pattern_codes(const ShortPatterns& patterns, const double* samples, PatternSegments segments,
                         bool has_missing, AlignedVector<std::uint8_t>& comparisons, Code* codes, double* sums) {
  const auto write = HWY_DYNAMIC_DISPATCH(WriteCodes);
  if (!write(patterns, samples, segments, has_missing, comparisons, codes, sums)) return false;
  for (std::size_t k = 1; k < kSegments; ++k) {
    for (std::size_t p = 0; p < segments.repeated(k); ++p) codes[kSegments * p + k] = static_cast<Code>(patterns.codes);
  }
  return true;
}

template bool write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  AlignedVector<std::uint8_t>&, std::uint8_t*, double*);
template bool write_pattern_codes(const ShortPatterns&, const double*, PatternSegments, bool,
                                  AlignedVector<std::uint8_t>&, std::uint16_t*, double*);

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
