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

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Multiplies whole rows of kProducts counts into the products, which stay in [1, 2); the exponents that are taken off
// are added to those of each product. Returns how many counts are 0.
std::size_t MultiplyRows(const std::uint32_t* counts, std::size_t rows, double* products, std::int64_t* exponents) {
  const hn::CappedTag<double, kProducts> d;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const hn::RebindToSigned<decltype(d)> di;
  const auto exponent_of_one = hn::Set(di, 1023), bits_of_one = hn::BitCast(di, hn::Set(d, 1.0));
  const auto mantissa_bits = hn::Set(di, (std::int64_t{1} << 52) - 1);
  std::size_t zeros = 0;
  for (std::size_t part = 0; part < kProducts; part += hn::Lanes(d)) {
    auto product = hn::LoadU(d, products + part);
    auto exponent = hn::LoadU(di, exponents + part);
    for (std::size_t row = 0; row < rows;) {
      for (const std::size_t end = std::min(rows, row + kRowsPerRound); row < end; ++row) {
        // Counts stay below 2^31, the longest series, so the signed conversion suffices; every machine has it.
        const auto* place = reinterpret_cast<const std::int32_t*>(counts + row * kProducts + part);
        const auto factor = hn::PromoteTo(d, hn::LoadU(d32, place));
        const auto is_zero = hn::Eq(factor, hn::Zero(d));
        zeros += hn::CountTrue(d, is_zero);
        product = hn::Mul(product, hn::IfThenElse(is_zero, hn::Set(d, 1.0), factor));
      }
      const auto bits = hn::BitCast(di, product);
      exponent = hn::Add(exponent, hn::Sub(hn::ShiftRight<52>(bits), exponent_of_one));
      product = hn::BitCast(d, hn::Or(hn::And(bits, mantissa_bits), bits_of_one));
    }
    hn::StoreU(product, d, products + part);
    hn::StoreU(exponent, di, exponents + part);
  }
  return zeros;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(MultiplyRows);

CountProduct count_product(std::span<const std::uint32_t> counts, std::size_t n_longest) {
  std::array<double, kProducts> products;
  products.fill(1.0);
  CountProduct result;
  result.counts = counts.size();
  const auto among_longest = counts.first(std::min(n_longest, counts.size()));
  result.zeros_among_longest = static_cast<std::uint64_t>(std::count(among_longest.begin(), among_longest.end(), 0U));
  std::array<std::int64_t, kProducts> exponents{};
  const std::size_t rows = counts.size() / kProducts;
  result.zeros = HWY_DYNAMIC_DISPATCH(MultiplyRows)(counts.data(), rows, products.data(), exponents.data());
  result.exponent = std::accumulate(exponents.begin(), exponents.end(), std::int64_t{0});
  for (const double factor : products) result.mantissa *= factor;
  for (const std::uint32_t count : counts.subspan(rows * kProducts)) {
    if (count == 0) {
      ++result.zeros;
    } else {
      result.mantissa *= count;
    }
  }
  return result;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
