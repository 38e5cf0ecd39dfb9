// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of many pairs of short series, the table of a partner (bit_tables.c) in local memory, where all of
// its tasks read it. A work item for each row: it walks through the parts of the row, the next work item one part
// ahead, so that neighbours read different banks of the memory, and the part of the next sample is in the registers of
// a neighbour. No sums over work items are needed.
//
// Constants: LANES, parts of a row, 8; DEPTH, words of a part, 1, 2 or 4; TEAMS of TEAM work items in a group;
// TABLE_WORDS; LONGEST template length; LENGTH_BITS, with bit L - 1 set if length L is counted; N_LENGTHS, the number
// of these bits; TAU; MASKED, 0 if every sample starts a template; PER_TEMPLATE, 1 for counts, 0 for totals.

#define TASK_FIELDS 5u
#define PARTNER 2u  // table of y
#define TEMPLATES_X 3u
#define TEMPLATES_Y 4u

#define PARTNER_FIELDS 4u
#define FIRST_TASK 0u
#define END_OF_TASKS 1u

#define WORDS (LANES * DEPTH)
#define BITS 32u
#define TEAM 32u
#define GROUP (TEAMS * TEAM)
// The last work items of a team serve the templates of the others.
#define ROWS (TEAM - (LONGEST - 1u) * TAU)
// All samples match a template of length 1 that are in its run, unless some of them start no template.
#define COUNTS_RUNS (!MASKED && (LENGTH_BITS & 1u))

// Words that are loaded together.
#if DEPTH == 4u
#define PART uint4
#elif DEPTH == 2u
#define PART uint2
#else
#define PART u32
#endif

DEVICE void load_part(LOCAL const u32* from, u32* words) {
  const PART part = *(LOCAL const PART*)from;
#if DEPTH == 4u
  words[2] = part.z;
  words[3] = part.w;
#endif
#if DEPTH > 1u
  words[0] = part.x;
  words[1] = part.y;
#else
  words[0] = part;
#endif
}

