// SPDX-License-Identifier: Apache-2.0
//
// Log densities of samples in the classes of a model (Garcia-Molla et al. 2019, Algorithm 3), in double precision. Sums
// have the order of the processor, and products and sums are never fused, so the results have the same bits. Values
// outside the tables, and far from all bins, are NaN, and the processor computes them.
//
// Constants: CHANNELS; COMPONENTS; CLASSES; MOMENTS of a bin; FIRST_TAIL_PIECE, TAIL_PIECES of a table.

// Size of arrays with one value for each class and component.
#define PLACES (CLASSES * COMPONENTS)

// sources[(sample * CLASSES + class) * COMPONENTS + component]. unmixing[(class * CHANNELS + channel) * COMPONENTS +
// component], bias[class * CHANNELS + channel].
KERNEL void unmix(GLOBAL const double* samples, u64 n_samples, GLOBAL const double* unmixing, GLOBAL const double* bias,
                  GLOBAL double* sources) {
  const u64 id = GLOBAL_ID();
  if (id >= n_samples * PLACES) return;
  GLOBAL const double* sample = samples + id / PLACES * CHANNELS;
  const u32 which = (u32)(id % PLACES) / COMPONENTS, component = (u32)(id % COMPONENTS);
  GLOBAL const double* of_class = bias + which * CHANNELS;
  GLOBAL const double* column = unmixing + (u64)which * CHANNELS * COMPONENTS + component;
  double sum = 0.0;
  for (u32 channel = 0u; channel < CHANNELS; ++channel) {
    sum = sum + column[(u64)channel * COMPONENTS] * (sample[channel] - of_class[channel]);
  }
  sources[id] = sum;
}

// Fields of a table: lower end of its centre; pieces per unit; number of pieces; outermost points; reciprocal of the
// bandwidth.
#define TABLE_FIELDS 6u
#define LOW 0u
#define PIECES_PER_UNIT 1u
#define PIECES 2u
#define LOWER_EDGE 3u
#define UPPER_EDGE 4u
#define PER_BANDWIDTH 5u

#define COEFFICIENTS 16u
// Lane l holds the coefficients c_l and c_(l + 8).
#define LANES 8u
#define PAIRS_OF_GROUP 8u
#define NO_PIECE 0xffffffffffffffffUL
#define MANTISSA_BITS_OF_TAIL 49u

// Piece of a table for a value outside its centre, the position in it (-1 to 1) and t^2 / 2, t being the distance from
// the outermost point in bandwidths: eight pieces for each doubling of t, from 8 to 65536.
DEVICE u64 piece_in_tails(GLOBAL const double* table, double x, double* r, double* square) {
  const u32 above = x > table[UPPER_EDGE];
  const double t = (above ? x - table[UPPER_EDGE] : table[LOWER_EDGE] - x) * table[PER_BANDWIDTH];
  if (!(t >= 8.0 && t < 65536.0)) return NO_PIECE;
  const u64 bits = BITS_OF_DOUBLE(t), mask = ((u64)1 << MANTISSA_BITS_OF_TAIL) - 1u;
  *r = (double)(s64)(bits & mask) * (2.0 / (double)(mask + 1u)) - 1.0;
  *square = 0.5 * t * t;
  const u64 index = (bits >> MANTISSA_BITS_OF_TAIL) - FIRST_TAIL_PIECE + (above ? TAIL_PIECES : 0u);
  return (u64)table[PIECES] + index;
}

// Eight work items for each (sample, class), one power of r each; a polynomial is (c_0..c_7 + r^8 c_8..c_15) times the
// powers. The items are added once, at the end.
KERNEL void sum_tables(GLOBAL const double* sources, u64 n_samples, GLOBAL const double* tables,
                       GLOBAL const u64* first_coefficients, GLOBAL const double* coefficients,
                       GLOBAL const double* log_determinants, GLOBAL double* log_densities) {
  LOCAL_ARRAY(double, partial, PAIRS_OF_GROUP * LANES);
  const u64 pair = (u64)GROUP_ID() * PAIRS_OF_GROUP + LOCAL_ID() / LANES;
  const u32 lane = LOCAL_ID() % LANES, is_there = pair < n_samples * CLASSES;
  const u32 which = (u32)(pair % CLASSES);
  double sum = 0.0, squares = 0.0;
  u32 is_whole = 1u;
  for (u32 component = 0u; is_there && component < COMPONENTS; ++component) {
    const u32 place_of_table = which * COMPONENTS + component;
    GLOBAL const double* table = tables + place_of_table * TABLE_FIELDS;
    const double x = sources[pair * COMPONENTS + component];
    const double place = (x - table[LOW]) * table[PIECES_PER_UNIT];
    u64 piece = NO_PIECE;
    double r = 0.0, square = 0.0;
    if (place >= 0.0 && place < table[PIECES]) {
      piece = (u64)place;
      r = (place - (double)piece) * 2.0 - 1.0;
    } else {
      piece = piece_in_tails(table, x, &r, &square);
      squares = squares + square;
    }
    if (piece == NO_PIECE) {
      is_whole = 0u;
      continue;
    }
    GLOBAL const double* c = coefficients + first_coefficients[place_of_table] + piece * COEFFICIENTS;
    const double r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
    const double powers = (lane & 1u ? r : 1.0) * (lane & 2u ? r2 : 1.0) * (lane & 4u ? r4 : 1.0);
    sum = sum + powers * (c[lane] + r8 * c[LANES + lane]);
  }
  partial[LOCAL_ID()] = sum;
  for (u32 step = LANES / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (lane < step) partial[LOCAL_ID()] = partial[LOCAL_ID()] + partial[LOCAL_ID() + step];
  }
  if (is_there && lane == 0u) {
    const double total = partial[LOCAL_ID()] - squares + log_determinants[which];
    log_densities[pair] = is_whole ? total : DOUBLE_OF_BITS(0x7ff8000000000000UL);
  }
}

