/* SPDX-License-Identifier: CC0-1.0 */
/* Matching pairs of templates: for every pair of starts, how many samples in a row are within r. */
#include <math.h>
#include <stdlib.h>

#include "loops.h"

long double in_unit(long double nats, const char* base) {
  if (is(base, "2")) return nats / logl(2.0L);
  if (is(base, "10")) return nats / logl(10.0L);
  return nats;
}

long double ratio_value(long double at_m, long double at_m1, long double ordered_pairs, const Request* q) {
  if (at_m > 0.0L && at_m1 > 0.0L) return in_unit(-logl(at_m1 / at_m), q->base);
  if (is(q->undefined, "bound") && ordered_pairs > 0.0L) return in_unit(logl(ordered_pairs), q->base);
  if (at_m > 0.0L) return INFINITY;
  return is(q->undefined, "negative") ? -INFINITY : NAN;
}

/* Whether the samples of the template at `start` are all there, up to `length`. */
static int is_whole(Series x, long start, int length, int tau) {
  if (start + (long)(length - 1) * tau >= (long)x.n) return 0;
  for (int k = 0; k < length; ++k) {
    if (isnan(x.at[start + (long)k * tau])) return 0;
  }
  return 1;
}

/* Samples in a row within r, at most m + 1, from two starts. */
static int run_of_matches(const Request* q, Series x, Series y, long i, long j, double r) {
  int k = 0;
  for (; k <= q->m; ++k) {
    const long a = i + (long)k * q->tau, b = j + (long)k * q->tau;
    if (a >= (long)x.n || b >= (long)y.n) break;
    const double d = fabs(x.at[a] - y.at[b]);
    if (is(q->boundary, "open") ? !(d < r) : !(d <= r)) break;
  }
  return k;
}

static long double log_of_share(long count, long partners) {
  return logl((long double)count) - logl((long double)partners);
}

/* The two mean logarithms of ApEn, with the bias strategy for templates without a match. */
static void mean_logarithms(const Request* q, const long* at_m, const long* at_m1, long starts, long partners_m,
                            long partners_m1, Answer* a) {
  long double phi_m = 0.0L, phi_m1 = 0.0L;
  const int none = is(q->bias, "none");
  for (long i = 0; i < starts; ++i) {
    if (at_m[i] >= 0) {
      if (at_m[i] > 0) phi_m += log_of_share(at_m[i], partners_m);
      if (at_m[i] == 0 && none) phi_m = -INFINITY;
    }
    if (at_m1[i] > 0) phi_m1 += log_of_share(at_m1[i], partners_m1);
    if (at_m1[i] != 0) continue;
    if (none) phi_m1 = -INFINITY;
    if (is(q->bias, "max")) phi_m1 -= logl((long double)partners_m);
    if (is(q->bias, "zero") && at_m[i] > 0) phi_m1 -= logl((long double)partners_m1);
  }
  phi_m /= a->templates_m;
  phi_m1 /= a->templates_m1;
  const long double nats = is(q->sign, "dropped") ? fabsl(phi_m - phi_m1) : phi_m - phi_m1;
  a->value = in_unit(nats, q->base);
}

static void keep_counts(const long* at_m, const long* at_m1, long starts, Answer* a) {
  a->per_m = memory((size_t)(starts + 1) * sizeof(long));
  a->per_m1 = memory((size_t)(starts + 1) * sizeof(long));
  for (long i = 0; i < starts; ++i) {
    if (at_m[i] >= 0) a->per_m[a->n_m++] = at_m[i];
    if (at_m1[i] >= 0) a->per_m1[a->n_m1++] = at_m1[i];
    a->unmatched_m += at_m[i] == 0;
    a->unmatched_m1 += at_m1[i] == 0;
  }
}

void count_pairs(const Request* q, Series x, Series y, double r, Answer* a) {
  const int common = is(q->templates, "common"), means = is(q->measure, "apen") || is(q->measure, "cross-apen");
  const long starts_x = (long)x.n, starts_y = (long)y.n;
  long *at_m = memory((x.n + 1) * sizeof(long)), *at_m1 = memory((x.n + 1) * sizeof(long));
  long partners_m = 0, partners_m1 = 0;
  for (long j = 0; j < starts_y; ++j) {
    partners_m += is_whole(y, j, q->m + common, q->tau);
    partners_m1 += is_whole(y, j, q->m + 1, q->tau);
  }
  for (long i = 0; i < starts_x; ++i) {
    at_m[i] = is_whole(x, i, q->m + common, q->tau) ? 0 : -1;
    at_m1[i] = is_whole(x, i, q->m + 1, q->tau) ? 0 : -1;
    a->templates_m += at_m[i] == 0;
    a->templates_m1 += at_m1[i] == 0;
    for (long j = 0; j < starts_y; ++j) {
      if (q->theiler >= 0 && labs(i - j) <= q->theiler) continue;
      const int run = run_of_matches(q, x, y, i, j, r);
      if (at_m[i] >= 0 && run >= q->m && is_whole(y, j, q->m + common, q->tau)) ++at_m[i];
      if (at_m1[i] >= 0 && run > q->m) ++at_m1[i];
    }
    if (at_m[i] > 0) a->matches_m += at_m[i];
    if (at_m1[i] > 0) a->matches_m1 += at_m1[i];
  }
  if (means) {
    keep_counts(at_m, at_m1, starts_x, a);
    if (a->templates_m1 == 0 || partners_m1 == 0) {
      a->problem = "no_templates";
      return;
    }
    mean_logarithms(q, at_m, at_m1, starts_x, partners_m, partners_m1, a);
    return;
  }
  a->ordered_pairs = (long double)a->templates_m1 * partners_m1;
  if (is(q->measure, "sampen") && q->theiler >= 0) {
    a->matches_m /= 2;
    a->matches_m1 /= 2;
    a->ordered_pairs = (long double)a->templates_m1 * (a->templates_m1 - 1);
  }
  a->value = ratio_value(a->matches_m, a->matches_m1, a->ordered_pairs, q);
}
