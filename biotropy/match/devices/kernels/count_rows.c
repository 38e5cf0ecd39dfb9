// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of many pairs of short series, from the bit rows of bit_tables.c: a work item for each part of a
// row. The positions that match a template are the intersection of the rows of its samples, each shifted by its place.
// The words of a part are loaded together.
//
// Constants: LANES, parts of a row; DEPTH, words of a part; LOADED at once, 1, 2 or 4; TEAMS of LANES work items in a
// group, each with LANES rows; LONGEST template length; LENGTH_BITS, with bit L - 1 set if length L is counted;
// N_LENGTHS, the number of these bits; TAU; MASKED, 0 if every sample starts a template; EXCLUDES, 1 if templates close
// in time are excluded; PER_TEMPLATE, 1 for counts, 0 for totals; ROWS_AT_ONCE, unrolled.

#define TASK_FIELDS 5u
#define PARTNER 2u  // table of y
#define TEMPLATES_X 3u
#define TEMPLATES_Y 4u

#define WORDS (LANES * DEPTH)
#define BITS 32u
#define GROUP (TEAMS * LANES)
// All samples match a template of length 1 that are in its run, unless some of them start no template.
#define COUNTS_RUNS (!MASKED && !EXCLUDES && (LENGTH_BITS & 1u))
// Lengths whose matches are counted in the rows. Counts stay below 2^16: two lengths share a word.
#define N_COUNTED (N_LENGTHS - (COUNTS_RUNS ? 1u : 0u))
#define PACKED (N_COUNTED > 0u ? (N_COUNTED + 1u) / 2u : 1u)
#define PADDED (LANES + 1u)
// Parts close to a row: those of lane - row, from 1 - LANES to LANES - 1.
#define NEAR_PARTS (2u * LANES - 1u)

// The positions j of word `depth` of a part with |i - j| < reach.
DEVICE u32 near_word(u32 i, u32 part, u32 depth, u32 reach) {
  const u32 first = i + 1u > reach ? i + 1u - reach : 0u;
  const u32 last = i + reach - 1u, below = depth * BITS;
  if (reach == 0u || last < part) return 0u;
  const u32 from = first > part ? (first - part + LANES - 1u) / LANES : 0u;
  const u32 to = (last - part) / LANES;
  if (to < below || from >= below + BITS || from > to) return 0u;
  const u32 up_to = to - below >= BITS - 1u ? 0xffffffffu : (2u << (to - below)) - 1u;
  return from > below ? up_to & ~((1u << (from - below)) - 1u) : up_to;
}

// LOADED words of the exclusive or of two rows.
DEVICE void load_words(GLOBAL const u32* begin, GLOBAL const u32* end, u32* words) {
#if LOADED == 4u
  const uint4 a = *(GLOBAL const uint4*)begin, b = *(GLOBAL const uint4*)end;
  words[2] = a.z ^ b.z;
  words[3] = a.w ^ b.w;
#elif LOADED == 2u
  const uint2 a = *(GLOBAL const uint2*)begin, b = *(GLOBAL const uint2*)end;
#else
  words[0] = *begin ^ *end;
#endif
#if LOADED > 1u
  words[0] = a.x ^ b.x;
  words[1] = a.y ^ b.y;
#endif
}

// LOADED words of a part of a row, from the word `depth` on, after a shift of the whole part.
DEVICE void shifted_words(GLOBAL const u32* part, u64 run, u32 depth, u32 shift, u32* words) {
  GLOBAL const u32* begin = part + (u32)run + depth;
  GLOBAL const u32* end = part + (u32)(run >> 32) + depth;
  load_words(begin, end, words);
  const u32 beyond = depth + LOADED < DEPTH ? begin[LOADED] ^ end[LOADED] : 0u;
  UNROLL
  for (u32 word = 0u; word < LOADED; ++word) {
    const u32 above = word + 1u < LOADED ? words[word + 1u] : beyond;
    words[word] = (u32)(((u64)above << BITS | words[word]) >> shift);
  }
}

// The same for a shift of any size, word by word.
DEVICE void far_words(GLOBAL const u32* part, u64 run, u32 depth, u32 shift, u32* words) {
  GLOBAL const u32* begin = part + (u32)run;
  GLOBAL const u32* end = part + (u32)(run >> 32);
  for (u32 word = 0u; word < LOADED; ++word) {
    const u32 at = depth + word + shift / BITS;
    const u32 low = at < DEPTH ? begin[at] ^ end[at] : 0u;
    const u32 high = at + 1u < DEPTH ? begin[at + 1u] ^ end[at + 1u] : 0u;
    words[word] = (u32)(((u64)high << BITS | low) >> (shift % BITS));
  }
}

// Adds the matches of a row in LOADED words of a part. row: its run, and those of later samples of its template after
// it; counted: positions that can match.
DEVICE void add_matches(GLOBAL const u32* table, GLOBAL const u64* row, u32 lane, u32 depth, const u32* counted,
                        u32* found) {
  u32 matched[LOADED], slot = 0u;
  UNROLL
  for (u32 k = 0u; k < LONGEST; ++k) {
    const u32 part = (lane + k * TAU) % LANES, shift = (lane + k * TAU) / LANES;
    u32 words[LOADED];
    if ((LANES - 1u + k * TAU) / LANES >= BITS) {
      far_words(table + part * DEPTH, row[k * TAU], depth, shift, words);
    } else {
      shifted_words(table + part * DEPTH, row[k * TAU], depth, k > 0u ? shift : 0u, words);
    }
    const u32 is_counted = k == 0u && COUNTS_RUNS ? 0u : (LENGTH_BITS >> k) & 1u;
    UNROLL
    for (u32 word = 0u; word < LOADED; ++word) {
      matched[word] = (k > 0u ? matched[word] : counted[word]) & words[word];
      if (is_counted) found[slot] += POPCOUNT(matched[word]);
    }
    slot += is_counted;
  }
}

