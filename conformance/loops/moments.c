/* SPDX-License-Identifier: CC0-1.0 */
/* Standard deviations, z-scores and coarse-graining. Long double has the range to square samples of 1e300. */
#include <math.h>

#include "loops.h"

static long double middle(Series x, size_t* present) {
  long double sum = 0.0L;
  *present = 0;
  for (size_t i = 0; i < x.n; ++i) {
    if (isnan(x.at[i])) continue;
    sum += x.at[i];
    ++*present;
  }
  return *present == 0 ? 0.0L : sum / (long double)*present;
}

long double standard_deviation(Series x, int ddof) {
  size_t present;
  const long double mean = middle(x, &present);
  long double squares = 0.0L, rest = 0.0L;
  int varies = 0;
  double first = NAN;
  for (size_t i = 0; i < x.n; ++i) {
    if (isnan(x.at[i])) continue;
    if (isnan(first)) first = x.at[i];
    varies |= x.at[i] != first;
    const long double d = (long double)x.at[i] - mean;
    squares += d * d;
    rest += d;
  }
  if (present < (size_t)(1 + ddof)) return -1.0L;
  if (!varies) return 0.0L;
  squares -= rest * rest / (long double)present;
  return sqrtl(squares / ((long double)present - ddof));
}

Series standardised(Series x, int ddof) {
  size_t present;
  const double mean = (double)middle(x, &present);
  const double sd = (double)standard_deviation(x, ddof);
  Series z = {0, NULL};
  if (!(sd > 0.0)) return z;
  z.n = x.n;
  z.at = memory(x.n * sizeof(double));
  for (size_t i = 0; i < x.n; ++i) z.at[i] = (x.at[i] - mean) / sd;
  return z;
}

Series coarse(Series x, int scale, int start, int variances) {
  Series y = {0, memory((x.n + 1) * sizeof(double))};
  for (size_t first = (size_t)start; first + (size_t)scale <= x.n; first += (size_t)scale) {
    long double sum = 0.0L, squares = 0.0L;
    for (int k = 0; k < scale; ++k) sum += x.at[first + (size_t)k];
    const long double mean = sum / scale;
    for (int k = 0; k < scale; ++k) {
      const long double d = x.at[first + (size_t)k] - mean;
      squares += d * d;
    }
    y.at[y.n++] = (double)(variances ? squares / scale : mean);
  }
  return y;
}
