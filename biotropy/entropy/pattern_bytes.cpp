// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pattern_bytes_internal.hpp"

#include <algorithm>
#include <bit>

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/pattern_bytes.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_ENTROPY_PATTERN_BYTES
#define BIOTROPY_ENTROPY_PATTERN_BYTES

namespace biotropy::entropy {

struct ByteCount {
  const std::uint8_t *values, *bytes;
  std::size_t n_values, size;
  std::uint64_t* counts;
};

// First bit of the digit of sample k, which is at most k, or 2 k if samples can be equal.
constexpr int first_bit(int k, bool has_ties) {
  int bits = 0;
  for (int j = 1; j < k; ++j) bits += std::bit_width(static_cast<unsigned>(has_ties ? 2 * j : j));
  return bits;
}

}  // namespace biotropy::entropy

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Codes times -1: a comparison gives -1 or 0.
template <int kM, bool kTies, class D>
hn::Vec<hn::RebindToSigned<D>> NegativeCodes(D d, const double* samples, std::size_t tau) {
  const hn::RebindToSigned<D> integers;
  if constexpr (kM == 1) {
    return hn::Zero(integers);
  } else {
    const auto later = hn::LoadU(d, samples + (kM - 1) * tau);
    auto greater = hn::Zero(integers), equal = hn::Zero(integers);
    for (int k = 0; k < kM - 1; ++k) {
      const auto earlier = hn::LoadU(d, samples + static_cast<std::size_t>(k) * tau);
      greater = hn::Add(greater, hn::BitCast(integers, hn::VecFromMask(d, hn::Gt(earlier, later))));
      if (kTies) equal = hn::Or(equal, hn::BitCast(integers, hn::VecFromMask(d, hn::Eq(earlier, later))));
    }
    const auto digit = kTies ? hn::Add(hn::Add(greater, greater), equal) : greater;
    return hn::Add(NegativeCodes<kM - 1, kTies>(d, samples, tau), hn::ShiftLeft<first_bit(kM - 1, kTies)>(digit));
  }
}

template <int kM, bool kTies, bool kMissing, class D>
hn::Vec<hn::RebindToSigned<D>> NegativeBytes(D d, const double* samples, std::size_t tau) {
  const hn::RebindToSigned<D> integers;
  const auto codes = NegativeCodes<kM, kTies>(d, samples, tau);
  if constexpr (!kMissing) return codes;
  auto sum = hn::LoadU(d, samples);  // NaN if and only if a sample is: the others are finite
  for (int k = 1; k < kM; ++k) sum = hn::Add(sum, hn::LoadU(d, samples + static_cast<std::size_t>(k) * tau));
  return hn::IfThenElse(hn::RebindMask(integers, hn::IsNaN(sum)), hn::Set(integers, -kMissingPattern), codes);
}

template <int kM, bool kTies, bool kMissing>
void WriteCodes(const PatternBytes& of) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<double> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const hn::Repartition<std::uint8_t, decltype(d)> bytes;
  const std::size_t lanes = hn::Lanes(d);
  for (; i + 8 * lanes <= of.templates; i += 8 * lanes) {
    auto packed = hn::Zero(integers);
    for (std::size_t k = 8; k-- > 0;) {
      packed =
          hn::Add(hn::ShiftLeft<8>(packed), NegativeBytes<kM, kTies, kMissing>(d, of.samples + i + k * lanes, of.tau));
    }
    hn::StoreU(hn::BitCast(bytes, hn::Neg(packed)), bytes, of.codes + i);
  }
#endif
  const hn::CappedTag<double, 1> one;
  for (; i < of.templates; ++i) {
    const auto code = hn::GetLane(NegativeBytes<kM, kTies, kMissing>(one, of.samples + i, of.tau));
    of.codes[i] = static_cast<std::uint8_t>(-code);
  }
}

template <int kM>
void WriteCodesOf(const PatternBytes& of) {
  if constexpr (fit_in_bytes(kM, true)) {
    if (of.has_ties) return of.has_missing ? WriteCodes<kM, true, true>(of) : WriteCodes<kM, true, false>(of);
  }
  of.has_missing ? WriteCodes<kM, false, true>(of) : WriteCodes<kM, false, false>(of);
}

#if HWY_TARGET != HWY_SCALAR
// Eight vectors were packed into one, which transposed groups of codes.
void PutInOrder(std::uint8_t* codes, std::size_t templates) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d), group = 8 * lanes;
  std::uint8_t packed[8 * hn::MaxLanes(d)];
  for (; templates >= group; templates -= group, codes += group) {
    std::copy_n(codes, group, packed);
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t byte = std::endian::native == std::endian::little ? k : 7 - k;
      for (std::size_t lane = 0; lane < lanes; ++lane) codes[k * lanes + lane] = packed[8 * lane + byte];
    }
  }
}
#endif

