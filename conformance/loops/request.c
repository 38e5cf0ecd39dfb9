/* SPDX-License-Identifier: CC0-1.0 */
/* Requests: lines "name value", lines "series n samples", and "run". Answers: lines "name value" and "end". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

void* memory(size_t bytes) {
  void* block = calloc(bytes, 1); /* freed by the end of the program, which is short */
  if (block == NULL) exit(2);
  return block;
}

int is(const char* word, const char* other) { return strcmp(word, other) == 0; }
int is_cross(const Request* q) { return strncmp(q->measure, "cross-", 6) == 0; }
int is_multivariate(const Request* q) { return strncmp(q->measure, "mv", 2) == 0; }

static void word(char* into, size_t size) {
  char text[64];
  if (scanf("%63s", text) != 1 || strlen(text) >= size) exit(3);
  strcpy(into, text);
}

static double number(void) {
  char text[64];
  word(text, sizeof text);
  return strtod(text, NULL);
}

static int numbers(int* into, int most) {
  const int n = (int)number();
  if (n > most) exit(3);
  for (int k = 0; k < n; ++k) into[k] = (int)number();
  return n;
}

static void read_series(Request* q) {
  if (q->n_series == MOST_CHANNELS) exit(3);
  Series* x = &q->series[q->n_series++];
  x->n = (size_t)number();
  x->at = memory((x->n + 1) * sizeof(double));
  for (size_t i = 0; i < x->n; ++i) x->at[i] = number();
}

#define WORD(name, field) \
  if (is(key, name)) word(q->field, sizeof q->field)
#define NUMBER(name, field, type) \
  if (is(key, name)) q->field = (type)number()

/* Reads one request; 0 at the end of the input. */
static int read_request(Request* q) {
  char key[64];
  memset(q, 0, sizeof *q);
  strcpy(q->bias, "none");
  strcpy(q->base, "e");
  while (scanf("%63s", key) == 1) {
    if (is(key, "run")) return 1;
    WORD("measure", measure);
    WORD("r_unit", unit);
    WORD("boundary", boundary);
    WORD("templates", templates);
    WORD("undefined", undefined);
    WORD("bias", bias);
    WORD("sign", sign);
    WORD("membership", membership);
    WORD("local_mean", local_mean);
    WORD("ties", ties);
    WORD("approach", approach);
    WORD("missing", missing);
    WORD("base", base);
    WORD("method", method);
    WORD("grain", grain);
    WORD("tolerance_of", tolerance_of);
    WORD("pool_epochs", pool);
    WORD("rr_ectopic", rr_ectopic);
    WORD("rr_policy", rr_policy);
    NUMBER("rr_min", rr_min, double);
    NUMBER("rr_max", rr_max, double);
    NUMBER("rr_ectopic_change", rr_change, double);
    NUMBER("m", m, int);
    NUMBER("tau", tau, int);
    NUMBER("ddof", ddof, int);
    NUMBER("weighted", weighted, int);
    NUMBER("normalise", normalise, int);
    NUMBER("theiler", theiler, long);
    NUMBER("epoch_length", epoch_length, long);
    NUMBER("r", r, double);
    NUMBER("fuzzy_power", power, double);
    NUMBER("membership_corner", corner, double);
    if (is(key, "scales")) q->n_scales = numbers(q->scales, MOST_SCALES);
    if (is(key, "channel_m")) q->has_channel_m = numbers(q->channel_m, MOST_CHANNELS) > 0;
    if (is(key, "channel_tau")) q->has_channel_tau = numbers(q->channel_tau, MOST_CHANNELS) > 0;
    if (is(key, "series")) read_series(q);
  }
  return 0;
}

static void print_counts(const char* name, const long* counts, long n) {
  if (counts == NULL) return;
  printf("%s", name);
  for (long i = 0; i < n; ++i) printf(" %ld", counts[i]);
  printf("\n");
}

static void print_answer(const Answer* a) {
  if (a->problem != NULL) {
    printf("problem %s\nend\n", a->problem);
    return;
  }
  printf("matches_m %ld\nmatches_m1 %ld\n", a->matches_m, a->matches_m1);
  printf("templates_m %ld\ntemplates_m1 %ld\n", a->templates_m, a->templates_m1);
  printf("unmatched_m %ld\nunmatched_m1 %ld\npatterns %ld\n", a->unmatched_m, a->unmatched_m1, a->patterns);
  printf("membership_m %.17Lg\nmembership_m1 %.17Lg\n", a->sum_m, a->sum_m1);
  print_counts("per_m", a->per_m, a->n_m);
  print_counts("per_m1", a->per_m1, a->n_m1);
  printf("r %.17g\nvalue %.17Lg\nend\n", a->r, a->value);
}

static const char* missing_problem(const Request* q) {
  if (!is(q->missing, "raise")) return NULL;
  for (int c = 0; c < q->n_series; ++c) {
    for (size_t i = 0; i < q->series[c].n; ++i) {
      if (isnan(q->series[c].at[i])) return "missing_values";
    }
  }
  return NULL;
}

int main(void) {
  Request q;
  while (read_request(&q)) {
    if (q.rr_policy[0] != '\0') clean_intervals(&q, &q.series[0]);
    const int n = q.n_scales > 0 ? q.n_scales : 1;
    for (int k = 0; k < n; ++k) {
      Answer a = {0};
      a.problem = missing_problem(&q);
      if (a.problem == NULL && q.epoch_length > 0) measure_epochs(&q, &a);
      else if (a.problem == NULL) measure_scale(&q, q.n_scales > 0 ? q.scales[k] : 1, &a);
      print_answer(&a);
    }
    printf("done\n");
    fflush(stdout);
  }
  return 0;
}
