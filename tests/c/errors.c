/* SPDX-License-Identifier: Apache-2.0
 *
 * Every status that a caller can bring about. The others are tested where exceptions become statuses (test_status.cpp).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"

#define N 200

static int measured(const char *measure, const double *x, size_t n, const biotropy_options *options) {
  biotropy_result *result = NULL;
  const int status = measure_samples(measure, x, NULL, 1, 1, n, options, &result);
  CHECK((result == NULL) == (status != BIOTROPY_OK));
  biotropy_result_destroy(result);
  return status;
}

static void check_samples(void) {
  double x[N];
  size_t i;
  fill(x, N);
  CHECK(measured("sampen", x, N, NULL) == BIOTROPY_OK);
  CHECK(is_refused(measured("entropy", x, N, NULL), BIOTROPY_INVALID_ARGUMENT, "one of \"apen\""));
  CHECK(measured("cross-apen", x, N, NULL) == BIOTROPY_OK);
  CHECK(is_refused(measured("sampen", x, 3, NULL), BIOTROPY_TOO_SHORT, "3"));
  CHECK(is_refused(measured("sampen", x, 0, NULL), BIOTROPY_TOO_SHORT, "0"));
  x[7] = NAN;
  CHECK(is_refused(measured("sampen", x, N, NULL), BIOTROPY_MISSING_VALUES, "missing"));
  x[7] = INFINITY;
  CHECK(is_refused(measured("sampen", x, N, NULL), BIOTROPY_INVALID_DATA, "sample 7 (from 0) is inf"));
  for (i = 0; i < N; ++i) x[i] = 1.5;
  CHECK(is_refused(measured("sampen", x, N, NULL), BIOTROPY_CONSTANT_SERIES, "equal 1.5"));
}

static void check_sizes(void) {
  double x[N];
  biotropy_signal *signal = NULL;
  biotropy_result *result = NULL;
  fill(x, N);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* which end the program where memory is refused \
                                                                     */
  CHECK(is_refused(measure_samples("sampen", x, NULL, (size_t)1 << 40, 1, 0, NULL, &result), BIOTROPY_OUT_OF_MEMORY,
                   "out of memory"));
#endif
  CHECK(is_refused(measure_samples("sampen", x, NULL, SIZE_MAX, 2, 100, NULL, &result), BIOTROPY_INVALID_ARGUMENT,
                   "samples"));
  CHECK(is_refused(measure_samples("sampen", x, x, 1, 1, N, NULL, &result), BIOTROPY_INVALID_ARGUMENT, "y"));
  CHECK(is_refused(measure_samples("mvsampen", x, NULL, 1, 0, N, NULL, &result), BIOTROPY_INVALID_ARGUMENT,
                   "n_channels is 0"));
  CHECK(is_refused(measure_samples("cross-apen", x, NULL, 0, 2, 100, NULL, &result), BIOTROPY_INVALID_ARGUMENT,
                   "n_epochs is 0"));
  CHECK(biotropy_signal_create(x, 1, 1, N, &signal) == BIOTROPY_OK);
  CHECK(is_refused(biotropy_count_matches(signal, NULL, -1, NULL, &result), BIOTROPY_INVALID_ARGUMENT, "r is -1"));
  biotropy_signal_destroy(signal);
  CHECK(result == NULL);
}

static void check_engine(void) {
  double x[N];
  biotropy_options *options = NULL;
  fill(x, N);
  CHECK(biotropy_options_create(&options) == BIOTROPY_OK);
  CHECK(biotropy_options_set_text(options, "engine", "steam") == BIOTROPY_OK);
  CHECK(is_refused(measured("sampen", x, N, options), BIOTROPY_NO_ENGINE, "steam"));
  CHECK(biotropy_options_set_text(options, "engine", "direct") == BIOTROPY_OK);
  CHECK(measured("sampen", x, N, options) == BIOTROPY_OK);
  biotropy_options_destroy(options);
}

static const char *written(const char *name, const char *bytes, size_t n) {
  FILE *file = fopen(name, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
  return name;
}

static void check_files(void) {
  const char text[] = "no recording";
  const char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
  biotropy_result *result = NULL;
  biotropy_model *model = NULL;
  CHECK(is_refused(biotropy_read_signals("no such file", NULL, &result), BIOTROPY_FILE_NOT_FOUND, "no such file"));
  CHECK(is_refused(biotropy_read_rr("no such file", NULL, &result), BIOTROPY_FILE_NOT_FOUND, "no such file"));
  CHECK(is_refused(biotropy_model_load("no such file", &model), BIOTROPY_FILE_NOT_FOUND, "no such file"));
  written("c_program.txt", text, sizeof text - 1);
  CHECK(is_refused(biotropy_read_signals("c_program.txt", NULL, &result), BIOTROPY_BAD_FILE, "c_program.txt"));
  CHECK(is_refused(biotropy_model_load("c_program.txt", &model), BIOTROPY_BAD_FILE, "c_program.txt"));
  written("c_program.png", picture, sizeof picture - 1);
  CHECK(is_refused(biotropy_read_signals("c_program.png", NULL, &result), BIOTROPY_UNSUPPORTED, "c_program.png"));
  CHECK(result == NULL && model == NULL);
  remove("c_program.txt");
  remove("c_program.png");
}

void check_errors(void) {
  check_samples();
  check_sizes();
  check_engine();
  check_files();
}
