// SPDX-License-Identifier: Apache-2.0
//
// Sums of membership over windows of templates. Eight work items share a row: each takes every eighth column of a run
// of at most 1024, so that a run has eight partial sums, added in pairs; the runs of a block of rows are then added one
// after the other with compensation. The order of additions and the polynomials are those of the processor, and
// products and sums are never fused: in double precision the bits are the same.
//
// Without double precision a position has two parts, high and low, so that differences are accurate to single
// precision, and partial sums are compensated.
//
// Constants: DOUBLES, 1 or 0; COORDINATES of a template; KIND of membership, and PRODUCTS of its power; EXCLUDES, 1 if
// templates close in time are excluded; GROUP of work items.

#if DOUBLES
#define REAL double
#define R(number) number
#define UINT u64
#define SINT s64
#define BITS_OF(value) BITS_OF_DOUBLE(value)
#define REAL_OF(bits) DOUBLE_OF_BITS(bits)
#define MANTISSA_BITS 52
#define ROUND_TO_INTEGER 6755399441055744.0
#define LARGEST_EXPONENT 1020.0
#define ROOT_HALF 0x3fe6a09e667f3bcdUL
#else
#define REAL float
#define R(number) number##f
#define UINT u32
#define SINT int
#define BITS_OF(value) BITS_OF_FLOAT(value)
#define REAL_OF(bits) FLOAT_OF_BITS(bits)
#define MANTISSA_BITS 23
#define ROUND_TO_INTEGER 12582912.0f
#define LARGEST_EXPONENT 120.0f
#define ROOT_HALF 0x3f3504f3u
#endif

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

// Membership functions, as in fuzzy_rows.cpp.
#define SQUARE 0u    // exp(-(a d)^2)
#define PRODUCT 1u   // exp(-(a (d - b))^PRODUCTS), the difference not below 0
#define POWER 2u     // exp(-(a d)^b)
#define SIGMOID 3u   // 1 / (1 + exp(a (d - b)))
#define BELL 4u      // 1 / (1 + (a d)^b)
#define RAMP 5u      // a (b - d), from 0 to 1
#define Z_SHAPED 6u  // two parabolas in a d

// Coefficients of the polynomials, the highest power first. An instruction can take a number from the constant memory of
// the device, but not contain one of 64 bits.
CONSTANT REAL exp2_coefficients[10] = {
    R(7.074194025882968e-09),
    R(1.0205905876923807e-07),
    R(1.3215433542273942e-06),
    R(1.5252672922526465e-05),
    R(0.000154035304586972),
    R(0.0013333558200798246),
    R(0.00961812910759511),
    R(0.05550410866465166),
    R(0.2402265069591012),
    R(0.6931471805599462),
};
CONSTANT REAL log2_coefficients[8] = {
    R(0.21367778782298197),
    R(0.22091114450649077),
    R(0.26233443099654707),
    R(0.32059853333903837),
    R(0.41219858585712094),
    R(0.57707801634544065),
    R(0.96179669392598988),
    R(2.8853900817779268),
};
CONSTANT REAL round_to_integer = ROUND_TO_INTEGER;

// 2^t for |t| <= LARGEST_EXPONENT.
DEVICE REAL exp2_near(REAL t) {
  const REAL shifted = t + round_to_integer;
  const REAL f = t - (shifted - round_to_integer);
  REAL sum = exp2_coefficients[0];
  UNROLL
  for (u32 power = 1u; power < 10u; ++power) sum = exp2_coefficients[power] + f * sum;
  return REAL_OF(BITS_OF(sum * f + R(1.0)) + (BITS_OF(shifted) << MANTISSA_BITS));
}

// 2^-t for t >= 0; 0 if too small. A choice between two numbers is cheaper than a branch.
DEVICE REAL exp2_of_minus(REAL t) {
  const REAL power = exp2_near(-t);
  return t < LARGEST_EXPONENT ? power : R(0.0);
}

// 2^t, with t limited to the range of the format.
DEVICE REAL exp2_of(REAL t) {
  const REAL below = SMALLER(t, LARGEST_EXPONENT);
  return exp2_near(LARGER(below, -LARGEST_EXPONENT));
}

