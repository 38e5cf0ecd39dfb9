# SPDX-License-Identifier: Apache-2.0
"""Result of a study in the form that plots and reports need.

Entries are pairs (channel, partner), (channel, scale), (channel, time), or channels, and pairs or curves at every scale or
time; a study compares all groups, and some of them in pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial
from typing import Any

import numpy as np

from ..errors import InvalidInput
from .axes import unit_in, unit_of_times

ALL_GROUPS = "all groups"
# Displayed names, and the variables of all groups and of contrasts.
STATISTICS = {"mean": "mean", "median": "median", "SD": "sd", "n": "count"}
MAPS = {
    "p": ("kruskal_p", "contrast_p"),
    "q (BH)": ("q_bh", "contrast_q_bh"),
    "q (BY)": ("q_by", "contrast_q_by"),
    "p, permuted": ("permutation_p", "contrast_permutation_p"),
    "p, family-wise": ("familywise_p", "contrast_familywise_p"),
    "effect size": ("epsilon_squared", "contrast_rank_biserial"),
}
EFFECT = "effect size"  # epsilon squared of all groups, and the rank-biserial correlation of a contrast
# The last two dimensions are drawn, the reader chooses along those before them.
_ENTRIES = (
    ("channel", "partner"),
    ("channel", "scale"),
    ("channel", "time"),
    ("channel",),
    ("scale", "channel", "partner"),
    ("time", "channel", "partner"),
    ("time", "scale", "channel", "partner"),
    ("time", "channel", "scale"),
)
# smallest_exact_p() enumerates the orders of up to so many groups.
_MOST_GROUPS = 7


@dataclass(frozen=True)
class StudyResult:
    """Statistics of groups, and results of the comparisons between them."""

    entry: tuple[str, ...]  # dimensions
    labels: list[list[str]]  # along each dimension
    groups: list[str]
    unit: str  # of the values; empty for numbers without one
    time_unit: str  # of windows, 's' or 'samples'; empty without windows
    statistics: dict[str, np.ndarray]  # by `STATISTICS`: (n_groups, *entry)
    comparisons: list[str]  # `ALL_GROUPS` and the contrasts; of two groups their contrast alone, of a single group none
    maps: dict[str, np.ndarray]  # by `MAPS`: (n_comparisons, *entry)
    compared: list[list[int]]  # indices of the groups of every comparison
    sizes: list[int]  # greatest number of subjects of every group at an entry
    smallest_p: list[float]  # exact, that the numbers of subjects of every comparison allow
    least_p: list[float]  # of the test of the study for these numbers, without ties; NaN where the file does not give it
    symmetric: bool  # entries are pairs of channels whose order does not matter

    @property
    def counted(self) -> np.ndarray:
        """Entries whose tests count: of symmetric pairs not the mirror images, nor channels with themselves."""
        every = np.ones(tuple(map(len, self.labels)), dtype=bool)
        return np.triu(every, 1) if self.symmetric else every

    @property
    def noun(self) -> str:
        """What an entry is."""
        return {("channel",): "channel", ("channel", "partner"): "pair"}.get(self.entry, "entry")

    @property
    def channels(self) -> list[str]:
        """Names of the channels."""
        return self.labels[self.entry.index("channel")]


def is_study(table: Any) -> bool:
    """Whether a Dataset is the result of a study."""
    return hasattr(table, "data_vars") and table.attrs.get("kind") == "study"


def labels_of(table: Any, dim: str) -> list[str]:
    """Names along a dimension, or numbers if it has none."""
    values = table[dim].values if dim in table.coords else np.arange(table.sizes[dim])
    return [f"{value:.12g}" if isinstance(value, float | np.floating) else str(value) for value in values]


def variable(table: Any, name: str, dims: Iterable[str], kinds: str = "fiu", others: bool = False) -> Any:
    """A variable of a result, of these kinds and over these dimensions, or with `others` over two or more with these."""
    data = table[name] if name in table.variables else None
    over = set() if data is None else set(data.dims)
    if data is None or data.dtype.kind not in kinds or not (len(over) > 1 and over >= set(dims) if others else over == set(dims)):
        found = "missing" if data is None else f"{data.dtype} over {', '.join(map(str, data.dims)) or 'no dimension'}"
        what = f"{'numbers' if kinds == 'fiu' else 'texts'} over {', '.join(dims)}{' and others' * others}"
        raise InvalidInput(f"{name} of results is {found}; it must be {what}")
    return data


def numbers(table: Any, name: str, dims: tuple[str, ...]) -> np.ndarray:
    """A variable as an array over these dimensions."""
    return variable(table, name, dims).transpose(*dims).values.astype(np.float64)


def compared_in(groups: list[str], title: str) -> list[int]:
    """Indices of the groups of a comparison, that which is taken away first; all groups for a title that is not that of a pair.
    (Names may have a dash themselves.)"""
    every = list(range(len(groups)))
    return {f"{groups[b]} - {groups[a]}": [a, b] for a in every for b in every}.get(title, every)


def smallest_exact_p(sizes: Sequence[int]) -> float:
    """The smallest exact p of a Kruskal-Wallis test (of two groups: of a two-sided Mann-Whitney test) without ties.

    H is largest if the groups do not overlap, that is for arrangements of the ranks in which the groups follow each other;
    p is the share of the orders of groups that reach the largest H among all arrangements. Approximations of the
    distribution can give a smaller p, which the data do not justify. For more than seven groups all orders are counted,
    which is exact for groups of equal size and otherwise an upper bound.

    >>> smallest_exact_p([4, 4])
    0.02857142857142857
    """

    def grows_with_h(order: Sequence[int]) -> int:
        """Sum over the groups of size times squared mean rank, doubled and centred; increases with H."""
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


def _least_p(table: Any, n_comparisons: int) -> list[float]:
    """The smallest p of the test of all groups and of every contrast."""
    of_all = table.attrs.get("smallest_p", np.nan)
    least = [float(of_all) if isinstance(of_all, int | float | np.number) else np.nan]
    if "contrast_smallest_p" in table:
        least += numbers(table, "contrast_smallest_p", ("contrast",)).tolist()
    return [*least, *[np.nan] * n_comparisons][:n_comparisons]


def study_of(table: Any) -> StudyResult:
    """The groups and comparisons of a table of `open_results`; InvalidInput if it is not a result of a study."""
    dims = set(table["mean"].dims) if is_study(table) and "mean" in table else set()
    entry = next((one for one in _ENTRIES if dims == {"group", *one}), None)
    if entry is None:
        raise InvalidInput("results is not the result of a study; give what open_results returns of one")
    statistics = {title: numbers(table, name, ("group", *entry)) for title, name in STATISTICS.items()}
    groups, contrasts = labels_of(table, "group"), []
    maps: dict[str, np.ndarray] = {}
    if len(groups) > 1:
        contrasts = labels_of(table, "contrast") if "contrast" in table.sizes else []
        for title, (of_all, of_two) in MAPS.items():
            first = numbers(table, of_all, entry)[np.newaxis]
            maps[title] = np.concatenate([first, numbers(table, of_two, ("contrast", *entry))]) if contrasts else first
    comparisons = [ALL_GROUPS, *contrasts] if maps else []
    compared = [compared_in(groups, title) for title in comparisons]
    least_p = _least_p(table, len(comparisons))
    if len(groups) == 2 and contrasts:  # the test of all groups is that of the two, without a direction
        maps = {title: one[1:] for title, one in maps.items()}
        comparisons, compared, least_p = comparisons[1:], compared[1:], least_p[1:]
    sizes = [int(np.nanmax(one, initial=0)) for one in statistics["n"]]
    return StudyResult(
        entry=entry,
        labels=[labels_of(table, dim) for dim in entry],
        groups=groups,
        unit=unit_in(table["mean"].attrs),
        time_unit=unit_of_times(table),
        statistics=statistics,
        comparisons=comparisons,
        maps=maps,
        compared=compared,
        sizes=sizes,
        # The test is of the groups that have subjects.
        smallest_p=[smallest_exact_p([sizes[k] for k in own if sizes[k] > 0] or [1]) for own in compared],
        least_p=least_p,
        symmetric=bool(table.attrs.get("symmetric", False)),
    )
