/* SPDX-License-Identifier: Apache-2.0
 *
 * Uses the interface as a program in C does. Exits with 1 if a check failed. */
#include <stdio.h>
#include <string.h>

#include "checks.h"

static int n_checks = 0, n_failed = 0;

void check(int is_right, const char *what, const char *file, int line) {
  ++n_checks;
  if (is_right) return;
  ++n_failed;
  printf("%s:%d: %s is false; the last error: %s\n", file, line, what, biotropy_last_error());
}

int is_refused(int status, int wanted, const char *text) {
  if (status == wanted && strstr(biotropy_last_error(), text) != NULL) return 1;
  printf("%s, not %s with \"%s\"\n", biotropy_status_name(status), biotropy_status_name(wanted), text);
  return 0;
}

int measure_samples(const char *measure, const double *x, const double *y, size_t n_epochs, size_t n_channels,
                    size_t n_times, const biotropy_options *options, biotropy_result **result) {
  biotropy_signal *of_x = NULL, *of_y = NULL;
  int status = biotropy_signal_create(x, n_epochs, n_channels, n_times, &of_x);
  if (status == BIOTROPY_OK && y != NULL) status = biotropy_signal_create(y, n_epochs, n_channels, n_times, &of_y);
  if (status == BIOTROPY_OK) status = biotropy_measure(measure, of_x, of_y, options, result);
  biotropy_signal_destroy(of_x);
  biotropy_signal_destroy(of_y);
  return status;
}

void fill(double *values, size_t n) {
  uint64_t s = 5;
  size_t i;
  for (i = 0; i < n; ++i) {
    s = (1103515245u * s + 12345u) % 2147483648u;
    values[i] = (double)s / 2147483648.0;
  }
}

int main(void) {
  check_arguments();
  check_errors();
  check_calls();
  printf("%d checks, %d failed\n", n_checks, n_failed);
  return n_failed == 0 && n_checks > 80 ? 0 : 1;
}
