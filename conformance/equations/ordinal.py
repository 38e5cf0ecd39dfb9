# SPDX-License-Identifier: CC0-1.0
"""Permutation entropy (Bandt and Pompe 2002), with ties of their own (Bian et al. 2012) and weights (Fadlallah et al. 2013)."""

import math
from fractions import Fraction

from .exact import Undefined, decimal, in_base, ln


def pattern(template, ties):
    """The order of the samples; with `equal`, ranks that equal samples share."""
    if ties == "time":
        return tuple(sorted(range(len(template)), key=lambda k: (template[k], k)))
    levels = sorted(set(template))
    return tuple(levels.index(value) for value in template)


def variance(template):
    values = [Fraction(value) for value in template]
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / len(values)


def weak_orders(m):
    """The number of orders of m samples of which some may be equal."""
    orders = [1]
    for n in range(1, m + 1):
        orders.append(sum(math.comb(n, k) * orders[n - k] for k in range(1, n + 1)))
    return orders[m]


def permen(x, p):
    m, tau = p["m"], p["tau"]
    if len(x) - (m - 1) * tau < 1:
        raise Undefined("too_short")
    shares, number, n = {}, {}, 0
    for start in range(len(x) - (m - 1) * tau):
        template = [x[start + k * tau] for k in range(m)]
        if any(math.isnan(value) for value in template):
            continue
        n += 1
        key = pattern(template, p["ties"])
        number[key] = number.get(key, 0) + 1
        shares[key] = shares.get(key, 0) + (variance(template) if p["weighted"] else 1)
    total = sum(shares.values())
    counts = {"templates_m": n, "patterns": len(number)}
    found = {"counts": counts, "of_patterns": sorted(number.values(), reverse=True)}
    if total == 0:
        return found | {"value": math.nan}
    parts = [decimal(Fraction(share) / Fraction(total)) for share in shares.values()]
    nats = -sum(part * part.ln() for part in parts if part)
    if p["normalise"]:
        largest = math.factorial(m) if p["ties"] == "time" else weak_orders(m)
        return found | {"value": float(nats / ln(largest))}
    return found | {"value": in_base(nats, p["base"])}
