// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of many pairs of short series, from bit rows in rank space. Row k of a table is the set of time
// positions of the k smallest samples of a series y; the samples of y that match a sample of x are row `end` xor row
// `begin` of its run. Position j is bit j / WORDS of word j % WORDS, so a shift in time renames the words, and only
// words that wrap around shift their bits by one.
//
// Constants: WORDS in a row, 8, 16 or a multiple of 32; LANES = min(WORDS, 32) work items for a row; TEAMS of LANES
// work items in a group, each with LANES rows; LONGEST template length; LENGTH_BITS, with bit L - 1 set if length L is
// counted; N_LENGTHS, the number of these bits.

#define TASK_FIELDS 6u
#define X_FIRST 0u   // first sample of x among the runs of the common order
#define N_X 1u       // samples of x
#define RANKS 2u     // first rank word of y
#define PARTNER 3u   // table of y
#define TEMPLATES_X 4u
#define TEMPLATES_Y 5u

#define GROUP (TEAMS * LANES)
#define ROWS_OF_GROUP (TEAMS * LANES)
// Counts of a row stay below 2^16: two lengths share a word.
#define PACKED ((N_LENGTHS + 1u) / 2u)
#define PADDED (LANES + 1u)
#define BITS 32u

// One group for each table; a work item walks down a column.
KERNEL void build_tables(GLOBAL const u32* times, GLOBAL const u32* n_present, u32 stride, GLOBAL u32* tables) {
  GLOBAL const u32* sorted = times + (u64)GROUP_ID() * stride;
  const u32 n = n_present[GROUP_ID()];
  for (u32 word = LOCAL_ID(); word < WORDS; word += GROUP_SIZE()) {
    GLOBAL u32* column = tables + (u64)GROUP_ID() * (stride + 1u) * WORDS + word;
    u32 row = 0u;
    column[0] = row;
    for (u32 k = 0u; k < n; ++k) {
      const u32 time = sorted[k];
      if (time % WORDS == word) row |= 1u << (time / WORDS);
      column[(u64)(k + 1u) * WORDS] = row;
    }
  }
}

// Rank of a place of the common order in y: 48 places to a word, and above them the number of members before.
DEVICE u32 rank_of(u32 place, GLOBAL const u64* rank_words) {
  const u64 word = rank_words[place >> 6];
  const u64 below = word & (((u64)1 << (place & 63u)) - 1u);
  return (u32)(word >> 48) + POPCOUNT64(below);
}

// One work item for each task and sample of x: begin and end of its run in the sorted y, 16 bits each.
KERNEL void find_runs(GLOBAL const u32* tasks, u32 n_tasks, GLOBAL const u32* begins, GLOBAL const u32* ends,
                      GLOBAL const u64* rank_words, u32 stride, GLOBAL u32* runs) {
  const u64 id = GLOBAL_ID();
  const u64 position = id / stride;
  const u32 i = (u32)(id % stride);
  if (position >= n_tasks) return;
  GLOBAL const u32* task = tasks + position * TASK_FIELDS;
  u32 run = 0u;
  if (i < task[N_X]) {
    GLOBAL const u64* words = rank_words + task[RANKS];
    run = rank_of(begins[task[X_FIRST] + i], words) | (rank_of(ends[task[X_FIRST] + i], words) << 16);
  }
  runs[id] = run;
}

// Word `place % WORDS` of the row of a run, shifted by the positions by which `place` exceeds WORDS.
DEVICE u32 shifted_word(GLOBAL const u32* table, u32 run, u32 place) {
  const u32 word = place % WORDS, shift = place / WORDS;
  const u32 row = table[(run >> 16) * WORDS + word] ^ table[(run & 0xffffu) * WORDS + word];
  return shift < BITS ? row >> shift : 0u;
}

// The positions j of a word with |i - j| < reach.
DEVICE u32 near_word(u32 i, u32 word, u32 reach) {
  const u32 first = i + 1u > reach ? i + 1u - reach : 0u;
  const u32 last = i + reach - 1u;
  if (reach == 0u || last < word) return 0u;
  const u32 from = first > word ? (first - word + WORDS - 1u) / WORDS : 0u;
  const u32 to = (last - word) / WORDS;
  if (from >= BITS || from > to) return 0u;
  const u32 up_to = to >= BITS - 1u ? 0xffffffffu : (2u << to) - 1u;
  return up_to & ~((1u << from) - 1u);
}

