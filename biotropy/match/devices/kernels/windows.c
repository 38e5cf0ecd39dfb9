// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of two long series in rank space. The templates of y (candidates) are sorted by first sample, so
// that those whose first sample matches are one window; a later sample is tested by comparing its rank in y with a run.
// The templates of x are sorted as well, so that a group, one template per work item, needs one stretch of candidates,
// loaded into local memory tile by tile.
//
// Constants: GROUP work items, and candidates in a tile; LONGEST template length; LENGTH_BITS, with bit L - 1 set if
// length L is counted; N_LENGTHS, the number of these bits; EXCLUDES, 1 if candidates close in time are excluded.

#define FOLLOWING (LONGEST - 1u)
// An array needs at least one element, even if unused.
#define ROOM_FOR_FOLLOWING (FOLLOWING > 0u ? FOLLOWING : 1u)

// from, to: window of each template of x. begins, widths: run of ranks that each of its following samples matches,
// sample after sample. ranks: those of the following samples of each candidate. stretches: first candidate and one past
// the last, for each group. times_x, times_y: start positions of the templates.
KERNEL void count_windows(GLOBAL const u32* from, GLOBAL const u32* to, GLOBAL const u32* begins,
                          GLOBAL const u32* widths, GLOBAL const u32* times_x, u32 n_templates,
                          GLOBAL const u32* ranks, GLOBAL const u32* times_y, u32 n_candidates,
                          GLOBAL const u32* stretches, u32 first_group, u32 reach, GLOBAL u32* counts) {
  LOCAL_ARRAY(u32, tile, ROOM_FOR_FOLLOWING * GROUP);
  LOCAL_ARRAY(u32, tile_times, GROUP);
  const u32 group = first_group + GROUP_ID(), lane = LOCAL_ID();
  const u32 row = group * GROUP + lane;
  const u32 is_there = row < n_templates;
  const u32 first = is_there ? from[row] : 0u;
  const u32 width = is_there ? to[row] - first : 0u;
  const u32 time = EXCLUDES && is_there ? times_x[row] : 0u;
  u32 run_begins[ROOM_FOR_FOLLOWING], run_widths[ROOM_FOR_FOLLOWING], found[N_LENGTHS];
  UNROLL
  for (u32 k = 0u; k < FOLLOWING; ++k) {
    run_begins[k] = is_there ? begins[(u64)k * n_templates + row] : 0u;
    run_widths[k] = is_there ? widths[(u64)k * n_templates + row] : 0u;
  }
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) found[slot] = 0u;

  const u32 end = stretches[2u * group + 1u];
  for (u32 base = stretches[2u * group]; base < end; base += GROUP) {
    const u32 mine = base + lane;
    BARRIER();
    UNROLL
    for (u32 k = 0u; k < FOLLOWING; ++k) {
      tile[k * GROUP + lane] = mine < n_candidates ? ranks[(u64)k * n_candidates + mine] : 0xffffffffu;
    }
    if (EXCLUDES) tile_times[lane] = mine < n_candidates ? times_y[mine] : 0u;
    BARRIER();
    const u32 size = end - base < GROUP ? end - base : GROUP;
    for (u32 candidate = 0u; candidate < size; ++candidate) {
      u32 matched = base + candidate - first < width;
      // Distance in time below reach, either way.
      if (EXCLUDES) matched &= time + reach - 1u - tile_times[candidate] > 2u * reach - 2u;
      u32 slot = 0u;
      if (LENGTH_BITS & 1u) found[slot++] += matched;
      UNROLL
      for (u32 k = 0u; k < FOLLOWING; ++k) {
        matched &= tile[k * GROUP + candidate] - run_begins[k] < run_widths[k];
        if ((LENGTH_BITS >> (k + 1u)) & 1u) found[slot++] += matched;
      }
    }
  }
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
    if (is_there) counts[(u64)slot * n_templates + row] = found[slot];
  }
}
