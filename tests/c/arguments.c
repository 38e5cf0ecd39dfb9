/* SPDX-License-Identifier: Apache-2.0
 *
 * Pointers that are NULL are errors, except those that may be. */
#include <stdlib.h>

#include "checks.h"

#define NULL_IS_REFUSED(call, name) CHECK(is_refused(call, BIOTROPY_INVALID_ARGUMENT, name " is NULL; it must be"))

static void check_options_and_results(void) {
  biotropy_options *options = NULL;
  biotropy_result *result = NULL;
  biotropy_array array;
  const double number = 1;
  CHECK(biotropy_options_create(&options) == BIOTROPY_OK);
  CHECK(biotropy_measure_table(&result) == BIOTROPY_OK);
  NULL_IS_REFUSED(biotropy_options_create(NULL), "options");
  NULL_IS_REFUSED(biotropy_options_set_text(NULL, "m", "2"), "options");
  NULL_IS_REFUSED(biotropy_options_set_text(options, NULL, "2"), "name");
  NULL_IS_REFUSED(biotropy_options_set_text(options, "m", NULL), "value");
  NULL_IS_REFUSED(biotropy_options_set_number(NULL, "m", 2), "options");
  NULL_IS_REFUSED(biotropy_options_set_number(options, NULL, 2), "name");
  NULL_IS_REFUSED(biotropy_options_set_numbers(NULL, "m", &number, 1), "options");
  NULL_IS_REFUSED(biotropy_options_set_numbers(options, NULL, &number, 1), "name");
  NULL_IS_REFUSED(biotropy_options_set_numbers(options, "m", NULL, 1), "values");
  NULL_IS_REFUSED(biotropy_options_set_watch(NULL, NULL, NULL), "options");
  NULL_IS_REFUSED(biotropy_options_set_notify(NULL, NULL, NULL), "options");
  NULL_IS_REFUSED(biotropy_result_at(NULL, 0, &array), "result");
  NULL_IS_REFUSED(biotropy_result_at(result, 0, NULL), "array");
  NULL_IS_REFUSED(biotropy_result_find(NULL, "name", &array), "result");
  NULL_IS_REFUSED(biotropy_result_find(result, NULL, &array), "name");
  NULL_IS_REFUSED(biotropy_result_find(result, "name", NULL), "array");
  NULL_IS_REFUSED(biotropy_option_table(NULL), "result");
  NULL_IS_REFUSED(biotropy_measure_table(NULL), "result");
  CHECK(biotropy_result_size(NULL) == 0);
  biotropy_result_destroy(result);
  biotropy_options_destroy(options);
}

static void check_measures(void) {
  const double samples[3] = {1, 2, 3};
  biotropy_result *result = NULL;
  biotropy_window *window = NULL;
  biotropy_signal *x = NULL;
  CHECK(biotropy_signal_create(samples, 1, 1, 3, &x) == BIOTROPY_OK);
  NULL_IS_REFUSED(biotropy_measure(NULL, x, NULL, NULL, &result), "measure");
  NULL_IS_REFUSED(biotropy_measure("apen", NULL, NULL, NULL, &result), "x");
  NULL_IS_REFUSED(biotropy_measure("apen", x, NULL, NULL, NULL), "result");
  NULL_IS_REFUSED(biotropy_count_matches(NULL, NULL, 1, NULL, &result), "x");
  NULL_IS_REFUSED(biotropy_count_matches(x, NULL, 1, NULL, NULL), "result");
  NULL_IS_REFUSED(biotropy_window_create(NULL, 3, NULL, &window), "measure");
  NULL_IS_REFUSED(biotropy_window_create("apen", 3, NULL, NULL), "made");
  NULL_IS_REFUSED(biotropy_window_push(NULL, samples, 3), "window");
  NULL_IS_REFUSED(biotropy_window_value(NULL, &result), "window");
  CHECK(biotropy_window_create("apen", 3, NULL, &window) == BIOTROPY_OK);
  NULL_IS_REFUSED(biotropy_window_push(window, NULL, 3), "samples");
  CHECK(biotropy_window_push(window, samples, 3) == BIOTROPY_OK);
  NULL_IS_REFUSED(biotropy_window_value(window, NULL), "result");
  biotropy_window_destroy(window);
  biotropy_signal_destroy(x);
  CHECK(result == NULL);
}

static void check_files_and_models(void) {
  const double x[3] = {1, 2, 3};
  biotropy_result *result = NULL;
  biotropy_model *model = NULL;
  biotropy_signal *signal = NULL;
  NULL_IS_REFUSED(biotropy_read_signals(NULL, NULL, &result), "path");
  NULL_IS_REFUSED(biotropy_read_signals("none", NULL, NULL), "result");
  NULL_IS_REFUSED(biotropy_read_rr(NULL, NULL, &result), "path");
  NULL_IS_REFUSED(biotropy_read_rr("none", NULL, NULL), "result");
  NULL_IS_REFUSED(biotropy_signal_create(NULL, 1, 1, 3, &signal), "samples");
  NULL_IS_REFUSED(biotropy_signal_create(x, 1, 1, 3, NULL), "signal");
  NULL_IS_REFUSED(biotropy_signal_set_texts(NULL, "units", NULL, 0), "signal");
  NULL_IS_REFUSED(biotropy_signal_set_numbers(NULL, "rate", x, 1), "signal");
  NULL_IS_REFUSED(biotropy_signal_of_recording(NULL, &signal), "recording");
  NULL_IS_REFUSED(biotropy_model_channels(NULL, NULL, NULL, &result), "model");
  NULL_IS_REFUSED(biotropy_clean_rr(NULL, NULL, &result), "x");
  NULL_IS_REFUSED(biotropy_model_load(NULL, &model), "path");
  NULL_IS_REFUSED(biotropy_model_load("none", NULL), "model");
  NULL_IS_REFUSED(biotropy_model_describe(NULL, &result), "model");
  NULL_IS_REFUSED(biotropy_model_classify(NULL, x, 3, 1, NULL, &result), "model");
  CHECK(result == NULL && model == NULL && signal == NULL);
  biotropy_result_destroy(NULL);
  biotropy_options_destroy(NULL);
  biotropy_window_destroy(NULL);
  biotropy_model_destroy(NULL);
}

void check_arguments(void) {
  check_options_and_results();
  check_measures();
  check_files_and_models();
}
