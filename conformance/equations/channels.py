# SPDX-License-Identifier: CC0-1.0
"""MvSampEn (Ahmed and Mandic 2011, 2012) and MvFuzzyEn (Ahmed et al. 2016) over composite delay vectors."""

import math

from .exact import in_base, ln
from .membership import centred, degree, logarithm


def lengths(p, n_channels):
    m = [p["m"]] * n_channels if p["channel_m"] is None else p["channel_m"]
    return m, ([p["tau"]] * n_channels if p["channel_tau"] is None else p["channel_tau"])


def vectors(channels, p, extended):
    """Composite vectors, channel after channel; the channel `extended` (None: none) has one sample more."""
    m, tau = lengths(p, len(channels))
    n = len(channels[0])
    usable = n - max(a * b for a, b in zip(m, tau))
    if extended is None and p["templates"] == "all":
        usable = n - max((a - 1) * b for a, b in zip(m, tau))
    made = []
    for start in range(usable):
        vector = []
        for channel, samples in enumerate(channels):
            for k in range(m[channel] + (channel == extended)):
                vector.append(samples[start + k * tau[channel]])
        made.append(None if any(math.isnan(value) for value in vector) else vector)
    return made


def extensions(channels, p):
    """The sets of longer vectors within which pairs are compared: one of all, or one for each extended channel."""
    each = [vectors(channels, p, channel) for channel in range(len(channels))]
    return [sum(each, [])] if p["approach"] == "full" else each


def distances(made):
    for i, one in enumerate(made):
        for other in made[:i]:
            yield max(abs(a - b) for a, b in zip(one, other))


def mvsampen(channels, p, r):
    is_open = p["boundary"] == "open"

    def matched(made):
        return sum(d < r if is_open else d <= r for d in distances(made))

    shorter, longer = vectors(channels, p, None), extensions(channels, p)
    b, a = matched(shorter), sum(matched(made) for made in longer)
    pairs_m = len(shorter) * (len(shorter) - 1) // 2
    pairs_m1 = sum(len(made) * (len(made) - 1) // 2 for made in longer)
    if a and b:
        value = in_base(ln(b) - ln(pairs_m) - ln(a) + ln(pairs_m1), p["base"])
    else:
        value = math.inf if b else (-math.inf if p["undefined"] == "negative" else math.nan)
        if p["undefined"] == "bound":
            value = in_base(ln(2 * pairs_m1), p["base"])
    counts = {"matches_m": b, "matches_m1": a, "templates_m": len(shorter), "templates_m1": sum(map(len, longer))}
    return {"counts": counts, "pairs": (pairs_m, pairs_m1), "value": value}


def mvfuzzyen(channels, p, r):
    corner = p["membership_corner"] * (r / p["r"] if p["r"] else 1.0)

    def mean_degree(sets):
        degrees = []
        for made in sets:
            if p["local_mean"] == "removed":
                made = [centred(vector) for vector in made]
            degrees += [degree(d, p, r, corner) for d in distances(made)]
        return math.fsum(degrees) / len(degrees)

    shorter, longer = vectors(channels, p, None), extensions(channels, p)
    at_m, at_m1 = mean_degree([shorter]), mean_degree(longer)
    counts = {"templates_m": len(shorter), "templates_m1": sum(map(len, longer))}
    return {"counts": counts, "means": (at_m, at_m1), "value": logarithm(at_m, at_m1, p)}
