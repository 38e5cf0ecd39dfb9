# SPDX-License-Identifier: CC0-1.0
"""Cleaning of RR intervals in milliseconds: what is removed leaves a gap, or its neighbours are joined."""

import math


def removed(rr, rules):
    """The indices of removed intervals: outside the limits, or too far from the interval before (Malik et al. 1989)."""
    outside = [v < 1000 * rules["min"] or v > 1000 * rules["max"] for v in rr]
    gone = []
    for i, value in enumerate(rr):
        ectopic = False
        if rules["ectopic"] == "previous" and i > 0 and not outside[i] and not outside[i - 1]:
            ectopic = abs(value - rr[i - 1]) > rules["ectopic_change"] * rr[i - 1]
        if outside[i] or ectopic:
            gone.append(i)
    return gone


def cleaned(rr, rules):
    gone = set(removed(rr, rules))
    if rules["policy"] == "close":
        return [value for i, value in enumerate(rr) if i not in gone]
    return [math.nan if i in gone else value for i, value in enumerate(rr)]
