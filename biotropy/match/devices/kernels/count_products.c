// SPDX-License-Identifier: Apache-2.0
//
// Product of the counts of a pair at one length, for devices with double precision: 24 bytes are returned instead of
// one number per template. Eight work items share a product, each with every eighth count; exponents are removed after
// 32 factors. This is the order of count_product.cpp, so the bits are the same.
//
// Constants: N_LENGTHS.

#define LANES 8u
#define GROUP 64u
#define FACTORS_OF_ROUND 32u
#define EXPONENT_SHIFT 52
#define EXPONENT_MASK 0x7ffu
#define EXPONENT_BIAS 1023

// Removes the exponent of a product of at least 1, which is then below 2.
DEVICE int take_exponent(double* product) {
  const u64 bits = BITS_OF_DOUBLE(*product), mask = ((u64)1 << EXPONENT_SHIFT) - 1u;
  *product = DOUBLE_OF_BITS((bits & mask) | ((u64)EXPONENT_BIAS << EXPONENT_SHIFT));
  return (int)((bits >> EXPONENT_SHIFT) & EXPONENT_MASK) - EXPONENT_BIAS;
}

// counts: [(pair * N_LENGTHS + length) * stride + template], the first n_counts[pair * N_LENGTHS + length] are used;
// the last length has the fewest. integers: exponent, zeros, zeros among the first counts, as many as the last length
// has, and the sum.
KERNEL void multiply_counts(GLOBAL const u16* counts, GLOBAL const u32* n_counts, u32 stride, u32 n_products,
                            GLOBAL double* mantissas, GLOBAL u32* integers) {
  LOCAL_ARRAY(double, products, GROUP);
  LOCAL_ARRAY(u32, exponents, GROUP);
  LOCAL_ARRAY(u32, zeros, GROUP);
  LOCAL_ARRAY(u32, early_zeros, GROUP);
  LOCAL_ARRAY(u32, sums, GROUP);
  const u32 id = GROUP_ID() * (GROUP / LANES) + LOCAL_ID() / LANES, lane = LOCAL_ID() % LANES;
  const u32 is_there = id < n_products;
  const u32 n = is_there ? n_counts[id] : 0u;
  const u32 n_longest = is_there ? n_counts[id / N_LENGTHS * N_LENGTHS + N_LENGTHS - 1u] : 0u;
  const u32 whole = n / LANES * LANES;
  GLOBAL const u16* mine = counts + (u64)id * stride;
  double product = 1.0;
  int exponent = 0;
  u32 none = 0u, none_early = 0u, sum = 0u;
  for (u32 first = lane; first < whole; first += LANES * FACTORS_OF_ROUND) {
    const u32 end = first + LANES * FACTORS_OF_ROUND < whole ? first + LANES * FACTORS_OF_ROUND : whole;
    for (u32 i = first; i < end; i += LANES) {
      const u32 count = mine[i];
      none += count == 0u;
      none_early += count == 0u && i < n_longest;
      sum += count;
      product = product * (count == 0u ? 1.0 : (double)count);
    }
    exponent += take_exponent(&product);
  }
  products[LOCAL_ID()] = product;
  exponents[LOCAL_ID()] = (u32)exponent;
  zeros[LOCAL_ID()] = none;
  early_zeros[LOCAL_ID()] = none_early;
  sums[LOCAL_ID()] = sum;
  BARRIER();
  if (!is_there || lane > 0u) return;
  product = 1.0;
  exponent = 0;
  none = 0u;
  none_early = 0u;
  sum = 0u;
  for (u32 other = 0u; other < LANES; ++other) {
    product = product * products[LOCAL_ID() + other];
    exponent += (int)exponents[LOCAL_ID() + other];
    none += zeros[LOCAL_ID() + other];
    none_early += early_zeros[LOCAL_ID() + other];
    sum += sums[LOCAL_ID() + other];
  }
  for (u32 i = whole; i < n; ++i) {
    const u32 count = mine[i];
    none += count == 0u;
    none_early += count == 0u && i < n_longest;
    sum += count;
    if (count > 0u) product = product * (double)count;
  }
  mantissas[id] = product;
  integers[4u * id] = (u32)exponent;
  integers[4u * id + 1u] = none;
  integers[4u * id + 2u] = none_early;
  integers[4u * id + 3u] = sum;
}
