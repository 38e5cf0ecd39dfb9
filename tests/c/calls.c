/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that end well: results, the callback that watches, and cancelling. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"

#define N 300

static void check_names(void) {
  CHECK(strlen(biotropy_version()) >= 5);
  CHECK(strcmp(biotropy_status_name(BIOTROPY_OK), "ok") == 0);
  CHECK(strcmp(biotropy_status_name(BIOTROPY_BUSY), "busy") == 0);
  CHECK(strcmp(biotropy_status_name(16), "unknown") == 0);
  CHECK(strcmp(biotropy_status_name(-1), "unknown") == 0);
}

/* The value and counts of the plain double loop over pairs of templates. */
static void plain_sample_entropy(const double *x, size_t n, double r, uint64_t *b, uint64_t *a) {
  size_t i, j;
  *b = *a = 0;
  for (i = 0; i + 2 < n; ++i) {
    for (j = i + 1; j + 2 < n; ++j) {
      if (fabs(x[i] - x[j]) > r || fabs(x[i + 1] - x[j + 1]) > r) continue;
      ++*b;
      if (fabs(x[i + 2] - x[j + 2]) <= r) ++*a;
    }
  }
}

static void check_value(void) {
  double x[N];
  uint64_t a, b;
  biotropy_options *options = NULL;
  biotropy_result *result = NULL;
  biotropy_array value, matches, by_index;
  fill(x, N);
  plain_sample_entropy(x, N, 0.25, &b, &a);
  CHECK(biotropy_options_create(&options) == BIOTROPY_OK);
  CHECK(biotropy_options_set_text(options, "r-unit", "absolute") == BIOTROPY_OK);
  CHECK(biotropy_options_set_number(options, "r", 0.25) == BIOTROPY_OK);
  CHECK(measure_samples("sampen", x, NULL, 1, 1, N, options, &result) == BIOTROPY_OK);
  CHECK(biotropy_result_find(result, "value", &value) == BIOTROPY_OK);
  CHECK(value.kind == BIOTROPY_REAL && value.n == 1 && value.n_dims == 2 && value.dims[0] == 1 && value.dims[1] == 1);
  CHECK(value.counts == NULL && value.texts == NULL);
  CHECK(fabs(value.reals[0] - log((double)b / (double)a)) < 1e-15);
  CHECK(biotropy_result_find(result, "matches_m", &matches) == BIOTROPY_OK && matches.counts[0] == b);
  CHECK(biotropy_result_find(result, "matches_m1", &matches) == BIOTROPY_OK && matches.counts[0] == a);
  CHECK(biotropy_result_find(result, "reason", &matches) == BIOTROPY_OK && strcmp(matches.texts[0], "") == 0);
  CHECK(biotropy_result_at(result, 0, &by_index) == BIOTROPY_OK && strcmp(by_index.name, "value") == 0);
  CHECK(is_refused(biotropy_result_at(result, biotropy_result_size(result), &by_index), BIOTROPY_INVALID_ARGUMENT,
                   "index"));
  CHECK(is_refused(biotropy_result_find(result, "entropy", &by_index), BIOTROPY_INVALID_ARGUMENT, "one of value"));
  biotropy_result_destroy(result);
  biotropy_options_destroy(options);
}

struct watched {
  int calls, stop_at;
  uint64_t done, total;
};

static int watch(void *context, uint64_t done, uint64_t total) {
  struct watched *seen = context;
  ++seen->calls;
  if (done < seen->done || done > total) seen->calls = -1000000;
  seen->done = done;
  seen->total = total;
  return seen->calls == seen->stop_at;
}

static void check_watch(void) {
  enum { kLong = 400000 }; /* minutes of the plain loop, so that no machine ends it before the second call */
  double *x = malloc(kLong * sizeof *x);
  struct watched seen = {0, 0, 0, 0};
  biotropy_options *options = NULL;
  biotropy_result *result = NULL;
  CHECK(x != NULL);
  if (x == NULL) return;
  fill(x, kLong);
  CHECK(biotropy_options_create(&options) == BIOTROPY_OK);
  CHECK(biotropy_options_set_watch(options, watch, &seen) == BIOTROPY_OK);
  CHECK(measure_samples("sampen", x, NULL, 1, 1, N, options, &result) == BIOTROPY_OK);
  CHECK(seen.calls >= 1);
  biotropy_result_destroy(result);
  result = NULL;
  seen.calls = 0;
  seen.stop_at = 1;
  seen.done = 0;
  CHECK(is_refused(measure_samples("sampen", x, NULL, 1, 1, N, options, &result), BIOTROPY_CANCELLED, "stopped"));
  seen.calls = 0;
  seen.stop_at = 2;
  seen.done = 0;
  CHECK(biotropy_options_set_text(options, "engine", "direct") == BIOTROPY_OK);
  CHECK(is_refused(measure_samples("sampen", x, NULL, 1, 1, kLong, options, &result), BIOTROPY_CANCELLED, "stopped"));
  CHECK(seen.calls == 2 && result == NULL);
  CHECK(biotropy_options_set_watch(options, NULL, NULL) == BIOTROPY_OK);
  CHECK(measure_samples("sampen", x, NULL, 1, 1, N, options, &result) == BIOTROPY_OK && seen.calls == 2);
  biotropy_result_destroy(result);
  biotropy_options_destroy(options);
  free(x);
}

void check_calls(void) {
  check_names();
  check_value();
  check_watch();
}
