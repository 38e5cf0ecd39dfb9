# SPDX-License-Identifier: Apache-2.0
"""Tables of numbers: of every comparison at every channel or pair, and of every channel of a recording."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._plots.study_results import ALL_GROUPS, EFFECT, StudyResult, labels_of
from .._plots.axes import unit_in, with_unit
from .findings import joined, plural, where
from .html import Table, decimals_of, probability, rounded, signed

_MOST_ROWS = 2000


def larger(result: StudyResult, number: int, flat: int) -> str:
    """Which group has the larger values at an entry, in words: of two by their ranks, of more by their means."""
    own = [result.groups[k] for k in result.compared[number]]
    if result.comparisons[number] != ALL_GROUPS:
        effect = result.maps[EFFECT][number].flat[flat]
        return "n/a" if np.isnan(effect) else "equal" if effect == 0 else f"{own[int(effect > 0)]} larger"
    means = result.statistics["mean"][result.compared[number]].reshape(len(own), -1)[:, flat]
    largest = np.flatnonzero(means == np.nanmax(means)) if not np.isnan(means).all() else []
    return f"{own[largest[0]]} largest" if len(largest) == 1 else "n/a"


def _names(result: StudyResult, flat: int) -> list[str]:
    """Name of an entry as cells: channels of a pair are one."""
    at = np.unravel_index(flat, [len(labels) for labels in result.labels])
    own = {dim: labels[k] for dim, labels, k in zip(result.entry, result.labels, at, strict=True)}
    if "partner" in own:
        own["channel"] = joined(own.pop("channel"), own.pop("partner"), result.symmetric)
    return [own.pop("channel"), *own.values()]


def _decimals_of(sd: np.ndarray) -> int:
    of_spread = sd[np.isfinite(sd) & (sd > 0)]
    return decimals_of(float(np.median(of_spread)) if of_spread.size else np.nan)


def comparison_table(result: StudyResult, number: int) -> Table:
    """A comparison, with a row for each channel or pair that counts."""
    compared, title = result.compared[number], result.comparisons[number]
    groups = [result.groups[k] for k in compared]
    mean, sd, n = (result.statistics[name][compared].reshape(len(compared), -1) for name in ("mean", "SD", "n"))
    p, q, effect = (result.maps[name][number].ravel() for name in ("p", "q (BH)", EFFECT))
    decimals = _decimals_of(sd)
    places = np.flatnonzero(np.broadcast_to(result.counted, result.statistics["mean"].shape[1:]).ravel())
    is_long = len(result.entry) > 1
    if is_long:
        places = places[np.lexsort((np.nan_to_num(p[places], nan=2.0),))]
    rows = []
    for flat in places[:_MOST_ROWS]:
        row: list[Any] = _names(result, int(flat))
        for k in range(len(compared)):
            row += [int(n[k, flat]), rounded(mean[k, flat], decimals), rounded(sd[k, flat], decimals)]
        size = rounded(effect[flat], 2) if title == ALL_GROUPS else signed(effect[flat])
        rows.append([*row, size, larger(result, number, int(flat)), probability(p[flat]), probability(q[flat])])
    others = [dim for dim in result.entry if dim not in ("channel", "partner")]
    head = ["pair" if "partner" in result.entry else "channel", *others]
    for group in groups:
        head += [f"n {group}", with_unit(f"mean {group}", result.unit), f"SD {group}"]
    kind = "epsilon squared" if title == ALL_GROUPS else "rank-biserial r"
    notes = ["Ordered by p."] * is_long + [f"The first {_MOST_ROWS}; the file has all."] * (places.size > _MOST_ROWS)
    return Table(title, [*head, kind, "direction", "p", "q (BH)"], rows, " ".join(notes), True)


def summary(result: StudyResult, alpha: float, named: str) -> list[Table]:
    """How many entries of every comparison differ, and the clearest of them."""
    rows = []
    for number, title in enumerate(result.comparisons):
        p, q, effect = (result.maps[name][number] for name in ("p", "q (BH)", EFFECT))
        tested = np.isfinite(p) & result.counted
        found = tested & (np.nan_to_num(q, nan=1.0) < alpha)
        first = smallest(result, number)
        up = int((effect[found] > 0).sum())
        ways = ["", ""] if title == ALL_GROUPS else [found.sum() - up, up]
        clearest: list[Any] = ["", "", ""]
        if tested.any():
            clearest = [entry_name(result, first), probability(p.flat[first]), probability(q.flat[first])]
        rows.append([title, int(tested.sum()), int((p[tested] < alpha).sum()), int(found.sum()), *ways, *clearest,
                     probability(result.smallest_p[number])])  # fmt: skip
    one = len(result.comparisons) == 1 and result.comparisons[0] != ALL_GROUPS
    ways = [result.groups[k] for k in result.compared[0]] if one else ["second", "first"]
    head = ["comparison", f"{plural(result.noun)} tested", f"p < {named}", f"q (BH) < {named}", f"{ways[0]} larger", f"{ways[1]} larger",
            "clearest", "p", "q (BH)", "least exact p"]  # fmt: skip
    of_two = "" if one else "Of a comparison A - B, A is the first and B the second. "
    note = f"Larger: among those with q below the level. {of_two}Least exact p: that of groups without overlap."
    return [Table("Comparisons", head, rows, note, True)] if rows else []


def entry_name(result: StudyResult, flat: int) -> str:
    """The name of an entry for a sentence."""
    at = np.unravel_index(flat, [len(labels) for labels in result.labels])
    return where(result.entry, [labels[k] for labels, k in zip(result.labels, at, strict=True)], result.symmetric)


def smallest(result: StudyResult, number: int) -> int:
    """The entry with the smallest q; of several one of two channels, with the smallest p and the largest effect."""
    p, effect, q = (result.maps[name][number].ravel() for name in ("p", EFFECT, "q (BH)"))
    q = np.where(np.broadcast_to(result.counted, result.maps["p"][number].shape).ravel(), q, np.nan)
    is_pairs, n = result.entry[-1] == "partner", len(result.channels)
    with_itself = np.broadcast_to(np.eye(n), result.maps["p"][number].shape).ravel() if is_pairs else np.zeros(p.size)
    return int(np.lexsort((-np.abs(effect), p, with_itself, q))[0])


def of_channels(table: Any) -> list[Table]:
    """Mean and SD over the epochs or windows of every channel of every recording; nothing of pairs or curves."""
    value = table["value"] if "value" in table else None
    if value is None or not {"channel"} < set(value.dims) <= {"file", "epoch", "time", "channel"}:
        return []
    over = [dim for dim in value.dims if dim in ("epoch", "time")]
    if math.prod(value.sizes[dim] for dim in over) < 2:
        return []
    values = (value if "file" in value.dims else value.expand_dims("file")).transpose("file", *over, "channel").values
    values = values.reshape(len(values), -1, values.shape[-1])
    values = np.where(np.isfinite(values), values, np.nan).astype(np.float64)
    # A single recording without a name needs no column.
    is_named = "file" in value.dims and ("file" in table.coords or len(values) > 1)
    files = [[name] for name in labels_of(value, "file")] if is_named else [[]]
    n = np.isfinite(values).sum(axis=1)
    with np.errstate(all="ignore"):
        mean = np.where(n > 0, np.nansum(values, axis=1) / np.maximum(n, 1), np.nan)
        sd = np.sqrt(np.nansum((values - mean[:, np.newaxis]) ** 2, axis=1) / np.where(n > 1, n - 1, np.nan))
    decimals = _decimals_of(sd)
    rows = [
        [name, *file, int(n[k, c]), rounded(mean[k, c], decimals), rounded(sd[k, c], decimals)]
        for k, file in enumerate(files)
        for c, name in enumerate(labels_of(value, "channel"))
    ]
    what = "windows" if "time" in over else "epochs"
    head = ["channel", *(["recording"] if files[0] else []), what, with_unit("mean", unit_in(value.attrs)), "SD"]
    note = f"The first {_MOST_ROWS}." if len(rows) > _MOST_ROWS else ""
    return [Table(f"Means over {what}", head, rows[:_MOST_ROWS], note, True)]
