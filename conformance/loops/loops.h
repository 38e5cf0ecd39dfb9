/* SPDX-License-Identifier: CC0-1.0 */
/* The second of the two programs of the suite: plain loops in C with sums in long double. It reads requests from standard
 * input (request.c) and shares nothing with the first program but the definitions of the README. */
#ifndef CONFORMANCE_LOOPS_H
#define CONFORMANCE_LOOPS_H

#include <stddef.h>

enum { MOST_CHANNELS = 16, MOST_SCALES = 64 };

typedef struct {
  size_t n;
  double* at;
} Series;

typedef struct {
  char measure[24], unit[24], boundary[16], templates[16], undefined[16], bias[16], sign[16];
  char membership[32], local_mean[16], ties[16], approach[16], missing[16], base[4];
  char method[16], grain[16], tolerance_of[16], pool[16];
  int m, tau, ddof, weighted, normalise;
  long theiler, epoch_length;
  double r, power, corner;
  char rr_ectopic[16], rr_policy[16];
  double rr_min, rr_max, rr_change; /* in seconds; RR intervals are in milliseconds */
  int n_scales, scales[MOST_SCALES];
  int channel_m[MOST_CHANNELS], channel_tau[MOST_CHANNELS], has_channel_m, has_channel_tau;
  int n_series;
  Series series[MOST_CHANNELS];
} Request;

typedef struct {
  const char* problem; /* not defined for this input; NULL otherwise */
  long matches_m, matches_m1, templates_m, templates_m1, unmatched_m, unmatched_m1, patterns;
  long n_m, n_m1;              /* numbers of the per-template counts below */
  long *per_m, *per_m1;        /* counts of each template, for ApEn and Cross-ApEn */
  long double sum_m, sum_m1;   /* sums of membership over ordered pairs */
  long double mean_m, mean_m1; /* means of membership */
  long double ordered_pairs;
  long double value; /* in the base of the request */
  double r;
} Answer;

void* memory(size_t bytes);
int is(const char* word, const char* other);
int is_cross(const Request* q);
int is_multivariate(const Request* q);

/* moments.c */
long double standard_deviation(Series x, int ddof);
Series standardised(Series x, int ddof);
Series coarse(Series x, int scale, int start, int variances);

/* pairs.c, degrees.c, orders.c, composite.c */
long double in_unit(long double nats, const char* base);
long double ratio_value(long double at_m, long double at_m1, long double ordered_pairs, const Request* q);
void count_pairs(const Request* q, Series x, Series y, double r, Answer* a);
long double degree_of(long double d, long double r, long double corner, const Request* q);
void add_degrees(const Request* q, Series x, Series y, double r, Answer* a);
void count_orders(const Request* q, Series x, Answer* a);
void compare_vectors(const Request* q, const Series* x, int n, double r, Answer* a);

/* intervals.c */
void clean_intervals(const Request* q, Series* x);

/* curves.c */
void measure_scale(const Request* q, int scale, Answer* a);
void measure_epochs(const Request* q, Answer* a);

#endif
