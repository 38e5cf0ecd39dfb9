// SPDX-License-Identifier: Apache-2.0
//
// Samples and templates of a long series in the order of their values: a radix sort of keys, integers that increase
// with the samples. Each pass moves the items to the places of one digit of their keys, in tiles: a group counts the
// digits of a tile, a prefix sum over all tiles says where each digit of each tile starts, and the group moves its
// items there. Items keep their order within a digit, so that equal samples stay in the order of time. One more pass,
// of a digit that says whether a sample starts a template, leaves the templates (candidates of others) in that order.
//
// Constants: GROUP work items, each with ITEMS neighbouring items, in a group; LONGEST template length; COMMON, 1 if
// the samples of a template of the longest length must all be there.

#define DIGITS 16u
#define TILE (GROUP * ITEMS)
// Entries that a work item reads one after the other, and those that neighbours read, lie in different banks.
#define AT(entry) ((entry) + (entry) / DIGITS)
#define ROOM (DIGITS * GROUP + GROUP)

#define SIGN ((u64)1 << 63)
#define INFINITE ((u64)0x7ff << 52)
#define MISSING (~(u64)0)
#define NOWHERE 0xffffffffu

// samples: bits of numbers in double precision. Missing samples have the greatest key.
KERNEL void make_keys(GLOBAL const u64* samples, u32 n, GLOBAL u64* keys, GLOBAL u32* order) {
  const u64 i = GLOBAL_ID();
  if (i >= n) return;
  const u64 bits = samples[i], magnitude = bits & ~SIGN;
  u64 key = bits & SIGN ? ~bits : bits | SIGN;
  if (magnitude == 0u) key = SIGN;  // 0 and -0 are equal
  if (magnitude > INFINITE) key = MISSING;
  keys[i] = key;
  order[i] = (u32)i;
}

DEVICE u32 digit_of(u64 value, u32 shift) { return (u32)(value >> shift) & (DIGITS - 1u); }

// Sum of the values of the work items before, for all work items of a group at once.
DEVICE u32 sum_before(u32 value, LOCAL u32* sums) {
  const u32 lane = LOCAL_ID();
  sums[lane] = value;
  for (u32 step = 1u; step < GROUP; step *= 2u) {
    BARRIER();
    const u32 other = lane >= step ? sums[lane - step] : 0u;
    BARRIER();
    sums[lane] += other;
  }
  return sums[lane] - value;
}

// Places within the tile, sorted by digit: that of the first item of each digit and work item.
DEVICE void place_in_tile(GLOBAL const u64* digits, u32 n, u32 shift, u32 first, LOCAL u32* places, LOCAL u32* sums) {
  const u32 lane = LOCAL_ID();
  for (u32 digit = 0u; digit < DIGITS; ++digit) places[AT(digit * GROUP + lane)] = 0u;
  for (u32 item = first; item < first + ITEMS && item < n; ++item) {
    ++places[AT(digit_of(digits[item], shift) * GROUP + lane)];
  }
  BARRIER();
  u32 sum = 0u;
  for (u32 k = 0u; k < DIGITS; ++k) {
    const u32 count = places[AT(lane * DIGITS + k)];
    places[AT(lane * DIGITS + k)] = sum;
    sum += count;
  }
  const u32 before = sum_before(sum, sums);
  for (u32 k = 0u; k < DIGITS; ++k) places[AT(lane * DIGITS + k)] += before;
  BARRIER();
}

// Number of items of each digit in each tile, digit after digit.
KERNEL_OF_GROUPS(GROUP) void count_digits(GLOBAL const u64* digits, u32 n, u32 shift, u32 n_tiles,
                                          GLOBAL u32* counts) {
  LOCAL_ARRAY(u32, places, ROOM);
  LOCAL_ARRAY(u32, sums, GROUP);
  const u32 lane = LOCAL_ID(), begin = GROUP_ID() * TILE;
  place_in_tile(digits, n, shift, begin + lane * ITEMS, places, sums);
  if (lane >= DIGITS) return;
  const u32 in_tile = n - begin < TILE ? n - begin : TILE;
  const u32 end = lane + 1u < DIGITS ? places[AT((lane + 1u) * GROUP)] : in_tile;
  counts[(u64)lane * n_tiles + GROUP_ID()] = end - places[AT(lane * GROUP)];
}

