// SPDX-License-Identifier: Apache-2.0
//
// Kernel of Dong et al. 2021 (section 3, step 3) in single precision: templates of length m + 1 are stored one after
// the other, sorted by first sample; the work item of each compares it with later ones until the first samples are too
// far apart, and counts matches at lengths m and m + 1. Constants: M. Groups have 128 work items.

KERNEL void forward_matches(GLOBAL const float* points, u32 n, float r, GLOBAL u32* matches) {
  const u64 i = GLOBAL_ID();
  if (i >= n) return;
  u32 at_m = 0u, at_m1 = 0u;
  GLOBAL const float* one = points + i * (M + 1u);
  for (u64 j = i + 1u; j < n; ++j) {
    GLOBAL const float* other = points + j * (M + 1u);
    if (other[0] - one[0] > r) break;
    u32 k = 1u;
    while (k < M && fabs(one[k] - other[k]) <= r) ++k;
    if (k < M) continue;
    ++at_m;
    if (fabs(one[M] - other[M]) <= r) ++at_m1;
  }
  matches[2u * i] = at_m;
  matches[2u * i + 1u] = at_m1;
}
