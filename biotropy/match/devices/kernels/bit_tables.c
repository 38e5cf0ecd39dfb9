// SPDX-License-Identifier: Apache-2.0
//
// Bit rows of many short series in rank space. Row k of a table is the set of time positions of the k smallest samples
// of a series y; the samples of y that match a sample of x are row `end` xor row `begin` of its run. A row has LANES
// parts of DEPTH words. Position j is bit j / LANES of part j % LANES, so a shift in time renames the parts, and only
// parts that wrap around shift their bits by one.
//
// Constants: LANES, 8, 16 or 32; DEPTH; RANK_WORDS that local memory has room for, 0 if those of a partner do not fit.

#define WORDS (LANES * DEPTH)
#define BITS 32u

#define TASK_FIELDS 5u
#define X_FIRST 0u  // first sample of x among the runs of the common order
#define N_X 1u      // samples of x

#define PARTNER_FIELDS 4u
#define FIRST_TASK 0u
#define END_OF_TASKS 1u
#define FIRST_RANK 2u  // its rank words
#define N_RANKS 3u

// One group for each table; a work item walks down a column.
KERNEL void build_tables(GLOBAL const u32* times, GLOBAL const u32* n_present, u32 stride, GLOBAL u32* tables) {
  GLOBAL const u32* sorted = times + (u64)GROUP_ID() * stride;
  const u32 n = n_present[GROUP_ID()];
  for (u32 word = LOCAL_ID(); word < WORDS; word += GROUP_SIZE()) {
    GLOBAL u32* column = tables + (u64)GROUP_ID() * (stride + 1u) * WORDS + word;
    u32 row = 0u;
    column[0] = row;
    for (u32 k = 0u; k < n; ++k) {
      const u32 part = sorted[k] % LANES, bit = sorted[k] / LANES;
      if (part * DEPTH + bit / BITS == word) row |= 1u << (bit % BITS);
      column[(u64)(k + 1u) * WORDS] = row;
    }
  }
}

#if RANK_WORDS
#define RANKS LOCAL
#else
#define RANKS GLOBAL
#endif

// Rank of a place of the common order in y: 48 places to a word, and above them the number of members before.
DEVICE u32 rank_of(u32 place, RANKS const u64* rank_words) {
  const u64 word = rank_words[place >> 6];
  const u64 below = word & (((u64)1 << (place & 63u)) - 1u);
  return (u32)(word >> 48) + POPCOUNT64(below);
}

// Run of every sample of every x in its partner, as the first words of two rows of the table, the begin in the lower
// half. Samples beyond the end of x have an empty run. n_parts groups share the tasks of a partner, whose rank words
// each of them loads once.
KERNEL void find_runs(GLOBAL const u32* partners, u32 n_parts, GLOBAL const u32* tasks, GLOBAL const u32* begins,
                      GLOBAL const u32* ends, GLOBAL const u64* rank_words, u32 runs_of_task, GLOBAL u64* runs) {
  GLOBAL const u32* partner = partners + GROUP_ID() / n_parts * PARTNER_FIELDS;
  GLOBAL const u64* words = rank_words + partner[FIRST_RANK];
#if RANK_WORDS
  LOCAL_ARRAY(u64, held, RANK_WORDS);
  for (u32 k = LOCAL_ID(); k < partner[N_RANKS]; k += GROUP_SIZE()) held[k] = words[k];
  BARRIER();
#define HELD held
#else
#define HELD words
#endif
  const u32 end_of_tasks = partner[END_OF_TASKS];
  for (u32 position = partner[FIRST_TASK] + GROUP_ID() % n_parts; position < end_of_tasks; position += n_parts) {
    GLOBAL const u32* task = tasks + (u64)position * TASK_FIELDS;
    GLOBAL const u32* begins_x = begins + task[X_FIRST];
    GLOBAL const u32* ends_x = ends + task[X_FIRST];
    GLOBAL u64* runs_x = runs + (u64)position * runs_of_task;
    const u32 n_x = task[N_X];
    for (u32 i = LOCAL_ID(); i < runs_of_task; i += GROUP_SIZE()) {
      u32 begin = 0u, end = 0u;
      if (i < n_x) {
        begin = rank_of(begins_x[i], HELD) * WORDS;
        end = rank_of(ends_x[i], HELD) * WORDS;
      }
      runs_x[i] = (u64)end << 32 | begin;
    }
  }
}
