/* SPDX-License-Identifier: CC0-1.0 */
/* Composite delay vectors of several channels, built once as rows of a matrix. */
#include <math.h>
#include <string.h>

#include "loops.h"

typedef struct {
  size_t rows, columns;
  long double* at;
} Matrix;

static int m_of(const Request* q, int channel) { return q->has_channel_m ? q->channel_m[channel] : q->m; }
static int tau_of(const Request* q, int channel) { return q->has_channel_tau ? q->channel_tau[channel] : q->tau; }

/* Samples that the longest template of a channel reaches ahead. */
static size_t reach_of(const Request* q, int n, int is_longer) {
  size_t reach = 0;
  for (int c = 0; c < n; ++c) {
    const size_t own = (size_t)(m_of(q, c) - 1 + is_longer) * (size_t)tau_of(q, c);
    if (own > reach) reach = own;
  }
  return reach;
}

static void append_vectors(const Request* q, const Series* x, int n, int extended, Matrix* to) {
  const size_t reach = reach_of(q, n, extended >= 0 || is(q->templates, "common"));
  for (size_t t = 0; t + reach < x[0].n; ++t) {
    long double* row = to->at + to->rows++ * to->columns;
    size_t filled = 0;
    for (int c = 0; c < n; ++c) {
      const int length = m_of(q, c) + (c == extended ? 1 : 0);
      for (int k = 0; k < length; ++k) row[filled++] = x[c].at[t + (size_t)k * (size_t)tau_of(q, c)];
    }
    if (!is(q->measure, "mvfuzzyen") || is(q->local_mean, "kept")) continue;
    long double mean = 0.0L;
    for (size_t k = 0; k < filled; ++k) mean += row[k] / filled;
    for (size_t k = 0; k < filled; ++k) row[k] -= mean;
  }
}

static Matrix empty(size_t rows, size_t columns) {
  Matrix matrix = {0, columns, memory((rows + 1) * columns * sizeof(long double))};
  return matrix;
}

/* Matches and sums of degrees over unordered pairs of rows. */
static void compare_rows(const Request* q, Matrix of, double r, long* matches, long double* degrees, long double* pairs) {
  const long double corner = q->r > 0.0 ? (long double)q->corner * ((long double)r / q->r) : q->corner;
  const int fuzzy = is(q->measure, "mvfuzzyen"), open = is(q->boundary, "open");
  for (size_t i = 0; i < of.rows; ++i) {
    for (size_t j = i + 1; j < of.rows; ++j) {
      long double largest = 0.0L;
      double rounded = 0.0;
      for (size_t k = 0; k < of.columns; ++k) {
        const long double d = of.at[i * of.columns + k] - of.at[j * of.columns + k];
        largest = fmaxl(largest, fabsl(d));
        rounded = fmax(rounded, fabs((double)of.at[i * of.columns + k] - (double)of.at[j * of.columns + k]));
      }
      *pairs += 1.0L;
      if (fuzzy) *degrees += degree_of(largest, r, corner, q);
      *matches += open ? rounded < r : rounded <= r;
    }
  }
}

void compare_vectors(const Request* q, const Series* x, int n, double r, Answer* a) {
  size_t columns = 0;
  for (int c = 0; c < n; ++c) columns += (size_t)m_of(q, c);
  Matrix shorter = empty(x[0].n, columns);
  append_vectors(q, x, n, -1, &shorter);
  long double sums[2] = {0.0L, 0.0L}, pairs[2] = {0.0L, 0.0L};
  compare_rows(q, shorter, r, &a->matches_m, &sums[0], &pairs[0]);
  a->templates_m = (long)shorter.rows;
  Matrix longer = empty(x[0].n * (size_t)n, columns + 1);
  for (int c = 0; c < n; ++c) {
    append_vectors(q, x, n, c, &longer);
    if (is(q->approach, "full") && c + 1 < n) continue;
    compare_rows(q, longer, r, &a->matches_m1, &sums[1], &pairs[1]);
    a->templates_m1 += (long)longer.rows;
    longer.rows = 0;
  }
  a->ordered_pairs = 2.0L * pairs[1];
  if (is(q->measure, "mvfuzzyen")) {
    a->matches_m = a->matches_m1 = 0;
    a->mean_m = sums[0] / pairs[0];
    a->mean_m1 = sums[1] / pairs[1];
    a->ordered_pairs = 0.0L;
  } else {
    a->mean_m = (long double)a->matches_m / pairs[0];
    a->mean_m1 = (long double)a->matches_m1 / pairs[1];
  }
  a->value = ratio_value(a->mean_m, a->mean_m1, a->ordered_pairs, q);
}
