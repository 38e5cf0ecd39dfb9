// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of two long series in rank space. The templates of y (candidates) are sorted by first sample, so
// that those whose first sample matches are one window; a later sample is tested by comparing its rank in y with a run.
// The templates of x are sorted as well, so that a group, one template per work item, needs one stretch of candidates,
// loaded into local memory tile by tile. Tiles inside all windows of a group need no test of the first sample.
//
// Constants: GROUP work items, and candidates in a tile; LONGEST template length; LENGTH_BITS, with bit L - 1 set if
// length L is counted; N_LENGTHS, the number of these bits; EXCLUDES, 1 if candidates close in time are excluded;
// PER_TEMPLATE, 1 for counts, 0 for totals.

#define FOLLOWING (LONGEST - 1u)
// An array needs at least one element, even if unused.
#define ROOM_FOR_FOLLOWING (FOLLOWING > 0u ? FOLLOWING : 1u)
#define LOADED 4u  // candidates at once
#define NOWHERE 0xffffffffu

// First candidate and one past the last of a group, and of the part that all of its windows contain.
#define STRETCH_FIELDS 4u
#define BEGIN 0u
#define END 1u
#define INNER_BEGIN 2u
#define INNER_END 3u

// Adds a candidate to the numbers of matches. matched: 1 if its first sample matches.
DEVICE void add_matches(u32 matched, const u32* ranks, const u32* run_begins, const u32* run_widths, u32* found) {
  u32 slot = 0u;
  if (LENGTH_BITS & 1u) found[slot++] += matched;
  UNROLL
  for (u32 k = 0u; k < FOLLOWING; ++k) {
    matched &= ranks[k] - run_begins[k] < run_widths[k];
    if ((LENGTH_BITS >> (k + 1u)) & 1u) found[slot++] += matched;
  }
}

// The same for LOADED candidates of a tile from `candidate` on. apart: position of the first of them in the window.
DEVICE void add_loaded(LOCAL const uint4* tile, u32 candidate, u32 apart, u32 width, const u32* run_begins,
                       const u32* run_widths, u32* found) {
  uint4 loaded[ROOM_FOR_FOLLOWING];
  u32 ranks[LOADED][ROOM_FOR_FOLLOWING];
  UNROLL
  for (u32 k = 0u; k < FOLLOWING; ++k) {
    loaded[k] = tile[(k * GROUP + candidate) / LOADED];
    ranks[0][k] = loaded[k].x;
    ranks[1][k] = loaded[k].y;
    ranks[2][k] = loaded[k].z;
    ranks[3][k] = loaded[k].w;
  }
  UNROLL
  for (u32 other = 0u; other < LOADED; ++other) {
    add_matches(apart + other < width, ranks[other], run_begins, run_widths, found);
  }
}

// Adds a candidate whose first sample matches, with its ranks in global memory.
DEVICE void add_candidate(GLOBAL const u32* ranks, u32 n_candidates, u32 candidate, const u32* run_begins,
                          const u32* run_widths, u32* found) {
  u32 its_ranks[ROOM_FOR_FOLLOWING];
  UNROLL
  for (u32 k = 0u; k < FOLLOWING; ++k) its_ranks[k] = ranks[(u64)k * n_candidates + candidate];
  add_matches(1u, its_ranks, run_begins, run_widths, found);
}

// A time at which no template of x starts has no matches.
KERNEL void clear_counts(GLOBAL u32* counts, u64 n) {
  if (GLOBAL_ID() < n) counts[GLOBAL_ID()] = 0u;
}

