// SPDX-License-Identifier: Apache-2.0
//
// Kernels of Garcia-Molla et al. 2019 (Algorithms 5 and 6) in double precision: a block of threads for each component
// and signal adds its kernels in shared memory; then a block for each signal multiplies its densities. BLOCK threads,
// 512 in the paper.

// points[component * n + i]; sources and out[signal * m + component].
KERNEL void density_block(GLOBAL const double* points, u32 n, GLOBAL const double* sources,
                          GLOBAL const double* bandwidths, u32 m, GLOBAL double* out) {
  LOCAL_ARRAY(double, shared, BLOCK);
  const u32 component = GROUP_ID() % m, thread = LOCAL_ID();
  GLOBAL const double* of_component = points + (u64)component * n;
  const double pi_constant = 0.3989422804014327, source = sources[GROUP_ID()], u = bandwidths[component];
  double aux = 0.0;
  for (u32 i = thread; i < n; i += BLOCK) {
    const double z = (of_component[i] - source) / u;
    aux += exp(-0.5 * z * z) * pi_constant;
  }
  shared[thread] = aux;
  for (u32 step = BLOCK / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (thread < step) shared[thread] += shared[thread + step];
  }
  if (thread == 0u) out[GROUP_ID()] = shared[0] / n / u;
}

KERNEL void product_reduction(GLOBAL const double* out, u32 m, u32 n_signals, GLOBAL double* ps) {
  LOCAL_ARRAY(double, shared, BLOCK);
  const u32 thread = LOCAL_ID();
  double product = 1.0;
  for (u32 component = thread; component < m; component += BLOCK) product *= out[(u64)GROUP_ID() * m + component];
  shared[thread] = product;
  for (u32 step = BLOCK / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (thread < step) shared[thread] *= shared[thread + step];
  }
  if (thread == 0u && GROUP_ID() < n_signals) ps[GROUP_ID()] = shared[0];
}
