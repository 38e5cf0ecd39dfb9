/* SPDX-License-Identifier: Apache-2.0
 *
 * How others count the matches behind sample entropy: unordered pairs of the n - m templates that match at length m and
 * at m + 1, closed boundary. Compiled and called by compare.R. */
#include <math.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { BLOCK = 256 };

static int match(const double* a, const double* b, int m, double r) {
  int k = 0;
  while (k < m && fabs(a[k] - b[k]) <= r) ++k;
  return k == m;
}

/* The program mse of PhysioNet, which Dong et al. (2021) call basic: every pair, left at the first sample that differs. */
void basic(const double* x, const int* n, const int* m, const double* r, const int* threads, double* counts) {
  long b = 0, a = 0;
  (void)threads;
  for (int i = 0; i < *n - *m; ++i) {
    for (int j = i + 1; j < *n - *m; ++j) {
      if (!match(x + i, x + j, *m, *r)) continue;
      ++b;
      if (fabs(x[i + *m] - x[j + *m]) <= *r) ++a;
    }
  }
  counts[0] = (double)b;
  counts[1] = (double)a;
}

/* Loops as of the package TSEntropies: the whole distance of every pair, without a way out; partners block by block, which
 * stay in the cache. */
void blocked(const double* x, const int* n, const int* m, const double* r, const int* threads, double* counts) {
  long b = 0, a = 0;
  const int templates = *n - *m;
  (void)threads;
  for (int begin = 0; begin < templates; begin += BLOCK) {
    const int end = begin + BLOCK < templates ? begin + BLOCK : templates;
    for (int i = 0; i < end; ++i) {
      int at_m = 0, at_m1 = 0;
      for (int j = i + 1 > begin ? i + 1 : begin; j < end; ++j) {
        int matches = 1;
        for (int k = 0; k < *m; ++k) matches &= fabs(x[i + k] - x[j + k]) <= *r;
        at_m += matches;
        at_m1 += matches & (fabs(x[i + *m] - x[j + *m]) <= *r);
      }
      b += at_m;
      a += at_m1;
    }
  }
  counts[0] = (double)b;
  counts[1] = (double)a;
}

static int by_first(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/* Dong et al. (2021), section II.B: the templates sorted by their first sample and unfolded into one array; every template,
 * independent of the others (a work item of theirs, an iteration for the threads here), counts forward while first samples
 * are near enough. In double precision. */
void sorted_forward(const double* x, const int* n, const int* m, const double* r, const int* threads, double* counts) {
  const int templates = *n - *m, size = *m + 1;
  double* unfolded = malloc(sizeof(double) * (size_t)templates * (size_t)size);
  long b = 0, a = 0;
  counts[0] = counts[1] = -1.0;
  if (unfolded == NULL) return;
  for (int i = 0; i < templates; ++i) {
    for (int k = 0; k < size; ++k) unfolded[(size_t)i * size + k] = x[i + k];
  }
  qsort(unfolded, (size_t)templates, sizeof(double) * (size_t)size, by_first);
  (void)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : a, b) num_threads(*threads)
#endif
  for (int i = 0; i < templates; ++i) {
    const double* one = unfolded + (size_t)i * size;
    for (int j = i + 1; j < templates; ++j) {
      const double* other = unfolded + (size_t)j * size;
      if (other[0] - one[0] > *r) break;
      if (!match(one + 1, other + 1, *m - 1, *r)) continue;
      ++b;
      if (fabs(one[*m] - other[*m]) <= *r) ++a;
    }
  }
  free(unfolded);
  counts[0] = (double)b;
  counts[1] = (double)a;
}
