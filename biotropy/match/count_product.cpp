// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/count_product.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/count_product.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_PRODUCTS
#define BIOTROPY_MATCH_PRODUCTS

namespace biotropy::match {

constexpr std::size_t kProducts = 8;
constexpr std::size_t kRowsPerRound = 32;  // factors below 2^31 each: 2^993 at most, from a start below 2

// Products that stay in [1, 2), and the exponents that were taken off.
struct RunningProducts {
  RunningProducts() { products.fill(1.0); }

  std::array<double, kProducts> products;
  std::array<std::int64_t, kProducts> exponents{};
  std::uint64_t zeros = 0;  // counts that are no factors
};

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, kProducts>;

// Counts as factors, 1 for 0. They stay below 2^31, the longest series, so the signed conversion suffices; every
// machine has it.
HWY_INLINE hn::Vec<Doubles> Factors(Doubles d, const std::uint32_t* counts) {
  const hn::Rebind<std::int32_t, Doubles> d32;
  const auto integers = hn::LoadU(d32, reinterpret_cast<const std::int32_t*>(counts));
  return hn::Max(hn::PromoteTo(d, integers), hn::Set(d, 1.0));
}

HWY_INLINE hn::Vec<Doubles> Factors(Doubles d, const std::uint16_t* counts) {
  const hn::Rebind<std::int32_t, Doubles> d32;
  const hn::Rebind<std::uint16_t, Doubles> d16;
  return hn::Max(hn::PromoteTo(d, hn::PromoteTo(d32, hn::LoadU(d16, counts))), hn::Set(d, 1.0));
}

template <typename Count>
std::uint64_t CountZeros(const Count* counts, std::size_t n) {
  const hn::ScalableTag<Count> d;
  std::uint64_t zeros = 0;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d))
    zeros += hn::CountTrue(d, hn::Eq(hn::LoadU(d, counts + i), hn::Zero(d)));
  for (; i < n; ++i) zeros += counts[i] == 0 ? 1 : 0;
  return zeros;
}

// Multiplies the rows [first, last) of kProducts counts of Lengths lists into their products. After every round the
// exponents are taken off, and its zeros counted, which are in the cache now.
template <std::size_t Lengths, typename Count>
HWY_INLINE void MultiplyRows(const Count* const (&counts)[Lengths], std::size_t first, std::size_t last,
                             RunningProducts* const (&running)[Lengths]) {
  const Doubles d;
  const hn::RebindToSigned<Doubles> di;
  const auto exponent_of_one = hn::Set(di, 1023), bits_of_one = hn::BitCast(di, hn::Set(d, 1.0));
  const auto mantissa_bits = hn::Set(di, (std::int64_t{1} << 52) - 1);
  for (std::size_t part = 0; part < kProducts; part += hn::Lanes(d)) {
    hn::Vec<Doubles> product[Lengths];
    for (std::size_t l = 0; l < Lengths; ++l) product[l] = hn::LoadU(d, running[l]->products.data() + part);
    for (std::size_t row = first; row < last;) {
      const std::size_t end = std::min(last, row + kRowsPerRound);
      for (std::size_t l = 0; part == 0 && l < Lengths; ++l) {
        running[l]->zeros += CountZeros(counts[l] + row * kProducts, (end - row) * kProducts);
      }
      for (; row < end; ++row) {
        for (std::size_t l = 0; l < Lengths; ++l) {
          product[l] = hn::Mul(product[l], Factors(d, counts[l] + row * kProducts + part));
        }
      }
      for (std::size_t l = 0; l < Lengths; ++l) {
        std::int64_t* exponents = running[l]->exponents.data() + part;
        const auto bits = hn::BitCast(di, product[l]);
        const auto exponent = hn::Sub(hn::ShiftRight<52>(bits), exponent_of_one);
        hn::StoreU(hn::Add(hn::LoadU(di, exponents), exponent), di, exponents);
        product[l] = hn::BitCast(d, hn::Or(hn::And(bits, mantissa_bits), bits_of_one));
      }
    }
    for (std::size_t l = 0; l < Lengths; ++l) hn::StoreU(product[l], d, running[l]->products.data() + part);
  }
}

template <typename Count>
void MultiplyOne(std::span<const Count> counts, RunningProducts& running) {
  MultiplyRows({counts.data()}, 0, counts.size() / kProducts, {&running});
}

