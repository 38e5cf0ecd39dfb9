/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of a program in C99 that knows biotropy.h alone. */
#ifndef BIOTROPY_TESTS_CHECKS_H
#define BIOTROPY_TESTS_CHECKS_H

#include <biotropy.h>

/* Counts a check that failed, and says where it stands. */
void check(int is_right, const char *what, const char *file, int line);
#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

/* Whether the status is the wanted one, with a message that has a text in it. */
int is_refused(int status, int wanted, const char *text);

/* biotropy_measure() of samples of which nothing else is known; y may be NULL. */
int measure_samples(const char *measure, const double *x, const double *y, size_t n_epochs, size_t n_channels,
                    size_t n_times, const biotropy_options *options, biotropy_result **result);

/* Samples that are the same everywhere. */
void fill(double *values, size_t n);

/* The groups of checks. */
void check_arguments(void);
void check_errors(void);
void check_calls(void);

#endif