// Counts LANES rows in one part of each of them. near: positions to be left out, by part; partial: sums of a row in
// this column of the team.
DEVICE void count_parts(GLOBAL const u32* table, GLOBAL const u64* runs, GLOBAL const u32* templates_y, u32 lane,
                        LOCAL const u32* near, LOCAL u32* partial) {
  UNROLL_BY(ROWS_AT_ONCE)
  for (u32 row = 0u; row < LANES; ++row) {
    u32 found[2u * PACKED];
    UNROLL
    for (u32 slot = 0u; slot < 2u * PACKED; ++slot) found[slot] = 0u;
    UNROLL
    for (u32 depth = 0u; depth < DEPTH; depth += LOADED) {
      u32 counted[LOADED];
      UNROLL
      for (u32 word = 0u; word < LOADED; ++word) {
        counted[word] = MASKED ? templates_y[lane * DEPTH + depth + word] : 0xffffffffu;
        if (EXCLUDES) counted[word] &= ~near[(lane + LANES - 1u - row) * DEPTH + depth + word];
      }
      add_matches(table, runs + row, lane, depth, counted, found);
    }
    UNROLL
    for (u32 pack = 0u; pack < PACKED; ++pack) {
      partial[(pack * GROUP + row) * PADDED] = found[2u * pack] + (found[2u * pack + 1u] << 16);
    }
  }
}

// Each team counts LANES rows, one part of a row for each work item; then each work item adds up the parts of one row
// and writes its counts, or adds them to the sum of the group.
KERNEL void count_rows(GLOBAL const u32* tasks, GLOBAL const u64* runs, u32 runs_of_task, GLOBAL const u32* templates,
                       GLOBAL const u32* tables, u32 stride, u32 reach, u32 n_blocks, u32 first_group,
                       GLOBAL u16* counts, GLOBAL u32* totals) {
  LOCAL_ARRAY(u32, partial, PACKED * GROUP * PADDED);
  const u32 group = first_group + GROUP_ID(), position = group / n_blocks, block = group % n_blocks;
  const u32 team = LOCAL_ID() / LANES, lane = LOCAL_ID() % LANES;
  GLOBAL const u32* task = tasks + (u64)position * TASK_FIELDS;
  GLOBAL const u32* table = tables + (u64)task[PARTNER] * (stride + 1u) * WORDS;
  const u32 first = block * GROUP + team * LANES, i = first + lane;
  GLOBAL const u64* my_runs = runs + (u64)position * runs_of_task + first;
#if EXCLUDES
  // Which positions of a part are near a row depends on the difference of their numbers alone.
  LOCAL_ARRAY(u32, near, TEAMS * NEAR_PARTS * DEPTH);
  LOCAL u32* my_near = near + team * NEAR_PARTS * DEPTH;
  for (u32 entry = lane; entry < NEAR_PARTS * DEPTH; entry += LANES) {
    const u32 apart = entry / DEPTH, row = apart < LANES - 1u ? LANES - 1u - apart : 0u;
    my_near[entry] = near_word(first + row, row + apart - (LANES - 1u), entry % DEPTH, reach);
  }
  BARRIER();
#else
  LOCAL u32* my_near = partial;
#endif
  count_parts(table, my_runs, templates + (u64)task[TEMPLATES_Y] * WORDS, lane, my_near,
              partial + team * LANES * PADDED + lane);
  BARRIER();

  u32 counted = 1u;
  if (MASKED) {
    const u32 word = i % LANES * DEPTH + i / LANES / BITS;
    const u32 mask = i < stride ? templates[(u64)task[TEMPLATES_X] * WORDS + word] : 0u;
    counted = (mask >> (i / LANES % BITS)) & 1u;
  }
  u32 of_length[2u * PACKED + 1u];
  const u64 run = my_runs[lane];
  if (COUNTS_RUNS) of_length[0] = ((u32)(run >> 32) - (u32)run) / WORDS;
  UNROLL
  for (u32 pack = 0u; pack < PACKED; ++pack) {
    LOCAL const u32* of_row = partial + (pack * GROUP + LOCAL_ID()) * PADDED;
    u32 sum = 0u;
    UNROLL
    for (u32 column = 0u; column < LANES; ++column) sum += of_row[column];
    const u32 slot = 2u * pack + (COUNTS_RUNS ? 1u : 0u);
    of_length[slot] = counted ? sum & 0xffffu : 0u;
    of_length[slot + 1u] = counted ? sum >> 16 : 0u;
  }
#if PER_TEMPLATE
  if (i >= stride) return;
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
    counts[((u64)position * N_LENGTHS + slot) * stride + i] = (u16)of_length[slot];
  }
#else
  BARRIER();
  UNROLL
  for (u32 slot = 0u; slot < N_LENGTHS; ++slot) partial[slot * GROUP + LOCAL_ID()] = of_length[slot];
  for (u32 step = GROUP / 2u; step > 0u; step /= 2u) {
    BARRIER();
    for (u32 slot = 0u; LOCAL_ID() < step && slot < N_LENGTHS; ++slot) {
      partial[slot * GROUP + LOCAL_ID()] += partial[slot * GROUP + LOCAL_ID() + step];
    }
  }
  for (u32 slot = 0u; LOCAL_ID() == 0u && slot < N_LENGTHS; ++slot) {
    totals[(u64)group * N_LENGTHS + slot] = partial[slot * GROUP];
  }
#endif
}
