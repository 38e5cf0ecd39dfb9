/* SPDX-License-Identifier: CC0-1.0 */
/* Sums of degrees of membership, all in long double. */
#include <math.h>
#include <stdlib.h>

#include "loops.h"

long double degree_of(long double d, long double r, long double corner, const Request* q) {
  const char* form = q->membership;
  const long double share = d / r;
  if (is(form, "exponential")) return expl(-powl(share, q->power));
  if (is(form, "chen")) return expl(-powl(d, q->power) / r);
  if (is(form, "gaussian")) return expl(-share * share / 2.0L);
  if (is(form, "sigmoid")) return 1.0L / (1.0L + expl((d - corner) / r));
  if (is(form, "bell")) return 1.0L / (1.0L + powl(share, 2.0L * q->power));
  if (is(form, "triangular")) return share < 1.0L ? 1.0L - share : 0.0L;
  if (is(form, "gudermannian")) return d > 0.0L ? atanl(tanhl(r / d)) * 4.0L / 3.14159265358979323846264338327950288L : 1.0L;
  if (share <= 1.0L) return 1.0L;
  if (is(form, "constant-gaussian")) return exp2l(-(share - 1.0L) * (share - 1.0L));
  if (is(form, "trapezoidal1")) return share < 2.0L ? 2.0L - share : 0.0L;
  if (is(form, "trapezoidal2")) return d < corner ? 1.0L - (d - r) / (corner - r) : 0.0L;
  if (share <= 1.5L) return 1.0L - 2.0L * (share - 1.0L) * (share - 1.0L);
  return share < 2.0L ? 2.0L * (2.0L - share) * (2.0L - share) : 0.0L;
}

static int has_template(const Request* q, Series x, long start, int length) {
  const int needed = is(q->templates, "common") ? q->m + 1 : length;
  if (start + (long)(needed - 1) * q->tau >= (long)x.n) return 0;
  for (int k = 0; k < needed; ++k) {
    if (isnan(x.at[start + (long)k * q->tau])) return 0;
  }
  return 1;
}

static long double local_mean(const Request* q, Series x, long start, int length) {
  long double sum = 0.0L;
  if (is(q->local_mean, "kept")) return 0.0L;
  for (int k = 0; k < length; ++k) sum += x.at[start + (long)k * q->tau];
  return sum / length;
}

static void sums_at(const Request* q, Series x, Series y, int length, double r, long double* sum, long double* mean,
                    long* templates) {
  const long double corner = q->r > 0.0 ? (long double)q->corner * ((long double)r / q->r) : q->corner;
  long double pairs = 0.0L;
  for (long i = 0; i < (long)x.n; ++i) {
    if (!has_template(q, x, i, length)) continue;
    ++*templates;
    const long double mean_x = local_mean(q, x, i, length);
    for (long j = 0; j < (long)y.n; ++j) {
      if (!has_template(q, y, j, length) || (q->theiler >= 0 && labs(i - j) <= q->theiler)) continue;
      const long double shift = mean_x - local_mean(q, y, j, length);
      long double largest = 0.0L;
      for (int k = 0; k < length; ++k) {
        const long double d =
            (long double)x.at[i + (long)k * q->tau] - (long double)y.at[j + (long)k * q->tau] - shift;
        largest = fmaxl(largest, fabsl(d));
      }
      *sum += degree_of(largest, r, corner, q);
      pairs += 1.0L;
    }
  }
  *mean = pairs > 0.0L ? *sum / pairs : NAN;
}

void add_degrees(const Request* q, Series x, Series y, double r, Answer* a) {
  sums_at(q, x, y, q->m, r, &a->sum_m, &a->mean_m, &a->templates_m);
  sums_at(q, x, y, q->m + 1, r, &a->sum_m1, &a->mean_m1, &a->templates_m1);
  a->value = ratio_value(a->mean_m, a->mean_m1, 0.0L, q);
}
