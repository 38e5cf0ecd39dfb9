# SPDX-License-Identifier: Apache-2.0
"""The measures from their equations, with NumPy and N x N matrices."""

import numpy as np


def _matches(x, y, length, r, templates_x, templates_y):
    near = np.ones((templates_x, templates_y), dtype=bool)
    for k in range(length):
        near &= np.abs(x[k : k + templates_x, None] - y[None, k : k + templates_y]) <= r
    return near


def sampen_counts(x, m, r):
    """B and A: unordered pairs, over the same n - m templates."""
    n = len(x) - m
    counts = []
    for length in (m, m + 1):
        near = _matches(x, x, length, r, n, n)
        counts.append((int(near.sum()) - n) // 2)
    return tuple(counts)


def apen(x, m, r):
    phi = []
    for length in (m, m + 1):
        n = len(x) - length + 1
        phi.append(np.mean(np.log(_matches(x, x, length, r, n, n).sum(axis=1) / n)))
    return phi[0] - phi[1]


def cross_sampen(x, y, m, r, ddof=1):
    x, y = ((s - s.mean()) / s.std(ddof=ddof) for s in (x, y))
    n = len(x) - m
    b, a = (int(_matches(x, y, length, r, n, n).sum()) for length in (m, m + 1))
    return -np.log(a / b)
