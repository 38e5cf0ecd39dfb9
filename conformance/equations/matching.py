# SPDX-License-Identifier: CC0-1.0
"""Counts of matching templates; SampEn (Richman and Moorman 2000), ApEn (Pincus 1991), Cross-ApEn (Pincus and Singer 1996,
with the corrections of Martinez-Zarzuela et al. 2013, section 2.1) and Cross-SampEn from them."""

import math
from decimal import Decimal

from .exact import Undefined, in_base, ln


def templates(x, length, p):
    """(start, samples) of every template of a length; None in place of one that touches a missing sample.

    With the rule `common` there are as many templates of length m as of m + 1, and a template of length m is left out
    where its continuation is missing.
    """
    reach = p["m"] if p["templates"] == "common" else length - 1
    found = []
    for start in range(len(x) - reach * p["tau"]):
        touched = [x[start + k * p["tau"]] for k in range(reach + 1)]
        found.append(None if any(math.isnan(value) for value in touched) else touched[:length])
    return found


def matches(one, other, r, is_open):
    """Whether no pair of samples is further apart than r; `other` may be any template."""
    for a, b in zip(one, other):
        distance = abs(a - b)
        if distance > r or (is_open and distance == r):
            return False
    return True


def counts(x, y, length, p, r):
    """For every template of x without missing samples, the number of those of y that it matches; and how many y has."""
    of_x, of_y = templates(x, length, p), templates(y, length, p)
    is_open, window = p["boundary"] == "open", p["theiler"]
    found = []
    for i, one in enumerate(of_x):
        if one is None:
            continue
        total = 0
        for j, other in enumerate(of_y):
            if other is None or (window >= 0 and abs(i - j) <= window):
                continue
            if abs(one[0] - other[0]) <= r:  # most pairs end here
                total += matches(one, other, r, is_open)
        found.append(total)
    return found, sum(one is not None for one in of_y)


def ratio(b, a, p, ordered_pairs):
    """-ln(a / b), or the value that stands for it where a or b is 0."""
    if a > 0 and b > 0:
        return in_base(ln(b) - ln(a), p["base"])
    if p["undefined"] == "bound" and ordered_pairs > 0:
        return in_base(ln(ordered_pairs), p["base"])
    if b > 0:
        return math.inf
    return -math.inf if p["undefined"] == "negative" else math.nan


def sampen(x, y, p, r):
    """SampEn of x where y is None, else Cross-SampEn."""
    is_cross = y is not None
    shorter, n_m = counts(x, y if is_cross else x, p["m"], p, r)
    longer, n_m1 = counts(x, y if is_cross else x, p["m"] + 1, p, r)
    b, a, ordered = sum(shorter), sum(longer), len(longer) * n_m1
    if not is_cross and p["theiler"] >= 0:
        b, a, ordered = b // 2, a // 2, n_m1 * (n_m1 - 1)
    return {
        "counts": {"matches_m": b, "matches_m1": a, "templates_m": len(shorter), "templates_m1": len(longer)},
        "ordered_pairs": ordered,
        "value": ratio(b, a, p, ordered),
    }


def corrected(count_m, count_m1, n_m, n_m1, bias):
    """The logarithms of C(m) and C(m + 1) of one template, under a bias strategy; count_m1 None: it has no longer one."""
    at_m = ln(count_m) - ln(n_m) if count_m else None
    at_m1 = ln(count_m1) - ln(n_m1) if count_m1 else None
    if bias == "none" and (at_m is None or (at_m1 is None and count_m1 is not None)):
        return (-math.inf if at_m is None else at_m), (-math.inf if at_m1 is None else at_m1)
    if count_m1 == 0:
        if bias == "max":
            at_m1 = -ln(n_m)
        elif bias == "zero" and count_m:
            at_m1 = -ln(n_m1)
    return (0 if at_m is None else at_m), (0 if at_m1 is None else at_m1)


def apen(x, y, p, r):
    """ApEn of x where y is None, else Cross-ApEn with the templates of x looked for in y."""
    partner = x if y is None else y
    shorter, n_m = counts(x, partner, p["m"], p, r)
    longer, n_m1 = counts(x, partner, p["m"] + 1, p, r)
    if not longer or not n_m1:
        raise Undefined("no_templates")
    value = mean_difference(x, p, shorter, longer, n_m, n_m1)
    return {
        "counts": {
            "matches_m": sum(shorter),
            "matches_m1": sum(longer),
            "templates_m": len(shorter),
            "templates_m1": len(longer),
            "unmatched_m": shorter.count(0),
            "unmatched_m1": longer.count(0),
        },
        "per_template": {"m": shorter, "m1": longer},
        "value": value,
    }


def mean_difference(x, p, shorter, longer, n_m, n_m1):
    """phi(m) - phi(m + 1): with gaps, a template of length m need not have one of length m + 1 with its start."""
    is_there = [one is not None for one in templates(x, p["m"], p)]
    is_longer = [one is not None for one in templates(x, p["m"] + 1, p)]
    by_start = iter(longer)
    after = [next(by_start) if start < len(is_longer) and is_longer[start] else None for start in range(len(is_there))]
    pairs = zip(shorter, [count for count, there in zip(after, is_there) if there])
    logs = [corrected(b, a, n_m, n_m1, p.get("bias", "none")) for b, a in pairs]
    if any(math.inf == -part for log in logs for part in log):
        at_m = -math.inf if any(log[0] == -math.inf for log in logs) else 0.0
        at_m1 = -math.inf if any(log[1] == -math.inf for log in logs) else 0.0
        return math.nan if at_m == at_m1 else at_m - at_m1
    value = sum((log[0] for log in logs), Decimal()) / len(shorter) - sum((log[1] for log in logs), Decimal()) / len(longer)
    return in_base(abs(value) if p["sign"] == "dropped" else value, p["base"])