// log2 u for u >= 0; far below any exponent for u = 0.
DEVICE REAL log2_of(REAL u) {
  const SINT bits = (SINT)(BITS_OF(u) - ROOT_HALF);
  const REAL exponent = (REAL)(bits >> MANTISSA_BITS);
  const UINT mask = ((UINT)1 << MANTISSA_BITS) - 1u;
  const REAL m = REAL_OF(((UINT)bits & mask) + ROOT_HALF);
  const REAL s = (m - R(1.0)) / (m + R(1.0)), square = s * s;
  REAL sum = log2_coefficients[0];
  UNROLL
  for (u32 power = 1u; power < 8u; ++power) sum = log2_coefficients[power] + square * sum;
  return exponent + s * sum;
}

DEVICE REAL membership(REAL distance, REAL a, REAL b) {
  if (KIND == SQUARE) {
    const REAL u = distance * a;
    return exp2_of_minus(u * u);
  }
  if (KIND == PRODUCT) {
    const REAL beyond = distance - b;
    const REAL u = LARGER(beyond, R(0.0)) * a;
    REAL product = u;
    for (u32 k = 1u; k < PRODUCTS; ++k) product = product * u;
    return exp2_of_minus(product);
  }
  if (KIND == POWER) return exp2_of_minus(exp2_of(b * log2_of(distance * a)));
  if (KIND == SIGMOID) {
    const REAL t = (distance - b) * a;
    const REAL small = exp2_of_minus(fabs(t));
    return (t > R(0.0) ? small : R(1.0)) / (R(1.0) + small);
  }
  if (KIND == BELL) return R(1.0) / (R(1.0) + exp2_of(b * log2_of(distance * a)));
  if (KIND == RAMP) {
    const REAL height = (b - distance) * a;
    const REAL below = SMALLER(height, R(1.0));
    return LARGER(below, R(0.0));
  }
  const REAL u = distance * a;
  const REAL low = LARGER(u - R(1.0), R(0.0)), high = LARGER(R(2.0) - u, R(0.0));
  return u <= R(1.5) ? R(1.0) - R(2.0) * (low * low) : R(2.0) * (high * high);
}

// A block of rows of x against their windows in y: offsets of the first coordinates of both (coordinate after
// coordinate, one value per template) and of their times; offset of the windows of the task; the first row and one past
// the last.
#define BLOCK_FIELDS 9u
#define PLACES_X 0u
#define N_X 1u
#define PLACES_Y 2u
#define N_Y 3u
#define TIMES_X 4u
#define TIMES_Y 5u
#define WINDOWS 6u
#define FIRST_ROW 7u
#define LAST_ROW 8u

#define LANES 8u
#define TEAMS (GROUP / LANES)
#define RUN 1024u

// Chebyshev distance of a template x to one of y. low: second parts of the positions, if there are two.
DEVICE REAL distance_of(const REAL* x, const REAL* x_low, GLOBAL const REAL* y, GLOBAL const REAL* y_low, u64 n_y) {
  REAL largest = R(0.0);
  UNROLL
  for (u32 k = 0u; k < COORDINATES; ++k) {
    REAL apart = y[k * n_y] - x[k];
    if (!DOUBLES) apart = apart + (y_low[k * n_y] - x_low[k]);
    apart = fabs(apart);
    largest = LARGER(largest, apart);
  }
  return largest;
}

// Row of a block that contains a run: the last one whose runs begin at or before it.
DEVICE u32 row_of(GLOBAL const u64* first_runs, u32 first, u32 last, u64 run) {
  while (last - first > 1u) {
    const u32 middle = first + (last - first) / 2u;
    if (first_runs[middle] <= run) {
      first = middle;
    } else {
      last = middle;
    }
  }
  return first;
}

