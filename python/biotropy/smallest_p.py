# SPDX-License-Identifier: Apache-2.0
"""The smallest p that a comparison of so many subjects can have, whatever their values are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb, factorial

# The orders of more groups are too many to look at.
_MOST_GROUPS = 7


def smallest_exact_p(sizes: Sequence[int]) -> float:
    """The smallest exact p of a Kruskal-Wallis test (of two groups: of a two-sided Mann-Whitney test) without ties.

    H is largest where the groups do not overlap. Of all ways to share out the ranks, so many of the orders of the groups
    reach that H. An approximation of the distribution can give a smaller p, which the data do not justify.

    Parameters
    ----------
    sizes : sequence of int
        Subjects in each group, at least one. Of more than seven groups all orders are counted, which is right for groups
        of one size and too many otherwise.

    >>> smallest_exact_p([4, 4])
    0.02857142857142857
    """

    def grows_with_h(order: Sequence[int]) -> int:
        """Over the groups: the size times the square of the mean rank, doubled and centred."""
        before, total = 0, 0
        for size in order:
            total += size * (2 * before + size - sum(sizes)) ** 2
            before += size
        return total

    arrangements, left = 1, sum(sizes)
    for size in sizes:
        arrangements *= comb(left, size)
        left -= size
    if len(sizes) > _MOST_GROUPS:
        return factorial(len(sizes)) / arrangements
    reached = [grows_with_h(order) for order in permutations(sizes)]
    return reached.count(max(reached)) / arrangements
