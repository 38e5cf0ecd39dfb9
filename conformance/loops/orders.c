/* SPDX-License-Identifier: CC0-1.0 */
/* Ordinal patterns: the pattern of a template is the table of the comparisons of its pairs of samples; equal tables are
 * equal patterns. */
#include <math.h>
#include <string.h>

#include "loops.h"

enum { LONGEST = 12, COMPARISONS = LONGEST * (LONGEST - 1) / 2 };

typedef struct {
  char comparisons[COMPARISONS];
  long count;
  long double weight;
} Pattern;

static int compare_samples(const Request* q, Series x, size_t start, char* comparisons) {
  int n = 0;
  for (int k = 0; k < q->m; ++k) {
    if (isnan(x.at[start + (size_t)k * (size_t)q->tau])) return 0;
    for (int l = 0; l < k; ++l) {
      const double earlier = x.at[start + (size_t)l * (size_t)q->tau], later = x.at[start + (size_t)k * (size_t)q->tau];
      comparisons[n++] = earlier > later ? 'g' : earlier == later && is(q->ties, "equal") ? 'e' : 's';
    }
  }
  return 1;
}

static long double weight_of(const Request* q, Series x, size_t start) {
  if (!q->weighted) return 1.0L;
  long double mean = 0.0L, squares = 0.0L;
  const long double first = x.at[start];
  for (int k = 0; k < q->m; ++k) mean += (x.at[start + (size_t)k * (size_t)q->tau] - first) / q->m;
  for (int k = 0; k < q->m; ++k) {
    const long double d = x.at[start + (size_t)k * (size_t)q->tau] - first - mean;
    squares += d * d;
  }
  return squares / q->m;
}

static long double largest_value(const Request* q) {
  long double orders[LONGEST + 1] = {1.0L};
  for (int n = 1; n <= q->m; ++n) {
    long double choose = 1.0L;
    if (is(q->ties, "time")) {
      orders[n] = orders[n - 1] * n;
      continue;
    }
    for (int k = 1; k <= n; ++k) {
      choose = choose * (n - k + 1) / k;
      orders[n] += choose * orders[n - k];
    }
  }
  return logl(orders[q->m]);
}

void count_orders(const Request* q, Series x, Answer* a) {
  const size_t reach = (size_t)(q->m - 1) * (size_t)q->tau;
  if (x.n < reach + 1) {
    a->problem = "too_short";
    return;
  }
  Pattern* known = memory((x.n + 1) * sizeof(Pattern));
  long double all = 0.0L, entropy = 0.0L;
  for (size_t start = 0; start + reach < x.n; ++start) {
    char comparisons[COMPARISONS] = {0};
    if (!compare_samples(q, x, start, comparisons)) continue;
    long place = 0;
    while (place < a->patterns && memcmp(known[place].comparisons, comparisons, COMPARISONS) != 0) ++place;
    if (place == a->patterns) memcpy(known[a->patterns++].comparisons, comparisons, COMPARISONS);
    ++known[place].count;
    const long double weight = weight_of(q, x, start);
    known[place].weight += weight;
    all += weight;
    ++a->templates_m;
  }
  for (long place = 0; place < a->patterns; ++place) {
    const long double share = known[place].weight / all;
    if (share > 0.0L) entropy -= share * logl(share);
  }
  if (!(all > 0.0L)) entropy = NAN;
  a->value = q->normalise ? entropy / largest_value(q) : in_unit(entropy, q->base);
}