// Counts the matching templates of row i in one word of the row and adds them to the sums of the work item.
DEVICE void add_matches(GLOBAL const u32* table, GLOBAL const u32* runs, u32 i, u32 n_x, u32 tau, u32 word, u32 counted,
                        u32* sums) {
  u32 matched = 0xffffffffu, slot = 0u;
  UNROLL
  for (u32 k = 0u; k < LONGEST; ++k) {
    const u32 sample = i + k * tau;
    if (sample >= n_x) return;
    matched &= shifted_word(table, runs[sample], word + k * tau);
    if ((LENGTH_BITS >> k) & 1u) {
      sums[slot / 2u] += POPCOUNT(matched & counted) << (16u * (slot % 2u));
      ++slot;
    }
  }
}

// Each team counts LANES rows, one word of a row per work item; then each work item adds up the words of one row and
// writes its counts (per_template) or adds them to the sum of the group.
KERNEL void count_rows(GLOBAL const u32* tasks, GLOBAL const u32* runs, GLOBAL const u32* templates,
                       GLOBAL const u32* tables, u32 stride, u32 tau, u32 reach, u32 n_blocks, u32 per_template,
                       GLOBAL u16* counts, GLOBAL u32* totals) {
  LOCAL_ARRAY(u32, partial, PACKED * TEAMS * LANES * PADDED);
  const u32 position = GROUP_ID() / n_blocks, block = GROUP_ID() % n_blocks;
  const u32 team = LOCAL_ID() / LANES, lane = LOCAL_ID() % LANES;
  GLOBAL const u32* task = tasks + position * TASK_FIELDS;
  GLOBAL const u32* table = tables + (u64)task[PARTNER] * (stride + 1u) * WORDS;
  GLOBAL const u32* task_runs = runs + (u64)position * stride;
  GLOBAL const u32* templates_x = templates + (u64)task[TEMPLATES_X] * WORDS;
  GLOBAL const u32* templates_y = templates + (u64)task[TEMPLATES_Y] * WORDS;
  const u32 first = block * ROWS_OF_GROUP + team * LANES;
  for (u32 row = 0u; row < LANES; ++row) {
    const u32 i = first + row;
    u32 sums[PACKED];
    for (u32 pack = 0u; pack < PACKED; ++pack) sums[pack] = 0u;
    if (i < task[N_X] && ((templates_x[i % WORDS] >> (i / WORDS)) & 1u)) {
      for (u32 word = lane; word < WORDS; word += LANES) {
        const u32 counted = templates_y[word] & ~near_word(i, word, reach);
        add_matches(table, task_runs, i, task[N_X], tau, word, counted, sums);
      }
    }
    for (u32 pack = 0u; pack < PACKED; ++pack) {
      partial[((pack * TEAMS + team) * LANES + row) * PADDED + lane] = sums[pack];
    }
  }
  BARRIER();

  const u32 i = first + lane;
  u32 found[PACKED];
  for (u32 pack = 0u; pack < PACKED; ++pack) {
    found[pack] = 0u;
    for (u32 column = 0u; column < LANES; ++column) {
      found[pack] += partial[((pack * TEAMS + team) * LANES + lane) * PADDED + column];
    }
  }
  if (per_template && i < stride) {
    for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
      counts[((u64)position * N_LENGTHS + slot) * stride + i] = (u16)(found[slot / 2u] >> (16u * (slot % 2u)));
    }
  }
  BARRIER();
  for (u32 pack = 0u; pack < PACKED; ++pack) partial[pack * GROUP + LOCAL_ID()] = found[pack];
  BARRIER();
  for (u32 slot = LOCAL_ID(); slot < N_LENGTHS; slot += GROUP) {
    u32 total = 0u;
    for (u32 item = 0u; item < GROUP; ++item) {
      total += (partial[(slot / 2u) * GROUP + item] >> (16u * (slot % 2u))) & 0xffffu;
    }
    totals[(u64)GROUP_ID() * N_LENGTHS + slot] = total;
  }
}