// Smallest exponent of a kernel; those that are not above it are 0.
#define LEAST_EXPONENT (-1021.0)

// 2 to a power that is above the least exponent and not positive, with the polynomial of exp2-inl.hpp.
DEVICE double exp2_of_negative(double exponent) {
  const double rounder = 6755399441055744.0;  // 1.5 * 2^52
  const double shifted = exponent + rounder;
  const double fraction = exponent - (shifted - rounder);
  double root = 9.3075888901660860688e-10;
  root = root * fraction + 3.7616354963629806455e-8;
  root = root * fraction + 1.3021054272324273096e-6;
  root = root * fraction + 3.7570815252597180773e-5;
  root = root * fraction + 8.6725169786813029402e-4;
  root = root * fraction + 1.5014156685022430841e-2;
  root = root * fraction + 1.7328679513998697847e-1;
  root = root * fraction + 9.9999999999999938654e-1;
  const double square = root * root;
  return DOUBLE_OF_BITS(BITS_OF_DOUBLE(square * square) + (BITS_OF_DOUBLE(shifted) << 52));
}

// First of n sorted numbers that is not below x.
DEVICE u32 first_not_below(GLOBAL const double* numbers, u32 n, double x) {
  u32 first = 0u;
  while (n > 0u) {
    const u32 middle = n / 2u;
    if (numbers[first + middle] < x) first += n - middle;
    n = middle;
  }
  return first;
}

// Fields of a density, the last two in units of x.
#define DENSITY_FIELDS 3u
#define OF_BANDWIDTH 0u
#define NEAR_ENOUGH 1u
#define REACH 2u

#define DENSITIES_OF_GROUP 8u

// Eight work items for each density at one source, each with every eighth bin (binned_density.hpp); neighbours in a
// group are samples of the same density, so that its moments are read once. middles: of every density, then eight empty
// bins. moments: of every density [moment * bins + bin]. sums: [(class * COMPONENTS + component) * n_samples + sample],
// NaN far from all bins.
KERNEL void sum_bins(GLOBAL const double* sources, u64 n_samples, GLOBAL const double* densities,
                     GLOBAL const u64* first_bins, GLOBAL const double* middles, GLOBAL const double* moments,
                     GLOBAL double* sums) {
  LOCAL_ARRAY(double, partial, DENSITIES_OF_GROUP * LANES);
  const u64 density = (u64)GROUP_ID() * DENSITIES_OF_GROUP + LOCAL_ID() / LANES;
  const u32 lane = LOCAL_ID() % LANES, is_there = density < n_samples * PLACES;
  double sum = 0.0;
  u32 is_near = 0u;
  if (is_there) {
    const u32 place = (u32)(density / n_samples);
    const double x = sources[density % n_samples * PLACES + place];
    GLOBAL const double* fields = densities + place * DENSITY_FIELDS;
    GLOBAL const double* of_density = middles + first_bins[place];
    GLOBAL const double* of_bins = moments + first_bins[place] * MOMENTS;
    const u32 stride = (u32)(first_bins[place + 1u] - first_bins[place]), n = stride - LANES;
    const u32 above = first_not_below(of_density, n, x);
    double distance = DOUBLE_OF_BITS(0x7ff0000000000000UL);  // infinity
    if (above > 0u) distance = x - of_density[above - 1u];
    if (above < n && of_density[above] - x < distance) distance = of_density[above] - x;
    is_near = distance <= fields[NEAR_ENOUGH];
    if (is_near) {
      const double reach = distance + fields[REACH];
      const u32 begin = first_not_below(of_density, n, x - reach);
      u32 end = first_not_below(of_density, n, x + reach);
      if (end == begin) ++end;  // both borders are x, rounded
      for (u32 group = begin; group < end; group += LANES) {
        const u32 bin = group + lane;
        const double from_middle = (x - of_density[bin]) * fields[OF_BANDWIDTH];
        const double exponent = from_middle * from_middle * -0.72134752044448170368;  // -log2(e) / 2
        double series = of_bins[(u64)(MOMENTS - 1u) * stride + bin];
        for (u32 p = MOMENTS - 1u; p-- > 0u;) series = series * from_middle + of_bins[(u64)p * stride + bin];
        sum = sum + (exponent > LEAST_EXPONENT ? exp2_of_negative(exponent) * series : 0.0);
      }
    }
  }
  partial[LOCAL_ID()] = sum;
  for (u32 step = LANES / 2u; step > 0u; step /= 2u) {
    BARRIER();
    if (lane < step) partial[LOCAL_ID()] = partial[LOCAL_ID()] + partial[LOCAL_ID() + step];
  }
  if (is_there && lane == 0u) sums[density] = is_near ? partial[LOCAL_ID()] : DOUBLE_OF_BITS(0x7ff8000000000000UL);
}
