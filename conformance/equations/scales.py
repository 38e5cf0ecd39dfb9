# SPDX-License-Identifier: CC0-1.0
"""Coarse-grained series: means or variances of s samples, from every start."""

import math
from fractions import Fraction

from .exact import present


def grained(x, scale, start, grain):
    """The means (Costa et al. 2002) or variances (Costa and Goldberger 2015) of consecutive windows, each rounded once."""
    found = []
    for first in range(start, len(x) - scale + 1, scale):
        window = x[first : first + scale]
        if any(math.isnan(value) for value in window):
            found.append(math.nan)
            continue
        values = present(window)
        middle = sum(values) / scale
        found.append(float(middle if grain == "mean" else sum((v - middle) ** 2 for v in values) / scale))
    return found


def is_exact(x, scale):
    """Whether every mean of consecutive samples, and every sum on the way, is a double: integers and powers of two."""
    if scale & (scale - 1):
        return False
    return all(Fraction(value).denominator == 1 and abs(value) < 2**40 for value in x if not math.isnan(value))
