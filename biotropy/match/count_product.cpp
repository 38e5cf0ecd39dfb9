// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/count_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

// Multiplies whole rows of kProducts counts into the products; returns how many of them are 0.
std::size_t MultiplyRows(const std::uint32_t* counts, std::size_t rows, double* products) {
  const hn::CappedTag<double, kProducts> d;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  std::size_t zeros = 0;
  for (std::size_t part = 0; part < kProducts; part += hn::Lanes(d)) {
    auto product = hn::LoadU(d, products + part);
    for (std::size_t row = 0; row < rows; ++row) {
      // Counts stay below 2^31, the longest series, so the signed conversion suffices; every machine has it.
      const auto* place = reinterpret_cast<const std::int32_t*>(counts + row * kProducts + part);
      const auto factor = hn::PromoteTo(d, hn::LoadU(d32, place));
      const auto is_zero = hn::Eq(factor, hn::Zero(d));
      zeros += hn::CountTrue(d, is_zero);
      product = hn::Mul(product, hn::IfThenElse(is_zero, hn::Set(d, 1.0), factor));
    }
    hn::StoreU(product, d, products + part);
  }
  return zeros;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(MultiplyRows);

namespace {

// Reduces the mantissa to [1, 2) and returns the exponent removed.
std::int64_t take_exponent(double& product) {
  int exponent = 0;
  product = 2.0 * std::frexp(product, &exponent);
  return exponent - 1;
}

}  // namespace

CountProduct count_product(std::span<const std::uint32_t> counts, std::size_t n_longest) {
  std::array<double, kProducts> products;
  products.fill(1.0);
  CountProduct result;
  result.counts = counts.size();
  const auto among_longest = counts.first(std::min(n_longest, counts.size()));
  result.zeros_among_longest = static_cast<std::uint64_t>(std::count(among_longest.begin(), among_longest.end(), 0U));
  const std::size_t rows = counts.size() / kProducts;
  for (std::size_t row = 0; row < rows; row += kRowsPerRound) {
    const std::size_t now = std::min(kRowsPerRound, rows - row);
    result.zeros += HWY_DYNAMIC_DISPATCH(MultiplyRows)(counts.data() + row * kProducts, now, products.data());
    for (double& product : products) result.exponent += take_exponent(product);
  }
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