// One group for each block; a team of eight work items for each run. begins, ends: window of every row of a task;
// first_runs: first run of every row, and one past the last. runs: sum of every run from runs_before on.
KERNEL void sum_runs(GLOBAL const u64* blocks, u32 first_block, GLOBAL const REAL* places,
                     GLOBAL const REAL* low_places, GLOBAL const u32* times, GLOBAL const u32* begins,
                     GLOBAL const u32* ends, GLOBAL const u64* first_runs, u64 runs_before, u32 reach, REAL a, REAL b,
                     GLOBAL REAL* runs) {
  LOCAL_ARRAY(REAL, partial, GROUP);
  GLOBAL const u64* block = blocks + (u64)(first_block + GROUP_ID()) * BLOCK_FIELDS;
  GLOBAL const u64* of_rows = first_runs + block[WINDOWS];
  const u32 first_row = (u32)block[FIRST_ROW], last_row = (u32)block[LAST_ROW];
  const u64 end_of_runs = of_rows[last_row];
  // Read once: the compiler cannot know that no sum is stored there.
  const u64 windows = block[WINDOWS], places_x = block[PLACES_X], places_y = block[PLACES_Y];
  const u64 n_x = block[N_X], n_y = block[N_Y];
  GLOBAL const u32* times_x = times + block[TIMES_X];
  GLOBAL const u32* times_y = times + block[TIMES_Y];
  const u32 lane = LOCAL_ID() % LANES, team = LOCAL_ID() / LANES;
  for (u64 base = of_rows[first_row]; base < end_of_runs; base += TEAMS) {
    const u64 run = base + team;
    REAL sum = R(0.0), lost = R(0.0);
    if (run < end_of_runs) {
      const u32 row = row_of(of_rows, first_row, last_row, run);
      const u32 end = ends[windows + row];
      const u32 begin = begins[windows + row] + (u32)(run - of_rows[row]) * RUN;
      const u32 size = end - begin < RUN ? end - begin : RUN;
      const u32 time = EXCLUDES ? times_x[row] : 0u;
      REAL x[COORDINATES], x_low[COORDINATES];
      UNROLL
      for (u32 k = 0u; k < COORDINATES; ++k) {
        x[k] = places[places_x + k * n_x + row];
        x_low[k] = DOUBLES ? R(0.0) : low_places[places_x + k * n_x + row];
      }
      GLOBAL const REAL* y = places + places_y + begin;
      GLOBAL const REAL* y_low = low_places + places_y + begin;
      GLOBAL const u32* times_of_y = times_y + begin;
      for (u32 i = lane; i < size; i += LANES) {
        const REAL apart = distance_of(x, x_low, y + i, y_low + i, n_y);
        REAL value = membership(apart, a, b);
        // Distance in time below reach, either way.
        if (EXCLUDES && time + reach - 1u - times_of_y[i] <= 2u * reach - 2u) value = R(0.0);
        if (!DOUBLES) value = value - lost;
        const REAL next = sum + value;
        if (!DOUBLES) lost = (next - sum) - value;
        sum = next;
      }
    }
    partial[LOCAL_ID()] = sum;
    for (u32 step = 1u; step < LANES; step *= 2u) {
      BARRIER();
      if (lane % (2u * step) == 0u) partial[LOCAL_ID()] = partial[LOCAL_ID()] + partial[LOCAL_ID() + step];
    }
    if (lane == 0u && run < end_of_runs) runs[run - runs_before] = partial[LOCAL_ID()];
    BARRIER();
  }
}

// One work item for each block: adds its runs with compensation (Neumaier).
KERNEL void sum_blocks(GLOBAL const u64* blocks, u32 first_block, u32 n_blocks, GLOBAL const u64* first_runs,
                       u64 runs_before, GLOBAL const REAL* runs, GLOBAL REAL* sums) {
  if (GLOBAL_ID() >= n_blocks) return;
  GLOBAL const u64* block = blocks + (first_block + GLOBAL_ID()) * BLOCK_FIELDS;
  GLOBAL const u64* of_rows = first_runs + block[WINDOWS];
  REAL total = R(0.0), carry = R(0.0);
  for (u64 run = of_rows[block[FIRST_ROW]]; run < of_rows[block[LAST_ROW]]; ++run) {
    const REAL value = runs[run - runs_before], next = total + value;
    carry = carry + (total >= value ? (total - next) + value : (value - next) + total);
    total = next;
  }
  sums[GLOBAL_ID()] = total + carry;
}
