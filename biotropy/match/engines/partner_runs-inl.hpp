// SPDX-License-Identifier: Apache-2.0
//
// Runs of a series in several partners at once (see PartnerRanks), compiled once per instruction set for
// bit_rows-inl.hpp.

#ifndef BIOTROPY_MATCH_BITS_BELOW
#define BIOTROPY_MATCH_BITS_BELOW

namespace biotropy::match {

/// The bits below each place in a rank word.
constexpr auto kBitsBelow = [] {
  std::array<std::uint64_t, 64> below{};
  for (std::size_t bit = 0; bit < below.size(); ++bit) below[bit] = (std::uint64_t{1} << bit) - 1;
  return below;
}();

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_BITS_BELOW

#if defined(BIOTROPY_MATCH_PARTNER_RUNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_MATCH_PARTNER_RUNS_INL
#undef BIOTROPY_MATCH_PARTNER_RUNS_INL
#else
#define BIOTROPY_MATCH_PARTNER_RUNS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline std::uint32_t Rank(PlaceCode code, const std::uint64_t* rank_words, std::size_t partner) {
  const std::uint64_t word = rank_words[(code >> 6) * kPartners + partner];
  const std::uint64_t below = word & ((std::uint64_t{1} << (code & 63U)) - 1);
  return static_cast<std::uint32_t>((word >> 48) + hwy::PopCount(below));
}

#if HWY_TARGET != HWY_SCALAR

// Number of members before a place of the common order, for as many partners as there are lanes: the bits below the
// place in its word, plus the count above them.
using PartnerWords = hn::CappedTag<std::uint64_t, kPartners>;

HWY_INLINE hn::Vec<PartnerWords> Ranks(PartnerWords d, PlaceCode code, const std::uint64_t* rank_words) {
  const auto word = hn::Load(d, rank_words + (code >> 6) * kPartners);
  const auto below = hn::And(word, hn::Set(d, kBitsBelow[code & 63U]));
  return hn::Add(hn::ShiftRight<48>(word), hn::PopulationCount(below));
}

// Runs of four samples for the partners of the lanes of d; those of one partner are `stride` runs before the next
// one's.
template <class D>
HWY_INLINE void FindFourRuns(D d, const PlaceCode* begins, const PlaceCode* ends, const std::uint64_t* rank_words,
                             std::size_t stride, Run* runs) {
  hn::Vec<D> pairs[2];
  for (std::size_t k = 0; k < 4; k += 2) {
    hn::Vec<D> run[2];
    for (std::size_t j = 0; j < 2; ++j) {
      run[j] = hn::Or(Ranks(d, begins[k + j], rank_words), hn::ShiftLeft<16>(Ranks(d, ends[k + j], rank_words)));
    }
    pairs[k / 2] = hn::Or(run[0], hn::ShiftLeft<32>(run[1]));
  }
  // Every block of 128 bits has the runs of a partner.
  const hn::Full128<std::uint64_t> block;
  const hn::Full128<std::uint32_t> d32;
  const auto even = hn::InterleaveLower(d, pairs[0], pairs[1]), odd = hn::InterleaveUpper(d, pairs[0], pairs[1]);
  if constexpr (hn::MaxLanes(D()) == kPartners) {
    hn::StoreU(hn::BitCast(d32, hn::LowerHalf(block, even)), d32, runs);
    hn::StoreU(hn::BitCast(d32, hn::LowerHalf(block, odd)), d32, runs + stride);
    hn::StoreU(hn::BitCast(d32, hn::UpperHalf(block, even)), d32, runs + 2 * stride);
    hn::StoreU(hn::BitCast(d32, hn::UpperHalf(block, odd)), d32, runs + 3 * stride);
  } else {
    hn::StoreU(hn::BitCast(d32, even), d32, runs);
    hn::StoreU(hn::BitCast(d32, odd), d32, runs + stride);
  }
}

#endif  // HWY_TARGET != HWY_SCALAR

void FindRuns(const PlaceCode* begins, const PlaceCode* ends, std::size_t n, const std::uint64_t* rank_words,
              std::size_t stride, Run* runs) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const PartnerWords d;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t first = 0; first < kPartners; first += hn::Lanes(d)) {
      FindFourRuns(d, begins + i, ends + i, rank_words + first, stride, runs + first * stride + i);
    }
  }
#endif
  for (; i < n; ++i) {
    for (std::size_t partner = 0; partner < kPartners; ++partner) {
      runs[partner * stride + i] = Rank(begins[i], rank_words, partner) | Rank(ends[i], rank_words, partner) << 16;
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
