/* SPDX-License-Identifier: Apache-2.0
 * What the static C++ library of Debian 12 and compiled code need of the C library after 2.28, so that wheels run on older
 * systems. Linked into every program and module of a wheel, and visible in it alone. */
#include <stdint.h>
#include <sys/random.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* Since 2.32. Zero: reference counts are always atomic. */
HIDDEN char __libc_single_threaded = 0;

/* Since 2.36, for std::random_device. */
HIDDEN uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value) {
  }
  return value;
}

/* The oldest version of the C library that has the processor. */
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#endif

/* Their versions of 2.29 leave errno alone. Those before give the same values. */
#define FIRST_VERSION(name, parameters, arguments)                \
  double first_##name parameters;                                 \
  __asm__(".symver first_" #name "," #name "@" FIRST);            \
  HIDDEN double name parameters { return first_##name arguments; }

FIRST_VERSION(exp, (double x), (x))
FIRST_VERSION(exp2, (double x), (x))
FIRST_VERSION(log, (double x), (x))
FIRST_VERSION(log2, (double x), (x))
FIRST_VERSION(pow, (double x, double y), (x, y))