// Two lists side by side for as many rows as the shorter has: each multiplication waits for the one before it in its
// list.
template <typename Count>
void MultiplyTwo(std::span<const Count> longer, std::span<const Count> shorter, RunningProducts& of_longer,
                 RunningProducts& of_shorter) {
  const std::size_t rows = longer.size() / kProducts, both = std::min(rows, shorter.size() / kProducts);
  const std::size_t whole = both / kRowsPerRound * kRowsPerRound;
  MultiplyRows({longer.data(), shorter.data()}, 0, whole, {&of_longer, &of_shorter});
  MultiplyRows({longer.data()}, whole, rows, {&of_longer});
  MultiplyRows({shorter.data()}, whole, both, {&of_shorter});
}

void MultiplyOneWide(std::span<const std::uint32_t> counts, RunningProducts& running) {
  MultiplyOne(counts, running);
}

void MultiplyOneNarrow(std::span<const std::uint16_t> counts, RunningProducts& running) {
  MultiplyOne(counts, running);
}

void MultiplyTwoWide(std::span<const std::uint32_t> longer, std::span<const std::uint32_t> shorter,
                     RunningProducts& of_longer, RunningProducts& of_shorter) {
  MultiplyTwo(longer, shorter, of_longer, of_shorter);
}

void MultiplyTwoNarrow(std::span<const std::uint16_t> longer, std::span<const std::uint16_t> shorter,
                       RunningProducts& of_longer, RunningProducts& of_shorter) {
  MultiplyTwo(longer, shorter, of_longer, of_shorter);
}

std::uint64_t CountZerosWide(std::span<const std::uint32_t> counts) {
  return CountZeros(counts.data(), counts.size());
}

std::uint64_t CountZerosNarrow(std::span<const std::uint16_t> counts) {
  return CountZeros(counts.data(), counts.size());
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(MultiplyOneWide);
HWY_EXPORT(MultiplyOneNarrow);
HWY_EXPORT(MultiplyTwoWide);
HWY_EXPORT(MultiplyTwoNarrow);
HWY_EXPORT(CountZerosWide);
HWY_EXPORT(CountZerosNarrow);

namespace {

std::uint64_t zeros(std::span<const std::uint32_t> counts) {
  return HWY_DYNAMIC_DISPATCH(CountZerosWide)(counts);
}

std::uint64_t zeros(std::span<const std::uint16_t> counts) {
  return HWY_DYNAMIC_DISPATCH(CountZerosNarrow)(counts);
}

// The running products of whole rows, and the counts behind them.
template <typename Count>
CountProduct finish(const RunningProducts& running, std::span<const Count> counts, std::size_t n_longest) {
  CountProduct result;
  result.counts = counts.size();
  const auto rest = counts.subspan(counts.size() / kProducts * kProducts);
  result.zeros = running.zeros + zeros(rest);
  if (n_longest > 0)
    result.zeros_among_longest = result.zeros - zeros(counts.subspan(std::min(n_longest, counts.size())));
  result.exponent = std::accumulate(running.exponents.begin(), running.exponents.end(), std::int64_t{0});
  for (const double factor : running.products) result.mantissa *= factor;
  for (const Count count : rest) {
    if (count != 0) result.mantissa *= count;
  }
  return result;
}

}  // namespace

CountProduct count_product(std::span<const std::uint32_t> counts, std::size_t n_longest) {
  RunningProducts running;
  HWY_DYNAMIC_DISPATCH(MultiplyOneWide)(counts, running);
  return finish(running, counts, n_longest);
}

std::array<CountProduct, 2> count_products(std::span<const std::uint32_t> longer,
                                           std::span<const std::uint32_t> shorter) {
  RunningProducts running[2];
  HWY_DYNAMIC_DISPATCH(MultiplyTwoWide)(longer, shorter, running[0], running[1]);
  return {finish(running[0], longer, shorter.size()), finish(running[1], shorter, shorter.size())};
}

void count_products(std::span<const std::span<const std::uint16_t>> counts, std::vector<CountProduct>& products) {
  products.clear();
  for (std::size_t l = 0; l < counts.size(); l += 2) {
    RunningProducts running[2];
    if (l + 1 < counts.size())
      HWY_DYNAMIC_DISPATCH(MultiplyTwoNarrow)(counts[l], counts[l + 1], running[0], running[1]);
    else
      HWY_DYNAMIC_DISPATCH(MultiplyOneNarrow)(counts[l], running[0]);
    for (std::size_t k = l; k < std::min(l + 2, counts.size()); ++k) {
      products.push_back(finish(running[k - l], counts[k], counts.back().size()));
    }
  }
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