void WritePatternBytes(const PatternBytes& of) {
  if (of.m == 2) WriteCodesOf<2>(of);
  if (of.m == 3) WriteCodesOf<3>(of);
  if (of.m == 4) WriteCodesOf<4>(of);
  if (of.m == 5) WriteCodesOf<5>(of);
#if HWY_TARGET != HWY_SCALAR
  if (of.in_order) PutInOrder(of.codes, of.templates);
#endif
}

// Counts six values at once in bytes, before any of them can overflow.
void CountBytes(const ByteCount& of) {
  std::size_t full = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint8_t> d;
  const hn::Repartition<std::uint64_t, decltype(d)> wide;
  const std::size_t lanes = hn::Lanes(d);
  full = of.size / lanes * lanes;
  for (std::size_t v = 0; v < of.n_values; v += 6) {
    std::uint8_t value[6];
    for (std::size_t k = 0; k < 6; ++k) value[k] = of.values[std::min(v + k, of.n_values - 1)];
    const auto a = hn::Set(d, value[0]), b = hn::Set(d, value[1]), c = hn::Set(d, value[2]);
    const auto e = hn::Set(d, value[3]), f = hn::Set(d, value[4]), g = hn::Set(d, value[5]);
    for (std::size_t begin = 0; begin < full; begin += 255 * lanes) {
      const std::size_t end = std::min(full, begin + 255 * lanes);
      auto of_a = hn::Zero(d), of_b = of_a, of_c = of_a, of_e = of_a, of_f = of_a, of_g = of_a;
      for (std::size_t i = begin; i < end; i += lanes) {
        const auto bytes = hn::LoadU(d, of.bytes + i);
        of_a = hn::Sub(of_a, hn::VecFromMask(d, hn::Eq(bytes, a)));
        of_b = hn::Sub(of_b, hn::VecFromMask(d, hn::Eq(bytes, b)));
        of_c = hn::Sub(of_c, hn::VecFromMask(d, hn::Eq(bytes, c)));
        of_e = hn::Sub(of_e, hn::VecFromMask(d, hn::Eq(bytes, e)));
        of_f = hn::Sub(of_f, hn::VecFromMask(d, hn::Eq(bytes, f)));
        of_g = hn::Sub(of_g, hn::VecFromMask(d, hn::Eq(bytes, g)));
      }
      const auto add = [&](std::size_t k, auto found) {
        if (v + k < of.n_values) of.counts[value[k]] += hn::GetLane(hn::SumOfLanes(wide, hn::SumsOf8(found)));
      };
      add(0, of_a), add(1, of_b), add(2, of_c), add(3, of_e), add(4, of_f), add(5, of_g);
    }
  }
#endif
  for (std::size_t i = full; i < of.size; ++i) ++of.counts[of.bytes[i]];
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(WritePatternBytes);
HWY_EXPORT(CountBytes);

std::vector<std::uint8_t> possible_patterns(int m, bool has_ties) {
  std::vector<std::uint8_t> codes{0};
  for (int k = 1; k < m; ++k) {
    const std::size_t shorter = codes.size();
    for (int digit = 1; digit <= (has_ties ? 2 * k : k); ++digit) {
      const int added = digit << first_bit(k, has_ties);
      for (std::size_t i = 0; i < shorter; ++i) codes.push_back(static_cast<std::uint8_t>(codes[i] + added));
    }
  }
  return codes;
}

void write_pattern_bytes(const PatternBytes& of) {
  HWY_DYNAMIC_DISPATCH(WritePatternBytes)(of);
}

void count_bytes(const std::vector<std::uint8_t>& values, const std::uint8_t* bytes, std::size_t size,
                 std::uint64_t* counts) {
  constexpr std::size_t most_compared = 24, copies = 4;
  if (values.size() <= most_compared) {
    HWY_DYNAMIC_DISPATCH(CountBytes)({values.data(), bytes, values.size(), size, counts});
    return;
  }
  // Several tables, so that increments of consecutive equal patterns do not wait for each other.
  std::uint32_t tables[copies][256] = {};
  std::size_t i = 0;
  for (; i + copies <= size; i += copies) {
    for (std::size_t k = 0; k < copies; ++k) ++tables[k][bytes[i + k]];
  }
  for (; i < size; ++i) ++tables[0][bytes[i]];
  for (const std::uint8_t value : values) {
    for (const auto& table : tables) counts[value] += table[value];
  }
}

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
