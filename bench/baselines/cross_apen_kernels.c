// SPDX-License-Identifier: Apache-2.0
//
// Cross-ApEn on a GPU after Martinez-Zarzuela et al. 2013 (section 3.2), for m = 1 in single precision. Step 1: mean
// and SD of each series by reductions in blocks, then the scores. Step 2: a thread for each template of x, which reads all
// samples of y and counts its matches at lengths 1 and 2. Three ways to read y: from global memory to registers; a tile
// of it in shared memory with a halo of m samples; two tiles, the second from a copy of y shifted by m. Step 3: the sum
// of the logarithms of the correlation sums, a reduction again. All pairs and epochs are in one launch of each. TILE is
// the size of a block, a power of 2.

// A task: x, then y, by the positions of their first samples in the concatenated series.
#define TEMPLATE_OF_BLOCK(blocks) ((GROUP_ID() % (blocks)) * TILE + LOCAL_ID())

DEVICE void compare(float x, float x_next, float y, float y_next, u32 has_next, float r, u32* at_one, u32* at_two) {
  const float distance = x > y ? x - y : y - x;
  if (distance <= r) {
    ++*at_one;
    const float next = x_next > y_next ? x_next - y_next : y_next - x_next;
    if (has_next && next <= r) ++*at_two;
  }
}

KERNEL void registers(GLOBAL const float* series, GLOBAL const u32* tasks, u32 n, u32 blocks, float r,
                      GLOBAL u32* counts) {
  const u32 task = GROUP_ID() / blocks, i = TEMPLATE_OF_BLOCK(blocks);
  GLOBAL const float* x = series + tasks[2u * task];
  GLOBAL const float* y = series + tasks[2u * task + 1u];
  u32 at_one = 0u, at_two = 0u;
  if (i >= n) return;
  const float first = x[i], second = i + 1u < n ? x[i + 1u] : 0.0f;
  for (u32 j = 0u; j < n; ++j) {
    compare(first, second, y[j], j + 1u < n ? y[j + 1u] : 0.0f, i + 1u < n && j + 1u < n, r, &at_one, &at_two);
  }
  counts[(u64)2u * task * n + i] = at_one;
  counts[((u64)2u * task + 1u) * n + i] = at_two;
}

KERNEL void halo(GLOBAL const float* series, GLOBAL const u32* tasks, u32 n, u32 blocks, float r, GLOBAL u32* counts) {
  LOCAL_ARRAY(float, tile, TILE + 1u);
  const u32 task = GROUP_ID() / blocks, i = TEMPLATE_OF_BLOCK(blocks), lane = LOCAL_ID();
  GLOBAL const float* x = series + tasks[2u * task];
  GLOBAL const float* y = series + tasks[2u * task + 1u];
  u32 at_one = 0u, at_two = 0u;
  const float first = i < n ? x[i] : 0.0f, second = i + 1u < n ? x[i + 1u] : 0.0f;
  for (u32 base = 0u; base < n; base += TILE) {
    BARRIER();
    tile[lane] = base + lane < n ? y[base + lane] : 0.0f;
    if (lane == 0u) tile[TILE] = base + TILE < n ? y[base + TILE] : 0.0f;
    BARRIER();
    const u32 size = n - base < TILE ? n - base : TILE;
    for (u32 j = 0u; j < size; ++j) {
      compare(first, second, tile[j], tile[j + 1u], i + 1u < n && base + j + 1u < n, r, &at_one, &at_two);
    }
  }
  if (i >= n) return;
  counts[(u64)2u * task * n + i] = at_one;
  counts[((u64)2u * task + 1u) * n + i] = at_two;
}

KERNEL void shifted(GLOBAL const float* series, GLOBAL const float* shifted_series, GLOBAL const u32* tasks, u32 n,
                    u32 blocks, float r, GLOBAL u32* counts) {
  LOCAL_ARRAY(float, tile, TILE);
  LOCAL_ARRAY(float, tile_next, TILE);
  const u32 task = GROUP_ID() / blocks, i = TEMPLATE_OF_BLOCK(blocks), lane = LOCAL_ID();
  GLOBAL const float* x = series + tasks[2u * task];
  GLOBAL const float* y = series + tasks[2u * task + 1u];
  GLOBAL const float* x_next = shifted_series + tasks[2u * task];
  GLOBAL const float* y_next = shifted_series + tasks[2u * task + 1u];
  u32 at_one = 0u, at_two = 0u;
  const float first = i < n ? x[i] : 0.0f, second = i < n ? x_next[i] : 0.0f;
  for (u32 base = 0u; base < n; base += TILE) {
    BARRIER();
    tile[lane] = base + lane < n ? y[base + lane] : 0.0f;
    tile_next[lane] = base + lane < n ? y_next[base + lane] : 0.0f;
    BARRIER();
    const u32 size = n - base < TILE ? n - base : TILE;
    for (u32 j = 0u; j < size; ++j) {
      compare(first, second, tile[j], tile_next[j], i + 1u < n && base + j + 1u < n, r, &at_one, &at_two);
    }
  }
  if (i >= n) return;
  counts[(u64)2u * task * n + i] = at_one;
  counts[((u64)2u * task + 1u) * n + i] = at_two;
}

// Sum of one number of each thread, in all of them.
DEVICE float sum_of_block(float value, LOCAL float* shared) {
  BARRIER();
  shared[LOCAL_ID()] = value;
  for (u32 step = TILE / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (LOCAL_ID() < step) shared[LOCAL_ID()] += shared[LOCAL_ID() + step];
  }
  BARRIER();
  return shared[0];
}

// A block for each series: scores[i] = (series[i] - mean) / SD, and the same shifted by one sample.
KERNEL void normalise(GLOBAL const float* series, u32 n, GLOBAL float* scores, GLOBAL float* shifted_scores) {
  LOCAL_ARRAY(float, shared, TILE);
  const u64 first = (u64)GROUP_ID() * n;
  float sum = 0.0f, squares = 0.0f;
  for (u32 i = LOCAL_ID(); i < n; i += TILE) sum += series[first + i];
  const float mean = sum_of_block(sum, shared) / (float)n;
  for (u32 i = LOCAL_ID(); i < n; i += TILE) squares += (series[first + i] - mean) * (series[first + i] - mean);
  const float sd = sqrt(sum_of_block(squares, shared) / ((float)n - 1.0f));
  for (u32 i = LOCAL_ID(); i < n; i += TILE) {
    const float score = (series[first + i] - mean) / sd;
    scores[first + i] = score;
    if (i > 0u) shifted_scores[first + i - 1u] = score;
  }
}

// A block for each task and length: phi, with the correction bias max.
KERNEL void mean_logarithm(GLOBAL const u32* counts, u32 n, GLOBAL float* phis) {
  LOCAL_ARRAY(float, shared, TILE);
  const u32 longer = GROUP_ID() % 2u;
  const float templates = (float)(n - longer);
  float sum = 0.0f;
  for (u32 i = LOCAL_ID(); i < n - longer; i += TILE) {
    const u32 count = counts[(u64)GROUP_ID() * n + i];
    const float without = longer ? 1.0f / (float)n : 1.0f;
    sum += log(count > 0u ? (float)count / templates : without);
  }
  const float total = sum_of_block(sum, shared);
  if (LOCAL_ID() == 0u) phis[GROUP_ID()] = total / templates;
}
