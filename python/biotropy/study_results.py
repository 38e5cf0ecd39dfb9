# SPDX-License-Identifier: Apache-2.0
"""What the result of a study says, in the form that pictures and pages need.

Entries are pairs (channel, partner), (channel, scale), or channels; a study compares all groups with one another, and
some of them two by two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import InvalidInput
from .smallest_p import smallest_exact_p

ALL_GROUPS = "all groups"
# Names for people, and the variables of all groups and of contrasts.
STATISTICS = {"mean": "mean", "median": "median", "SD": "sd", "n": "count"}
MAPS = {
    "p": ("kruskal_p", "contrast_p"),
    "q (BH)": ("q_bh", "contrast_q_bh"),
    "q (BY)": ("q_by", "contrast_q_by"),
    "p, permuted": ("permutation_p", "contrast_permutation_p"),
    "p, family-wise": ("familywise_p", "contrast_familywise_p"),
    "effect size": ("epsilon_squared", "contrast_rank_biserial"),
}
EFFECT = "effect size"
_ENTRIES = (("channel", "partner"), ("channel", "scale"), ("channel",))


@dataclass(frozen=True)
class StudyResult:
    """Numbers of groups, and of the comparisons between them.

    Attributes
    ----------
    entry : tuple of str
        The dimensions of an entry.
    labels : list of list of str
        Names along each of them.
    groups : list of str
        Names of the groups.
    unit : str
        Of the values.
    statistics : dict of array, shape (n_groups, *entry)
        By the names of `STATISTICS`.
    comparisons : list of str
        `ALL_GROUPS` and the contrasts; empty for a single group.
    maps : dict of array, shape (n_comparisons, *entry)
        By the names of `MAPS`.
    compared : list of list of int
        Of every comparison the numbers of its groups.
    sizes : list of int
        Of every group the subjects where it has most.
    smallest_p : list of float
        For every comparison the smallest exact p that its numbers of subjects allow.
    """

    entry: tuple[str, ...]
    labels: list[list[str]]
    groups: list[str]
    unit: str
    statistics: dict[str, np.ndarray]
    comparisons: list[str]
    maps: dict[str, np.ndarray]
    compared: list[list[int]]
    sizes: list[int]
    smallest_p: list[float]


def is_study(table: Any) -> bool:
    """Whether a Dataset is the result of a study."""
    return hasattr(table, "data_vars") and table.attrs.get("kind") == "study"


def labels_of(table: Any, dim: str) -> list[str]:
    """Names along a dimension; numbers where it has none."""
    values = table[dim].values if dim in table.coords else np.arange(table.sizes[dim])
    return [f"{value:.12g}" if isinstance(value, float | np.floating) else str(value) for value in values]


def numbers(table: Any, name: str, dims: tuple[str, ...]) -> np.ndarray:
    """A variable as an array over these dimensions."""
    if name not in table.variables:
        raise InvalidInput(f"no result of a study: it has no {name}")
    data = table[name]
    if data.dtype.kind not in "fiu" or set(data.dims) != set(dims):
        found = f"{data.dtype} over {', '.join(map(str, data.dims)) or 'no dimension'}"
        raise InvalidInput(f"no result of a study: {name} is {found}, where numbers over {', '.join(dims)} are needed")
    return data.transpose(*dims).values.astype(np.float64)


def _compared(groups: list[str], contrasts: list[str]) -> list[list[int]]:
    """The numbers of the groups of every comparison; all of them where a title is not that of two."""
    every = list(range(len(groups)))
    pairs = {f"{groups[a]} - {groups[b]}": [a, b] for a in every for b in every}
    return [every, *(pairs.get(title, every) for title in contrasts)]


def study_of(table: Any) -> StudyResult:
    """The groups and comparisons of a result.

    Parameters
    ----------
    table : xarray.Dataset
        As `open_results` gives it for what ``biotropy study`` wrote.

    Returns
    -------
    StudyResult

    Raises
    ------
    InvalidInput
        The table is no result of a study.
    """
    if not is_study(table):
        raise InvalidInput("no result of a study: what open_results gives for one of 'biotropy study' is needed")
    dims = tuple(table["mean"].dims) if "mean" in table else ()
    entry = next((one for one in _ENTRIES if set(dims) == {"group", *one}), None)
    if entry is None:
        raise InvalidInput(f"no result of a study: mean is over {', '.join(map(str, dims)) or 'no dimension'}")
    statistics = {title: numbers(table, name, ("group", *entry)) for title, name in STATISTICS.items()}
    groups, contrasts = labels_of(table, "group"), []
    maps: dict[str, np.ndarray] = {}
    if len(groups) > 1:
        contrasts = labels_of(table, "contrast") if "contrast" in table.sizes else []
        for title, (of_all, of_two) in MAPS.items():
            first = numbers(table, of_all, entry)[np.newaxis]
            maps[title] = np.concatenate([first, numbers(table, of_two, ("contrast", *entry))]) if contrasts else first
    comparisons = [ALL_GROUPS, *contrasts] if maps else []
    compared = _compared(groups, contrasts)[: len(comparisons)]
    sizes = [int(np.nanmax(one, initial=0)) for one in statistics["n"]]
    return StudyResult(
        entry=entry,
        labels=[labels_of(table, dim) for dim in entry],
        groups=groups,
        unit=str(table["mean"].attrs.get("units", "")),
        statistics=statistics,
        comparisons=comparisons,
        maps=maps,
        compared=compared,
        sizes=sizes,
        smallest_p=[smallest_exact_p([max(1, sizes[k]) for k in own]) for own in compared],
    )
