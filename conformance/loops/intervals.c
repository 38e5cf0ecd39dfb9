/* SPDX-License-Identifier: CC0-1.0 */
/* Cleaning of RR intervals: from the last interval to the first, so that each is compared with the one before as it was. */
#include <math.h>

#include "loops.h"

static int is_outside(const Request* q, double value) {
  return value < q->rr_min * 1000.0 || value > q->rr_max * 1000.0;
}

void clean_intervals(const Request* q, Series* x) {
  for (size_t i = x->n; i-- > 0;) {
    int remove = is_outside(q, x->at[i]);
    if (!remove && is(q->rr_ectopic, "previous") && i > 0 && !is_outside(q, x->at[i - 1])) {
      remove = fabs(x->at[i] - x->at[i - 1]) > q->rr_change * x->at[i - 1];
    }
    if (remove) x->at[i] = NAN;
  }
  if (!is(q->rr_policy, "close")) return;
  size_t kept = 0;
  for (size_t i = 0; i < x->n; ++i) {
    if (!isnan(x->at[i])) x->at[kept++] = x->at[i];
  }
  x->n = kept;
}
