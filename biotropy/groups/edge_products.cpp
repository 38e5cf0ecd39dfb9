// SPDX-License-Identifier: Apache-2.0
//
// The inner loop of network tests: a product of matrices. Four arrangements at a time keep their sums in registers
// while the values of a tile of edges stream past, so each value is loaded once for four of them. Every sum runs over
// the rows in their order with separate multiplications and additions, so all instruction sets give the same bits.
#include "biotropy/groups/edge_statistics_internal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/groups/edge_products.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::groups {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void EdgeProducts(const double* tile, std::size_t rows, const double* weights, std::size_t n_products, double* out) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t product = 0; product < n_products; product += 4) {
    const double* const w = weights + product * rows;
    double* const sums = out + product * kTileEdges;
    for (std::size_t edge = 0; edge < kTileEdges; edge += 2 * lanes) {
      auto a0 = hn::Zero(d), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, e0 = a0, e1 = a0;
      for (std::size_t row = 0; row < rows; ++row) {
        const auto v0 = hn::LoadU(d, tile + row * kTileEdges + edge);
        const auto v1 = hn::LoadU(d, tile + row * kTileEdges + edge + lanes);
        const auto wa = hn::Set(d, w[row]), wb = hn::Set(d, w[rows + row]);
        a0 = hn::Add(a0, hn::Mul(wa, v0));
        a1 = hn::Add(a1, hn::Mul(wa, v1));
        b0 = hn::Add(b0, hn::Mul(wb, v0));
        b1 = hn::Add(b1, hn::Mul(wb, v1));
        const auto wc = hn::Set(d, w[2 * rows + row]), we = hn::Set(d, w[3 * rows + row]);
        c0 = hn::Add(c0, hn::Mul(wc, v0));
        c1 = hn::Add(c1, hn::Mul(wc, v1));
        e0 = hn::Add(e0, hn::Mul(we, v0));
        e1 = hn::Add(e1, hn::Mul(we, v1));
      }
      hn::StoreU(a0, d, sums + edge);
      hn::StoreU(a1, d, sums + edge + lanes);
      hn::StoreU(b0, d, sums + kTileEdges + edge);
      hn::StoreU(b1, d, sums + kTileEdges + edge + lanes);
      hn::StoreU(c0, d, sums + 2 * kTileEdges + edge);
      hn::StoreU(c1, d, sums + 2 * kTileEdges + edge + lanes);
      hn::StoreU(e0, d, sums + 3 * kTileEdges + edge);
      hn::StoreU(e1, d, sums + 3 * kTileEdges + edge + lanes);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::groups
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::groups {

HWY_EXPORT(EdgeProducts);

void edge_products(const double* tile, std::size_t rows, const double* weights, std::size_t n_products, double* out) {
  HWY_DYNAMIC_DISPATCH(EdgeProducts)(tile, rows, weights, n_products, out);
}

}  // namespace biotropy::groups

#endif  // HWY_ONCE