// from, to: window of each template of x. begins, widths: run of ranks that each of its following samples matches,
// sample after sample. ranks: those of the following samples of each candidate. times_x: start positions of the
// templates; candidates_at: candidate that starts at each of n_times times. counts: of each length and time of x.
// totals: of each group and length; where x is y and windows hold only candidates of higher place (is_upper_half),
// matches count twice, and those of a template with itself, whose first samples match, are added (counts_itself).
KERNEL_OF_GROUPS(GROUP) void count_windows(GLOBAL const u32* from, GLOBAL const u32* to, GLOBAL const u32* begins,
                                           GLOBAL const u32* widths, GLOBAL const u32* times_x, u32 n_templates,
                                           GLOBAL const u32* ranks, u32 n_candidates,
                                           GLOBAL const u32* candidates_at, u32 n_times, GLOBAL const u32* stretches,
                                           u32 first_group, u32 reach, u32 is_upper_half, u32 counts_itself, u32 n_x,
                                           GLOBAL u32* counts, GLOBAL u64* totals) {
  LOCAL_ARRAY(u32, tile, ROOM_FOR_FOLLOWING * GROUP);
  const u32 group = first_group + GROUP_ID(), lane = LOCAL_ID();
  const u32 row = group * GROUP + lane;
  const u32 is_there = row < n_templates;
  const u32 first = is_there ? from[row] : 0u;
  const u32 width = is_there ? to[row] - first : 0u;
  u32 run_begins[ROOM_FOR_FOLLOWING], run_widths[ROOM_FOR_FOLLOWING], found[N_LENGTHS], excluded[N_LENGTHS];
  UNROLL
  for (u32 k = 0u; k < FOLLOWING; ++k) {
    run_begins[k] = is_there ? begins[(u64)k * n_templates + row] : 0u;
    run_widths[k] = is_there ? widths[(u64)k * n_templates + row] : 0u;
  }
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) found[slot] = excluded[slot] = 0u;

  GLOBAL const u32* stretch = stretches + STRETCH_FIELDS * group;
  const u32 end = stretch[END], inner_begin = stretch[INNER_BEGIN], inner_end = stretch[INNER_END];
  for (u32 base = stretch[BEGIN]; base < end; base += GROUP) {
    const u32 mine = base + lane;
    BARRIER();
    UNROLL
    for (u32 k = 0u; k < FOLLOWING; ++k) {
      tile[k * GROUP + lane] = mine < n_candidates ? ranks[(u64)k * n_candidates + mine] : NOWHERE;
    }
    BARRIER();
    if (base >= inner_begin && base + GROUP <= inner_end) {
      UNROLL_BY(CANDIDATES_AT_ONCE / LOADED)
      for (u32 candidate = 0u; candidate < GROUP; candidate += LOADED) {
        add_loaded((LOCAL const uint4*)tile, candidate, 0u, LOADED, run_begins, run_widths, found);
      }
    } else {
      for (u32 candidate = 0u; candidate < GROUP; candidate += LOADED) {
        add_loaded((LOCAL const uint4*)tile, candidate, base + candidate - first, width, run_begins, run_widths,
                   found);
      }
    }
  }

  // Candidates whose distance in time is below reach.
  if (EXCLUDES && is_there && n_times > 0u) {
    const u32 time = times_x[row], last = time + reach - 1u < n_times ? time + reach - 1u : n_times - 1u;
    for (u32 other = time >= reach ? time - reach + 1u : 0u; other <= last; ++other) {
      const u32 candidate = candidates_at[other];
      if (candidate == NOWHERE || candidate - first >= width) continue;
      add_candidate(ranks, n_candidates, candidate, run_begins, run_widths, excluded);
    }
  }
#if PER_TEMPLATE
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
    if (is_there) counts[(u64)slot * n_x + times_x[row]] = found[slot] - excluded[slot];
  }
#else
  u32 with_itself[N_LENGTHS];
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) with_itself[slot] = 0u;
  if (counts_itself && is_there) {
    add_candidate(ranks, n_candidates, row, run_begins, run_widths, with_itself);
  }
  LOCAL_ARRAY(u64, sums, GROUP);
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
    BARRIER();
    const u64 counted = (u64)(found[slot] - excluded[slot]) * (is_upper_half ? 2u : 1u) + with_itself[slot];
    sums[lane] = is_there ? counted : 0u;
    for (u32 step = GROUP / 2u; step > 0u; step /= 2u) {
      BARRIER();
      if (lane < step) sums[lane] += sums[lane + step];
    }
    if (lane == 0u) totals[(u64)group * N_LENGTHS + slot] = sums[0];
  }
#endif
}
