/* SPDX-License-Identifier: CC0-1.0 */
/* What stands around the measures: tolerance, z-scores, scales and pooled epochs. */
#include <math.h>
#include <string.h>

#include "loops.h"

static int z_scores(const Request* q) {
  return (is_cross(q) || is_multivariate(q)) && !is(q->unit, "absolute");
}

/* The tolerance in the unit of the compared samples; negative where a series is constant or too short for an SD. */
static double tolerance_of(const Request* q, Series x) {
  if (is(q->unit, "total-variation")) return q->r * q->n_series;
  if (is(q->unit, "absolute") || is_cross(q) || is_multivariate(q)) return q->r;
  const double sd = (double)standard_deviation(x, q->ddof);
  return sd > 0.0 ? q->r * sd : sd < 0.0 ? -2.0 : -1.0;
}

static int is_too_short(const Request* q, const Series* x) {
  long reach = (long)q->m * q->tau;
  for (int c = 0; c < q->n_series && is_multivariate(q); ++c) {
    const long own = (long)(q->has_channel_m ? q->channel_m[c] : q->m) * (q->has_channel_tau ? q->channel_tau[c] : q->tau);
    if (c == 0 || own > reach) reach = own;
  }
  const int needed = is(q->measure, "sampen") || is(q->measure, "fuzzyen") || is_multivariate(q) ? 2 : 1;
  for (int c = 0; c < q->n_series; ++c) {
    if ((long)x[c].n < reach + needed) return 1;
  }
  return 0;
}

static void measure_compared(const Request* q, const Series* x, double r, Answer* a) {
  const Series y = is_cross(q) ? x[1] : x[0];
  a->r = r;
  if (is(q->measure, "permen")) {
    count_orders(q, x[0], a);
    return;
  }
  if (r < 0.0) {
    a->problem = r == -2.0 ? "too_short" : "constant_series";
    return;
  }
  if (is_too_short(q, x)) {
    a->problem = "too_short";
    return;
  }
  if (is_multivariate(q)) compare_vectors(q, x, q->n_series, r, a);
  else if (strstr(q->measure, "fuzzyen") != NULL) add_degrees(q, x[0], y, r, a);
  else count_pairs(q, x[0], y, r, a);
}

/* One start of one scale. */
static void measure_start(const Request* q, int scale, int start, Answer* a) {
  const int by_scale = is(q->tolerance_of, "scale"), variances = is(q->grain, "variance");
  Series made[MOST_CHANNELS];
  for (int c = 0; c < q->n_series; ++c) {
    Series x = q->series[c];
    if (!by_scale && z_scores(q)) x = standardised(x, q->ddof);
    if (x.at == NULL) {
      a->problem = "constant_series";
      return;
    }
    made[c] = scale == 1 ? x : coarse(x, scale, start, variances);
  }
  const double r = tolerance_of(q, by_scale ? made[0] : q->series[0]);
  for (int c = 0; c < q->n_series && by_scale && z_scores(q); ++c) {
    made[c] = standardised(made[c], q->ddof);
    if (made[c].at != NULL) continue;
    a->problem = "constant_series";
    return;
  }
  measure_compared(q, made, r, a);
}

void measure_scale(const Request* q, int scale, Answer* a) {
  const int starts = is(q->method, "cmse") || is(q->method, "rcmse") ? scale : 1;
  long double values = 0.0L;
  for (int start = 0; start < starts; ++start) {
    Answer one = {0};
    measure_start(q, scale, start, &one);
    if (starts == 1 || one.problem != NULL) {
      *a = one;
      return;
    }
    values += one.value;
    a->matches_m += one.matches_m;
    a->matches_m1 += one.matches_m1;
    a->templates_m += one.templates_m;
    a->templates_m1 += one.templates_m1;
    a->unmatched_m += one.unmatched_m;
    a->unmatched_m1 += one.unmatched_m1;
    a->patterns += one.patterns;
    a->mean_m += one.mean_m;
    a->mean_m1 += one.mean_m1;
    a->r = one.r;
  }
  const int fuzzy = strstr(q->measure, "fuzzyen") != NULL || is_multivariate(q);
  a->value = values / starts;
  if (!is(q->method, "rcmse")) return;
  a->value = fuzzy ? ratio_value(a->mean_m, a->mean_m1, 0.0L, q) : ratio_value(a->matches_m, a->matches_m1, 0.0L, q);
}

void measure_epochs(const Request* q, Answer* a) {
  const Series all = q->series[0];
  for (size_t first = 0; first + (size_t)q->epoch_length <= all.n; first += (size_t)q->epoch_length) {
    const Series epoch = {(size_t)q->epoch_length, all.at + first};
    Answer one = {0};
    measure_compared(q, &epoch, tolerance_of(q, is(q->pool, "epoch") ? epoch : all), &one);
    a->matches_m += one.matches_m;
    a->matches_m1 += one.matches_m1;
    a->templates_m += one.templates_m;
    a->templates_m1 += one.templates_m1;
    if (first == 0) a->r = one.r;
  }
  a->value = ratio_value(a->matches_m, a->matches_m1, 0.0L, q);
}
