# SPDX-License-Identifier: Apache-2.0
"""Sentences about a study: where groups differ, by how much, and whether there are enough subjects for a test."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._plots.network_data import Network, counted_edges, has_networks, networks_of
from .._plots.study_results import ALL_GROUPS, EFFECT, StudyResult, numbers
from .findings import listed, shown, where

_MOST_CHANNELS = 3
_DEFAULT_ALPHA = 0.01


def alpha_of(table: Any) -> float:
    """Level of significance of a study."""
    given = table.attrs.get("alpha", _DEFAULT_ALPHA)
    return float(given) if isinstance(given, int | float | np.number) else _DEFAULT_ALPHA


def _entry(result: StudyResult, flat: int) -> str:
    at = np.unravel_index(flat, [len(labels) for labels in result.labels])
    return where(result.entry, [labels[k] for labels, k in zip(result.labels, at, strict=True)])


def _channels(result: StudyResult, found: np.ndarray, tested: np.ndarray) -> str:
    """The channels with the largest shares of significant entries; empty if the shares are similar."""
    counts, of = [], []
    for k in range(len(result.channels)):
        own = np.zeros(found.shape, dtype=bool)
        for dim in {"channel", "partner"} & set(result.entry):
            np.moveaxis(own, result.entry.index(dim), 0)[k] = True
        counts.append(int((found & own).sum()))
        of.append(int((tested & own).sum()))
    shares = np.array(counts) / np.maximum(of, 1)
    if len(result.entry) == 1 or shares.max() - shares.min() < 0.1:
        return ""
    first = [k for k in np.argsort(-shares, kind="stable")[:_MOST_CHANNELS] if counts[k]]
    return " The largest shares are those of " + listed([f"{result.channels[k]} ({counts[k]} of {of[k]})" for k in first]) + "."


def _smallest(result: StudyResult, number: int, q: np.ndarray) -> int:
    """The entry with the smallest q; of several, one of two channels, that with the smallest p and the largest effect."""
    p, effect = result.maps["p"][number].ravel(), result.maps[EFFECT][number].ravel()
    is_pairs, n = result.entry[-1] == "partner", len(result.channels)
    with_itself = np.broadcast_to(np.eye(n), q.shape).ravel() if is_pairs else np.zeros(p.size)
    return int(np.lexsort((-np.abs(effect), p, with_itself, q.ravel()))[0])


def _clearest(result: StudyResult, number: int, q: np.ndarray) -> str:
    p, flat = result.maps["p"][number].ravel(), _smallest(result, number, q)
    means = result.statistics["mean"].reshape(len(result.groups), -1)[:, flat]
    unit = f" {result.unit}".rstrip()
    drawn = [f"{shown(means[k])} ({result.groups[k]})" for k in result.compared[number] if np.isfinite(means[k])]
    return (
        f" Clearest: {_entry(result, flat)}, means {listed(drawn)}{unit}, p = "
        f"{p[flat]:.2g}, q = {q.flat[flat]:.2g}."
    )


def _found(result: StudyResult, number: int, q: np.ndarray, alpha: float) -> str:
    title, tested = result.comparisons[number], np.isfinite(q) & result.counted
    found = tested & (np.nan_to_num(q, nan=1.0) < alpha)
    who = "The groups differ" if title == ALL_GROUPS else f"{title}: the two differ"
    text = (
        f"{who} at {found.sum()} of {tested.sum()} entries ({100 * found.sum() / tested.sum():.1f} %) at q < {alpha:g}, after the "
        "correction of Benjamini and Hochberg."
    )
    if title != ALL_GROUPS:
        higher = int((result.maps[EFFECT][number][found] > 0).sum())
        text += f" {result.groups[result.compared[number][-1]]} is higher at {higher} of them."
    return text + _channels(result, found, tested) + _clearest(result, number, q)


def _not_found(result: StudyResult, number: int, q: np.ndarray, alpha: float) -> str:
    title, p = result.comparisons[number], result.maps["p"][number]
    who = "No entry differs between the groups" if title == ALL_GROUPS else f"{title}: no entry differs"
    counted = np.isfinite(p) & result.counted
    tested, below, flat = int(counted.sum()), int((p[counted] < alpha).sum()), _smallest(result, number, q)
    return (
        f"{who} at q < {alpha:g}, after the correction of Benjamini and Hochberg; the smallest q is {q.flat[flat]:.2g} "
        f"({_entry(result, flat)}, p = {p.flat[flat]:.2g}). Uncorrected, p < {alpha:g} at {below} of {tested} entries, of which "
        f"chance alone gives about {alpha * tested:.2g}."
    )


def _too_few(result: StudyResult, number: int, alpha: float, is_exact: bool) -> str:
    sizes = listed([str(result.sizes[k]) for k in result.compared[number]])
    if result.smallest_p[number] < alpha:
        return (
            f"{result.comparisons[number]}: too few subjects for a p below {alpha:g} by chi-squared. With {sizes} of them and "
            f"without ties it is at least {result.least_p[number]:.2g}; a p of permutations can be below {alpha:g}."
        )
    return (
        f"{result.comparisons[number]}: too few subjects to find anything. With {sizes} of them no exact p is below "
        f"{result.smallest_p[number]:.2g} without ties, so that nothing can be significant at {alpha:g}"
        + ("." if is_exact else "; a smaller p is one of the chi-squared approximation.")
    )


def _network(one: Network, alpha: float) -> str:
    """A sentence about a comparison as networks."""
    text = f"As networks, {one.title}: "
    if one.score_p is not None and not np.isfinite(one.threshold):
        n_edges = int((one.score_p < alpha).sum()) // (1 if one.directed else 2)
        have = "has" if n_edges == 1 else "have"
        return text + f"{counted_edges(n_edges)} {have} a threshold-free score with a family-wise p < {alpha:g}."
    found = [k for k in range(one.n_components) if one.p_extent[k] < alpha]
    if not found:
        least = f"; the smallest p is {min(one.p_extent):.2g}" if one.n_components else ""
        return text + f"no component of edges above {shown(one.threshold)} is larger than by chance (p < {alpha:g}){least}."
    parts = [f"{counted_edges(one.extent[k])} between {one.n_channels[k]:.0f} channels (p = {one.p_extent[k]:.2g})" for k in found]
    return text + f"{'a component' if len(parts) == 1 else 'components'} of {listed(parts)}, above {shown(one.threshold)}."


def _against_surrogates(table: Any, result: StudyResult, alpha: float) -> str:
    """How many values of subjects are more than chance."""
    dims = ("subject", *result.entry)
    q, z = numbers(table, "q", dims), numbers(table, "z", dims)
    q = np.where(result.counted, q, np.nan)
    tested, found = int(np.isfinite(q).sum()), q < alpha
    told = f"{table.attrs.get('surrogates')} surrogates ({table.attrs.get('surrogate_kind')})"
    if not tested:
        return f"No value of a subject could be tested against {told}."
    count = table.attrs.get("surrogates")
    smallest = min(1.0, 2 / (count + 1)) if isinstance(count, int | float | np.number) else 0.0
    limit = f" So few surrogates have no p below {shown(smallest)}, so that none could differ." if smallest >= alpha else ""
    return (
        f"Against {told}, {found.sum()} of {tested} values of subjects differ at q < {alpha:g}: {(found & (z < 0)).sum()} are "
        f"below their surrogates, {(found & (z > 0)).sum()} above.{limit}"
    )


def _subjects(table: Any, result: StudyResult) -> tuple[list[int], int]:
    """Subjects of every group that have a value at any entry, and how many subjects have none."""
    has_value = np.isfinite(numbers(table, "value", ("subject", *result.entry))).reshape(table.sizes["subject"], -1).any(axis=1)
    own = [str(one) for one in table["subject_group"].values] if "subject_group" in table else []
    counts = [sum(group == one for one, has in zip(own, has_value, strict=False) if has) for group in result.groups]
    return counts, len(has_value) - sum(counts)


def study_findings(table: Any, result: StudyResult) -> list[str]:
    """Sentences about all groups and about every contrast.

    Parameters
    ----------
    table : xarray.Dataset
        The result of the study.
    result : StudyResult
        The result of `study_of` for the table.
    """
    alpha = alpha_of(table)
    counts, without = _subjects(table, result)
    groups = listed([f"{group} ({n})" for group, n in zip(result.groups, counts, strict=True)])
    few = " in one group, which leaves nothing to compare" if len(result.groups) == 1 else f" in {len(result.groups)} groups"
    more = f" {without} more {'has' if without == 1 else 'have'} no value." if without else ""
    sentences = [f"{sum(counts)} subject{'' if sum(counts) == 1 else 's'}{few}: {groups}.{more}"]
    codes, texts = (str(table.attrs.get(name, "")).split("\n") for name in ("notice_codes", "notices"))
    sentences += [f"{text}." for code, text in zip(codes, texts, strict=False) if code == "padding"]
    for number, title in enumerate(result.comparisons):
        q = result.maps["q (BH)"][number]
        if not np.isfinite(q).any():
            sentences.append(f"{title}: no entry could be tested.")
        elif result.smallest_p[number] >= alpha or (
            result.least_p[number] >= alpha and np.nanmin(result.maps["p"][number]) >= alpha
        ):
            is_exact = title != ALL_GROUPS and table.attrs.get("contrast_p") == "exact"
            sentences.append(_too_few(result, number, alpha, is_exact))
        else:
            make = _found if np.nanmin(q) < alpha else _not_found
            sentences.append(make(result, number, q, alpha))
    if "q" in table:
        sentences.append(_against_surrogates(table, result, alpha))
    return sentences + [_network(one, alpha) for one in (networks_of(table) if has_networks(table) else [])]
