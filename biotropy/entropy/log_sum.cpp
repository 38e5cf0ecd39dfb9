// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/log_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/log_sum.cpp"
#include <hwy/foreach_target.h>
// Highway's own order: highway.h after foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_ENTROPY_PRODUCTS
#define BIOTROPY_ENTROPY_PRODUCTS

namespace biotropy::entropy {

constexpr std::size_t kProducts = 8;
constexpr std::size_t kRowsPerRound = 32;  // factors below 2^31 each: 2^993 at most, from a start below 2

}  // namespace biotropy::entropy

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
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
      // Counts stay below 2^31, the longest series, so the signed conversion that every machine has serves.
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
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(MultiplyRows);

namespace {

// Leaves a mantissa in [1, 2) and returns the exponent taken off.
std::int64_t take_exponent(double& product) {
  int exponent = 0;
  product = 2.0 * std::frexp(product, &exponent);
  return exponent - 1;
}

}  // namespace

LogSum log_sum(std::span<const std::uint32_t> counts) {
  std::array<double, kProducts> products;
  products.fill(1.0);
  std::int64_t exponents = 0;
  LogSum result;
  const std::size_t rows = counts.size() / kProducts;
  for (std::size_t row = 0; row < rows; row += kRowsPerRound) {
    const std::size_t now = std::min(kRowsPerRound, rows - row);
    result.zeros += HWY_DYNAMIC_DISPATCH(MultiplyRows)(counts.data() + row * kProducts, now, products.data());
    for (double& product : products) exponents += take_exponent(product);
  }
  double product = 1.0;
  for (const double factor : products) product *= factor;
  for (const std::uint32_t count : counts.subspan(rows * kProducts)) {
    if (count == 0)
      ++result.zeros;
    else
      product *= count;
  }
  result.sum = std::log(product) + static_cast<double>(exponents) * std::numbers::ln2;
  return result;
}

}  // namespace biotropy::entropy

#endif  // HWY_ONCE
