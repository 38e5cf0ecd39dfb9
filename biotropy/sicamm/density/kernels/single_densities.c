// SPDX-License-Identifier: Apache-2.0
//
// Sums of kernels (Garcia-Molla et al. 2019, Algorithm 3) for a device without double precision. Points and sources are
// in bandwidths, each as the sum of two floats, so that their differences are accurate to single precision; the largest
// kernel is factored out of the sum, and additions are compensated. The processor adds the large term of the logarithm
// in double precision.

// a - b for numbers in two parts.
DEVICE float difference(float a_high, float a_low, float b_high, float b_low) {
  return (a_high - b_high) + (a_low - b_low);
}

#define PARTIAL_SUMS 32u
#define DENSITIES_OF_GROUP 4u
#define HALF_LOG2_E 0.72134752f

// One work item for each of 32 partial sums over the points of a density at one source. sources: high and low parts;
// nearest: index of the nearest point among all points; places: density of each source.
KERNEL void sum_kernels(GLOBAL const float* sources, GLOBAL const u32* nearest, GLOBAL const u32* places,
                        u32 n_sources, GLOBAL const u32* first_points, GLOBAL const float* points,
                        GLOBAL const float* weights, GLOBAL float* sums) {
  LOCAL_ARRAY(float, partial, DENSITIES_OF_GROUP * PARTIAL_SUMS);
  const u32 id = GROUP_ID() * DENSITIES_OF_GROUP + LOCAL_ID() / PARTIAL_SUMS;
  const u32 lane = LOCAL_ID() % PARTIAL_SUMS, is_there = id < n_sources;
  float sum = 0.0f, lost = 0.0f;
  if (is_there) {
    const u32 place = places[id], end = first_points[place + 1u], near = nearest[id];
    const float near_high = points[2u * near], near_low = points[2u * near + 1u];
    const float twice_v = 2.0f * difference(near_high, near_low, sources[2u * id], sources[2u * id + 1u]);
    for (u32 i = first_points[place] + lane; i < end; i += PARTIAL_SUMS) {
      const float u = difference(points[2u * i], points[2u * i + 1u], near_high, near_low);
      const float value = exp2(-HALF_LOG2_E * (u * (u + twice_v))) * weights[i] - lost;
      const float next = sum + value;
      lost = (next - sum) - value;
      sum = next;
    }
  }
  partial[LOCAL_ID()] = sum;
  for (u32 step = PARTIAL_SUMS / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (lane < step) partial[LOCAL_ID()] += partial[LOCAL_ID() + step];
  }
  if (is_there && lane == 0u) sums[id] = partial[LOCAL_ID()];
}