// Replaces counts by the sums of those before; one group.
KERNEL_OF_GROUPS(GROUP) void start_digits(GLOBAL u32* counts, u32 n_counts) {
  LOCAL_ARRAY(u32, sums, GROUP);
  const u32 each = (n_counts + GROUP - 1u) / GROUP, first = LOCAL_ID() * each;
  const u32 end = first + each < n_counts ? first + each : n_counts;
  u32 sum = 0u;
  for (u32 k = first; k < end; ++k) sum += counts[k];
  u32 place = sum_before(sum, sums);
  for (u32 k = first; k < end; ++k) {
    const u32 count = counts[k];
    counts[k] = place;
    place += count;
  }
}

// starts: where each digit of each tile starts, from start_digits.
KERNEL_OF_GROUPS(GROUP) void move_items(GLOBAL const u64* digits, u32 n, u32 shift, u32 n_tiles,
                                        GLOBAL const u32* starts, GLOBAL const u64* keys, GLOBAL const u32* order,
                                        GLOBAL u64* keys_moved, GLOBAL u32* order_moved) {
  LOCAL_ARRAY(u32, places, ROOM);
  LOCAL_ARRAY(u32, sums, GROUP);
  const u32 lane = LOCAL_ID(), first = GROUP_ID() * TILE + lane * ITEMS;
  place_in_tile(digits, n, shift, first, places, sums);
  // From places in the tile to places of all: no difference, if negative, is ever used.
  if (lane < DIGITS) sums[lane] = starts[(u64)lane * n_tiles + GROUP_ID()] - places[AT(lane * GROUP)];
  BARRIER();
  for (u32 item = first; item < first + ITEMS && item < n; ++item) {
    const u32 digit = digit_of(digits[item], shift);
    const u32 place = places[AT(digit * GROUP + lane)]++ + sums[digit];
    keys_moved[place] = keys[item];
    order_moved[place] = order[item];
  }
}

// ranks: place of each sample, in the order of time.
KERNEL void rank_samples(GLOBAL const u32* order, u32 n, u32 n_present, GLOBAL u32* ranks) {
  const u64 k = GLOBAL_ID();
  if (k < n) ranks[order[k]] = k < n_present ? (u32)k : NOWHERE;
}

// Digit 0 for samples that start a template, 1 for others: templates start before n_starts.
KERNEL void mark_templates(GLOBAL const u32* order, GLOBAL const u32* ranks, u32 n, u32 n_present, u32 n_starts,
                           u32 tau, GLOBAL u64* marks, GLOBAL u32* candidates_at) {
  const u64 k = GLOBAL_ID();
  if (k >= n) return;
  const u32 time = order[k];
  u32 starts = k < n_present && time < n_starts;
  if (COMMON) {
    for (u32 sample = 1u; starts && sample < LONGEST; ++sample) starts = ranks[time + (u64)sample * tau] != NOWHERE;
  }
  marks[k] = starts ? 0u : 1u;
  candidates_at[time] = NOWHERE;
}

// candidates_at: the candidate that starts at each time. following: ranks of the following samples of the candidates,
// sample after sample.
KERNEL void place_candidates(GLOBAL const u32* times, u32 n_candidates, GLOBAL const u32* ranks, u32 n, u32 tau,
                             GLOBAL u32* candidates_at, GLOBAL u32* following) {
  const u64 place = GLOBAL_ID();
  if (place >= n_candidates) return;
  candidates_at[times[place]] = (u32)place;
  for (u32 sample = 1u; sample < LONGEST; ++sample) {
    const u64 time = times[place] + (u64)sample * tau;
    following[(u64)(sample - 1u) * n_candidates + place] = time < n ? ranks[time] : NOWHERE;
  }
}
