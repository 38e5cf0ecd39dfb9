// SPDX-License-Identifier: Apache-2.0
//
// For one pair of series in the order of their values (sort_templates.c): the run of samples of y that match each
// sample of x, and the window of candidates of y whose first sample matches that of each template of x. The matching
// samples are one run, as the rounded difference of two numbers never decreases when one of them grows; its ends are
// searched with the exact predicate. The difference in double precision is computed with integers, so that every device
// finds the same.
//
// Constants: GROUP, templates of a group of count_windows; LONGEST template length.

#define SIGN ((u64)1 << 63)
#define FRACTION_BITS 52u
#define FRACTION (((u64)1 << FRACTION_BITS) - 1u)
// Bits behind the fraction that rounding needs: the next two, and whether there is more.
#define EXTRA 3u
// Reach of a tolerance within which nothing lies.
#define NOTHING (~(u64)0)

#define STRETCH_FIELDS 4u
#define BEGIN 0u
#define END 1u
#define INNER_BEGIN 2u
#define INNER_END 3u

// Bits of the number of a key without its sign.
DEVICE u64 magnitude(u64 key) { return key & SIGN ? key ^ SIGN : ~key & ~SIGN; }

DEVICE u32 exponent(u64 number) {
  const u32 bits = (u32)(number >> FRACTION_BITS);
  return bits > 0u ? bits : 1u;
}

DEVICE u64 significand(u64 number) {
  return ((number & FRACTION) | (number > FRACTION ? FRACTION + 1u : 0u)) << EXTRA;
}

// Bits of the difference of two numbers with these keys, of which the first is greater, rounded to the nearest as in
// IEEE 754.
DEVICE u64 difference(u64 key_a, u64 key_b) {
  const u64 a = magnitude(key_a), b = magnitude(key_b);
  const u64 large = a > b ? a : b, small = a > b ? b : a;
  u32 power = exponent(large);
  const u32 apart = power - exponent(small);
  u64 less = significand(small);
  less = apart < 60u ? (less >> apart) | ((less & (((u64)1 << apart) - 1u)) > 0u ? 1u : 0u) : less > 0u ? 1u : 0u;
  u64 sum = (key_a ^ key_b) & SIGN ? significand(large) + less : significand(large) - less;
  if (sum >> (FRACTION_BITS + EXTRA + 1u) > 0u) {
    sum = (sum >> 1) | (sum & 1u);
    ++power;
  }
  UNROLL
  for (u32 shift = 32u; shift > 0u; shift /= 2u) {
    const u32 fits = sum >> (FRACTION_BITS + EXTRA + 1u - shift) == 0u && power > shift;
    sum = fits ? sum << shift : sum;
    power = fits ? power - shift : power;
  }
  const u64 result = sum >> EXTRA;
  const u32 rest = (u32)sum & 7u;
  return ((u64)(power - 1u) << FRACTION_BITS) + result + (rest > 4u || (rest == 4u && (result & 1u)) ? 1u : 0u);
}

// Place of the first of n keys in increasing order that is not below the run of a value, or that is behind it.
DEVICE u32 end_of_run(GLOBAL const u64* keys, u32 n, u64 value, u64 reach, u32 is_behind) {
  u32 begin = 0u, end = n;
  while (begin < end) {
    const u32 middle = begin + (end - begin) / 2u;
    const u64 key = keys[middle];
    u32 passed;
    if (is_behind) {
      passed = key <= value || difference(key, value) <= reach;
    } else {
      passed = key < value && difference(value, key) > reach;
    }
    if (passed) {
      begin = middle + 1u;
    } else {
      end = middle;
    }
  }
  return begin;
}

// keys_x, order_x: samples of x by value, n_present_x of them; the missing ones are last. keys_y: samples of y. reach:
// bits of the greatest distance that matches. runs: for each sample of x, in the order of time, its run in y, the begin
// in the lower half; empty for missing samples.
KERNEL void find_sample_runs(GLOBAL const u64* keys_x, GLOBAL const u32* order_x, u32 n_x, u32 n_present_x,
                             GLOBAL const u64* keys_y, u32 n_present_y, u64 reach, GLOBAL u64* runs) {
  const u64 k = GLOBAL_ID();
  if (k >= n_x) return;
  u64 run = 0u;
  if (k < n_present_x && reach != NOTHING) {
    const u64 value = keys_x[k];
    run = (u64)end_of_run(keys_y, n_present_y, value, reach, 1u) << 32 |
          end_of_run(keys_y, n_present_y, value, reach, 0u);
  }
  runs[order_x[k]] = run;
}

// from, to: window of each template of x among the candidates of y; only candidates of higher place where
// is_upper_half, as a match of two templates of one series is one of both. begins, widths: runs of its following
// samples, sample after sample.
KERNEL void find_windows(GLOBAL const u64* keys_x, GLOBAL const u32* times_x, u32 n_templates,
                         GLOBAL const u64* keys_y, u32 n_candidates, u64 reach, u32 is_upper_half,
                         GLOBAL const u64* runs, u32 n_x, u32 tau, GLOBAL u32* from, GLOBAL u32* to,
                         GLOBAL u32* begins, GLOBAL u32* widths) {
  const u64 place = GLOBAL_ID();
  if (place >= n_templates) return;
  u32 first = 0u, end = 0u;
  if (reach != NOTHING) {
    first = end_of_run(keys_y, n_candidates, keys_x[place], reach, 0u);
    end = end_of_run(keys_y, n_candidates, keys_x[place], reach, 1u);
    if (is_upper_half) first = (u32)place + 1u;
  }
  from[place] = first;
  to[place] = end;
  for (u32 sample = 1u; sample < LONGEST; ++sample) {
    const u64 time = times_x[place] + (u64)sample * tau, at = (u64)(sample - 1u) * n_templates + place;
    const u64 run = time < n_x ? runs[time] : 0u;
    begins[at] = (u32)run;
    widths[at] = (u32)(run >> 32) - (u32)run;
  }
}

// Candidates of each group, and those that all of its windows contain.
KERNEL void find_stretches(GLOBAL const u32* from, GLOBAL const u32* to, u32 n_templates, u32 n_groups,
                           GLOBAL u32* stretches) {
  const u64 group = GLOBAL_ID();
  if (group >= n_groups) return;
  const u32 first = (u32)group * GROUP, last = n_templates - first < GROUP ? n_templates : first + GROUP;
  u32 begin = 0xffffffffu, end = 0u, inner_begin = 0u, inner_end = 0xffffffffu;
  for (u32 place = first; place < last; ++place) {
    const u32 its_begin = from[place], its_end = to[place];
    inner_begin = its_begin > inner_begin ? its_begin : inner_begin;
    inner_end = its_end < inner_end ? its_end : inner_end;
    if (its_begin == its_end) continue;
    begin = its_begin < begin ? its_begin : begin;
    end = its_end > end ? its_end : end;
  }
  GLOBAL u32* stretch = stretches + group * STRETCH_FIELDS;
  stretch[BEGIN] = begin < end ? begin : end;
  stretch[END] = end;
  stretch[INNER_BEGIN] = inner_begin;
  stretch[INNER_END] = inner_end > inner_begin ? inner_end : inner_begin;
}