// n_parts groups share the tasks of a partner; a team counts one task at a time.
KERNEL_OF_GROUPS(GROUP) void count_rows_shared(GLOBAL const u32* partners, u32 n_parts, GLOBAL const u32* tasks,
                                               GLOBAL const u64* runs, u32 runs_of_task, GLOBAL const u32* templates,
                                               GLOBAL const u32* tables, u32 stride, u32 first_group,
                                               GLOBAL u16* counts, GLOBAL u32* totals) {
  LARGE_LOCAL_ARRAY(u32, templates_y, 2u * WORDS + TABLE_WORDS);
  EXCHANGE_ARRAY(exchanged, GROUP);
  const u32 group = first_group + GROUP_ID();
  GLOBAL const u32* partner = partners + group / n_parts * PARTNER_FIELDS;
  const u32 first_task = partner[FIRST_TASK], end_of_tasks = partner[END_OF_TASKS];
  GLOBAL const u32* first = tasks + (u64)first_task * TASK_FIELDS;
  // Templates of y twice, so that a walk from any part needs no turn; then the table.
  if (MASKED && LOCAL_ID() < 2u * WORDS) {
    templates_y[LOCAL_ID()] = templates[(u64)first[TEMPLATES_Y] * WORDS + LOCAL_ID() % WORDS];
  }
  LOCAL u32* table = templates_y + 2u * WORDS;
  GLOBAL const uint4* from = (GLOBAL const uint4*)(tables + (u64)first[PARTNER] * (stride + 1u) * WORDS);
  for (u32 k = LOCAL_ID(); k < (stride + 1u) * (WORDS / 4u); k += GROUP) ((LOCAL uint4*)table)[k] = from[k];
  BARRIER();

  const u32 team = LOCAL_ID() / TEAM, lane = LOCAL_ID() % TEAM, start = lane % LANES;
  // Bit s: the part of sample k wraps around at step s, and its bits move by one more.
  u32 wraps[LONGEST];
  UNROLL
  for (u32 k = 0u; k < LONGEST; ++k) {
    wraps[k] = 0u;
    for (u32 step = 0u; step < LANES; ++step) wraps[k] |= ((start + step) % LANES + k * TAU % LANES) / LANES << step;
  }
  // Barriers, where values are exchanged through them, need the same number of rounds in every team.
  for (u32 base = first_task + group % n_parts * TEAMS; base < end_of_tasks; base += n_parts * TEAMS) {
    const u32 is_there = base + team < end_of_tasks, position = is_there ? base + team : base;
    GLOBAL const u64* my_runs = runs + (u64)position * runs_of_task;
    GLOBAL const u32* templates_x = templates + (u64)tasks[(u64)position * TASK_FIELDS + TEMPLATES_X] * WORDS;
    u32 sums[N_LENGTHS];
    UNROLL
    for (u32 slot = 0u; slot < N_LENGTHS; ++slot) sums[slot] = 0u;
    for (u32 row = 0u; row < stride; row += ROWS) {
      const u32 i = row + lane;
      const u64 run = my_runs[i];
      LOCAL const u32* begin = table + (u32)run + start * DEPTH;
      LOCAL const u32* end = table + (u32)(run >> 32) + start * DEPTH;
      u32 found[N_LENGTHS];
      UNROLL
      for (u32 slot = 0u; slot < N_LENGTHS; ++slot) found[slot] = 0u;
      if (COUNTS_RUNS) found[0] = ((u32)(run >> 32) - (u32)run) / WORDS;
      UNROLL_BY(STEPS_AT_ONCE)
      for (u32 step = 0u; step < LANES; ++step) {
        u32 bits[DEPTH + 1u], other[DEPTH], matched[DEPTH], slot = 0u;
        load_part(begin + step * DEPTH, bits);
        load_part(end + step * DEPTH, other);
        if (MASKED) load_part(templates_y + (start + step) * DEPTH, matched);
        UNROLL
        for (u32 word = 0u; word < DEPTH; ++word) {
          bits[word] ^= other[word];
          matched[word] = MASKED ? matched[word] & bits[word] : bits[word];
        }
        UNROLL
        for (u32 k = 0u; k < LONGEST; ++k) {
          if (k > 0u) {
            const u32 shift = k * TAU / LANES + ((wraps[k] >> step) & 1u);
            u32 later[DEPTH + 1u];
            later[DEPTH] = 0u;
            UNROLL
            for (u32 word = 0u; word < DEPTH; ++word) later[word] = FROM_LATER(bits[word], k * TAU, TEAM, exchanged);
            UNROLL
            for (u32 word = 0u; word < DEPTH; ++word) {
              matched[word] &= (u32)(((u64)later[word + 1u] << BITS | later[word]) >> shift);
            }
          }
          if (((LENGTH_BITS >> k) & 1u) == 0u) continue;
          const u32 counted = k == 0u && COUNTS_RUNS ? 0u : DEPTH;
          UNROLL
          for (u32 word = 0u; word < counted; ++word) found[slot] += POPCOUNT(matched[word]);
          ++slot;
        }
        if (start == LANES - 1u - step) {
          begin -= WORDS;
          end -= WORDS;
        }
      }
      const u32 is_row = is_there && lane < ROWS && i < stride;
      u32 is_template = is_row;
      if (MASKED && is_row) {
        is_template = (templates_x[i % LANES * DEPTH + i / LANES / BITS] >> (i / LANES % BITS)) & 1u;
      }
      UNROLL
      for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
        const u32 count = is_template ? found[slot] : 0u;
        sums[slot] += count;
        if (PER_TEMPLATE && is_row) counts[((u64)position * N_LENGTHS + slot) * stride + i] = (u16)count;
      }
    }
#if !PER_TEMPLATE
    UNROLL
    for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
      for (u32 distance = TEAM / 2u; distance > 0u; distance /= 2u) {
        sums[slot] += FROM_LATER(sums[slot], distance, TEAM, exchanged);
      }
      if (is_there && lane == 0u) totals[(u64)position * N_LENGTHS + slot] = sums[slot];
    }
#endif
  }
}
