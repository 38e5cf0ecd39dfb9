// SPDX-License-Identifier: Apache-2.0
//
// Matching templates of many pairs of short series, the table of a partner (bit_tables.c) in local memory, where all of
// its tasks read it. A work item has ROWS_OF_ITEM rows, TAU apart, and walks through their parts. Every next row
// of a chain is TAU parts ahead, so that a later sample of a template is another row of the work item or in the
// registers of a neighbour, already in its place. Work items side by side belong to CHAINS chains that start at
// different parts and so read different banks of the memory. No sums over work items are needed.
//
// Parts are numbered on beyond LANES: part P + LANES is part P one bit later, and bits that leave it come back at its
// other end. So a walk over LANES parts, whichever is the first, sees every position once, and one funnel shift of a
// word serves all samples of all templates. Matches of templates that run over the end of a row are masked.
//
// Constants: LANES, parts of a row, 8; DEPTH, words of a part, 1, 2 or 4; TEAMS of TEAM work items in a group;
// ROWS_OF_ITEM; CHAINS; MASK_WORDS, TABLE_WORDS; LONGEST template length; LENGTH_BITS, with bit L - 1 set if length L
// is counted; N_LENGTHS, the number of these bits; TAU; MASKED, 0 if every sample starts a template; PER_TEMPLATE, 1
// for counts, 0 for totals.

#define TASK_FIELDS 5u
#define PARTNER 2u  // table of y
#define TEMPLATES_X 3u
#define TEMPLATES_Y 4u

#define PARTNER_FIELDS 4u
#define FIRST_TASK 0u
#define END_OF_TASKS 1u

#define WORDS (LANES * DEPTH)
#define BITS 32u
#define BYTES 4u
#define TEAM 32u
#define GROUP (TEAMS * TEAM)
// Rows of a chain; the last ones serve the templates of the others.
#define CHAIN_ROWS (TEAM / CHAINS * ROWS_OF_ITEM)
#define COUNTED (CHAIN_ROWS - (LONGEST - 1u))
// Parts that the work items of a team walk through.
#define WALKED (CHAINS + (CHAIN_ROWS - 1u) * TAU + LANES - 1u)
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

// Masks of the parts that are walked through: the templates of y; or else, for each length, the last words of parts,
// without the positions whose templates run over the end of a row.
DEVICE void make_masks(LOCAL u32* masks, GLOBAL const u32* templates_y) {
#if MASKED
  for (u32 at = LOCAL_ID(); at < WALKED * DEPTH; at += GROUP) {
    const u32 part = at / DEPTH, word = at % DEPTH;
    GLOBAL const u32* from = templates_y + part % LANES * DEPTH;
    masks[at] = FUNNEL_SHIFT(from[word], from[(word + 1u) % DEPTH], part / LANES);
  }
#else
  for (u32 at = LOCAL_ID(); at < WALKED * LONGEST; at += GROUP) {
    const u32 part = at / LONGEST, k = at % LONGEST, late = part / LANES;
    u32 mask = 0u;
    for (u32 bit = 0u; bit < BITS; ++bit) {
      const u32 position = part % LANES + LANES * (((DEPTH - 1u) * BITS + bit + late) % (DEPTH * BITS));
      if (position + k * TAU < WORDS * BITS) mask |= 1u << bit;
    }
    masks[at] = mask;
  }
#endif
}

