// SPDX-License-Identifier: Apache-2.0
//
// ApEn by matrices, as Mullayanov et al. (section IV) has it and TensorFlow runs it, an operation a launch, in single
// precision: the templates are the rows of a matrix; it is rolled by one row after the other and subtracted, the largest
// difference of every row is reduced and held against r, and what passes is added. `length` is that of a row.

KERNEL void roll(GLOBAL const float* rows, u32 n, u32 length, u32 shift, GLOBAL float* rolled) {
  const u64 id = GLOBAL_ID();
  if (id >= (u64)n * length) return;
  const u32 from = ((u32)(id / length) + shift) % n;
  rolled[id] = rows[(u64)from * length + id % length];
}

KERNEL void subtract(GLOBAL const float* rows, GLOBAL const float* rolled, u32 n, u32 length, GLOBAL float* differences) {
  const u64 id = GLOBAL_ID();
  if (id < (u64)n * length) differences[id] = fabs(rows[id] - rolled[id]);
}

KERNEL void reduce_max(GLOBAL const float* differences, u32 n, u32 length, GLOBAL float* largest) {
  const u64 id = GLOBAL_ID();
  if (id >= n) return;
  float found = 0.0f;
  for (u32 k = 0u; k < length; ++k) {
    const float difference = differences[id * length + k];
    if (difference > found) found = difference;
  }
  largest[id] = found;
}

KERNEL void add_matches(GLOBAL const float* largest, u32 n, float r, GLOBAL u32* counts) {
  const u64 id = GLOBAL_ID();
  if (id < n && largest[id] <= r) ++counts[id];
}
