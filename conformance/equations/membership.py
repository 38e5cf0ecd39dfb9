# SPDX-License-Identifier: CC0-1.0
"""FuzzyEn (Chen et al. 2007) and Cross-FuzzyEn (Xie et al. 2010): sums of degrees of membership over pairs of templates."""

import math

from .matching import templates


def degree(d, p, r, corner):
    """The degree of membership of a distance."""
    power, form = p["fuzzy_power"], p["membership"]
    if form == "exponential":
        return math.exp(-((d / r) ** power))
    if form == "chen":
        return math.exp(-(d**power) / r)
    if form == "gaussian":
        return math.exp(-(d * d) / (2 * r * r))
    if form == "constant-gaussian":
        return 1.0 if d <= r else math.exp(-math.log(2) * ((d - r) / r) ** 2)
    if form == "sigmoid":
        return 1 / (1 + math.exp((d - corner) / r))
    if form == "bell":
        return 1 / (1 + (d / r) ** (2 * power))
    if form == "triangular":
        return max(0.0, 1 - d / r)
    if form == "trapezoidal1":
        return 1.0 if d <= r else max(0.0, 2 - d / r)
    if form == "trapezoidal2":
        return 1.0 if d <= r else max(0.0, (corner - d) / (corner - r))
    if form == "gudermannian":
        return 1.0 if d == 0 else math.atan(math.tanh(r / d)) / (math.pi / 4)
    return z_shaped(d / r)


def z_shaped(d):
    if d <= 1:
        return 1.0
    if d <= 1.5:
        return 1 - 2 * (d - 1) ** 2
    return 2 * (2 - d) ** 2 if d < 2 else 0.0


def centred(template):
    """The template without its mean, from the differences from its first sample, which a large offset leaves exact."""
    moved = [value - template[0] for value in template]
    middle = math.fsum(moved) / len(moved)
    return [value - middle for value in moved]


def sums(x, y, length, p, r, corner):
    """The sum over ordered pairs, the number of pairs, and the number of templates of x."""
    sides = []
    for series in (x, x if y is None else y):
        made = templates(series, length, p)
        sides.append([one if one is None or p["local_mean"] == "kept" else centred(one) for one in made])
    degrees, is_one = [], y is None and p["theiler"] >= 0  # of one series each pair is compared once and counted in both orders
    for i, one in enumerate(sides[0]):
        for j, other in enumerate(sides[1][: i + 1] if is_one else sides[1]):
            if one is None or other is None or (p["theiler"] >= 0 and abs(i - j) <= p["theiler"]):
                continue
            d = 0.0
            for a, b in zip(one, other):
                d = max(d, abs(a - b))
            degrees.append(degree(d, p, r, corner))
    orders = 2 if is_one else 1
    return orders * math.fsum(degrees), orders * len(degrees), sum(one is not None for one in sides[0])


def logarithm(at_m, at_m1, p):
    if at_m > 0 and at_m1 > 0:
        nats = math.log(at_m / at_m1)
        return nats if p["base"] == "e" else nats / math.log(int(p["base"]))
    if at_m > 0:
        return math.inf
    return -math.inf if p["undefined"] == "negative" else math.nan


def fuzzyen(x, y, p, r):
    """FuzzyEn of x where y is None, else Cross-FuzzyEn. The corner of a membership has the unit of r."""
    corner = p["membership_corner"] * (r / p["r"] if p["r"] else 1.0)
    at_m, pairs_m, n_m = sums(x, y, p["m"], p, r, corner)
    at_m1, pairs_m1, n_m1 = sums(x, y, p["m"] + 1, p, r, corner)
    value = logarithm(at_m / pairs_m, at_m1 / pairs_m1, p) if pairs_m and pairs_m1 else math.nan
    return {
        "counts": {"templates_m": n_m, "templates_m1": n_m1},
        "sums": {"membership_m": at_m, "membership_m1": at_m1},
        "means": (at_m / max(pairs_m, 1), at_m1 / max(pairs_m1, 1)),
        "value": value,
    }