// n_parts groups share the tasks of a partner; a team counts one task at a time.
KERNEL_OF_GROUPS(GROUP)
void count_rows_shared(GLOBAL const u32* partners, u32 n_parts, GLOBAL const u32* tasks, GLOBAL const u64* runs,
                       u32 runs_of_task, GLOBAL const u32* templates, GLOBAL const u32* tables, u32 stride,
                       u32 first_group, GLOBAL u16* counts, GLOBAL u32* totals) {
  LARGE_LOCAL_ARRAY(u32, masks, MASK_WORDS + TABLE_WORDS);
  EXCHANGE_ARRAY(exchanged, GROUP);
  const u32 group = first_group + GROUP_ID();
  GLOBAL const u32* partner = partners + group / n_parts * PARTNER_FIELDS;
  const u32 first_task = partner[FIRST_TASK], end_of_tasks = partner[END_OF_TASKS];
  GLOBAL const u32* first = tasks + (u64)first_task * TASK_FIELDS;
  make_masks(masks, templates + (u64)first[TEMPLATES_Y] * WORDS);
  LOCAL u32* table = masks + MASK_WORDS;
  LOCAL const u8* rows = (LOCAL const u8*)table;
  GLOBAL const uint4* from = (GLOBAL const uint4*)(tables + (u64)first[PARTNER] * (stride + 1u) * WORDS);
  for (u32 k = LOCAL_ID(); k < (stride + 1u) * (WORDS / 4u); k += GROUP) ((LOCAL uint4*)table)[k] = from[k];
  BARRIER();

  const u32 team = LOCAL_ID() / TEAM, lane = LOCAL_ID() % TEAM, chain = lane % CHAINS;
  const u32 first_row = lane / CHAINS * ROWS_OF_ITEM, start = chain + first_row * TAU;
  LOCAL const u32* my_masks = masks + start * (MASKED ? DEPTH : LONGEST);
  u32 offsets[LANES];
  UNROLL
  for (u32 t = 0u; t < LANES; ++t) offsets[t] = (start + t) % LANES * DEPTH * BYTES;
  const u32 n_chains = ((stride + TAU - 1u) / TAU + COUNTED - 1u) / COUNTED * TAU;
  // Barriers, where values are exchanged through them, need the same number of rounds in every team.
  for (u32 base = first_task + group % n_parts * TEAMS; base < end_of_tasks; base += n_parts * TEAMS) {
    const u32 is_there = base + team < end_of_tasks, position = is_there ? base + team : base;
    GLOBAL const u64* my_runs = runs + (u64)position * runs_of_task;
    GLOBAL const u32* templates_x = templates + (u64)tasks[(u64)position * TASK_FIELDS + TEMPLATES_X] * WORDS;
    u32 sums[N_LENGTHS];
    UNROLL
    for (u32 slot = 0u; slot < N_LENGTHS; ++slot) sums[slot] = 0u;
    for (u32 first_chain = 0u; first_chain < n_chains; first_chain += CHAINS) {
      const u32 my_chain = first_chain + chain;
      const u32 i = my_chain % TAU + (my_chain / TAU * COUNTED + first_row) * TAU;
      u32 begin[ROWS_OF_ITEM], end[ROWS_OF_ITEM];
      u32 found[ROWS_OF_ITEM * N_LENGTHS];
      UNROLL
      for (u32 row = 0u; row < ROWS_OF_ITEM; ++row) {
        // Rows beyond the end match nothing.
        const u64 run = my_runs[i + row * TAU < runs_of_task ? i + row * TAU : runs_of_task - 1u];
        begin[row] = (u32)run * BYTES;
        end[row] = (u32)(run >> 32) * BYTES;
        UNROLL
        for (u32 slot = 0u; slot < N_LENGTHS; ++slot) found[row * N_LENGTHS + slot] = 0u;
        if (COUNTS_RUNS) found[row * N_LENGTHS] = ((u32)(run >> 32) - (u32)run) / WORDS;
      }
      UNROLL_BY(LANES)
      for (u32 step = 0u; step < LANES; ++step) {
        u32 parts[ROWS_OF_ITEM * DEPTH];
        u32 allowed[ROWS_OF_ITEM * DEPTH];
        UNROLL
        for (u32 row = 0u; row < ROWS_OF_ITEM; ++row) {
          const u32 t = step + row * TAU;
          u32 other[DEPTH];
          load_part((LOCAL const u32*)(rows + (begin[row] + offsets[t % LANES])), parts + row * DEPTH);
          load_part((LOCAL const u32*)(rows + (end[row] + offsets[t % LANES])), other);
          if (MASKED) load_part(my_masks + t * DEPTH, allowed + row * DEPTH);
          UNROLL
          for (u32 word = 0u; word < DEPTH; ++word) parts[row * DEPTH + word] ^= other[word];
        }
        UNROLL
        for (u32 word = 0u; word < DEPTH; ++word) {
          u32 bits[ROWS_OF_ITEM + LONGEST - 1u];
          UNROLL
          for (u32 row = 0u; row < ROWS_OF_ITEM + LONGEST - 1u; ++row) {
            if (row < ROWS_OF_ITEM) {
              const u32 next = row * DEPTH + (word + 1u) % DEPTH;
              bits[row] = FUNNEL_SHIFT(parts[row * DEPTH + word], parts[next], (start + step + row * TAU) / LANES);
            } else {
              bits[row] = FROM_LATER(bits[row % ROWS_OF_ITEM], row / ROWS_OF_ITEM * CHAINS, TEAM, exchanged);
            }
          }
          UNROLL
          for (u32 row = 0u; row < ROWS_OF_ITEM; ++row) {
            u32 matched = bits[row], slot = 0u;
            if (MASKED) matched &= allowed[row * DEPTH + word];
            UNROLL
            for (u32 k = 0u; k < LONGEST; ++k) {
              if (k > 0u) matched &= bits[row + k];
              if (((LENGTH_BITS >> k) & 1u) == 0u) continue;
              if (!MASKED && k > 0u && word == DEPTH - 1u) matched &= my_masks[(step + row * TAU) * LONGEST + k];
              if (k > 0u || !COUNTS_RUNS) found[row * N_LENGTHS + slot] += POPCOUNT(matched);
              ++slot;
            }
          }
        }
      }
      UNROLL
      for (u32 row = 0u; row < ROWS_OF_ITEM; ++row) {
        const u32 my_row = i + row * TAU, is_row = is_there && first_row + row < COUNTED && my_row < stride;
        u32 is_template = is_row;
        if (MASKED && is_row) {
          const u32 word = my_row % LANES * DEPTH + my_row / LANES / BITS;
          is_template = (templates_x[word] >> (my_row / LANES % BITS)) & 1u;
        }
        UNROLL
        for (u32 slot = 0u; slot < N_LENGTHS; ++slot) {
          const u32 count = is_template ? found[row * N_LENGTHS + slot] : 0u;
          sums[slot] += count;
          if (PER_TEMPLATE && is_row) counts[((u64)position * N_LENGTHS + slot) * stride + my_row] = (u16)count;
        }
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
