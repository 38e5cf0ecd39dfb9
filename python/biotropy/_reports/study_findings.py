# SPDX-License-Identifier: Apache-2.0
"""Sentences about a study: where groups differ, by how much, and whether there are enough subjects for a test."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._plots.network_data import Network, counted_edges, has_networks, networks_of
from .._plots.study_results import ALL_GROUPS, EFFECT, StudyResult, numbers
from .findings import counted, listed, shown
from .html import decimals_of, probability
from .statistics import entry_name, smallest

_MOST_CHANNELS = 3
_DEFAULT_ALPHA = 0.01


def alpha_of(table: Any) -> float:
    """Level of significance of a study."""
    given = table.attrs.get("alpha", _DEFAULT_ALPHA)
    return float(given) if isinstance(given, int | float | np.number) else _DEFAULT_ALPHA


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
    return f" The largest shares are those of {listed([f'{result.channels[k]} ({counts[k]} of {of[k]})' for k in first])}."


def _clearest(result: StudyResult, number: int) -> str:
    p, q, flat = result.maps["p"][number], result.maps["q (BH)"][number], smallest(result, number)
    own = result.compared[number]
    means, spreads = (result.statistics[name][own].reshape(len(own), -1)[:, flat] for name in ("mean", "SD"))
    decimals = decimals_of(float(np.nanmin(spreads))) if np.isfinite(spreads).any() else decimals_of(np.nan)
    drawn = [f"{means[k]:.{decimals}f} ({result.groups[one]})" for k, one in enumerate(own) if not np.isnan(means[k])]
    return (
        f"{entry_name(result, flat)}, means {listed(drawn)}{f' {result.unit}'.rstrip()}, p = {probability(p.flat[flat]).text}, "
        f"q = {probability(q.flat[flat]).text}"
    )


def _found(result: StudyResult, number: int, q: np.ndarray, alpha: float) -> str:
    title, tested = result.comparisons[number], np.isfinite(q) & result.counted
    found = tested & (np.nan_to_num(q, nan=1.0) < alpha)
    who = "The groups differ" if title == ALL_GROUPS else f"{title}: the two differ"
    text = f"{who} at {found.sum()} of {counted(tested.sum(), result.noun)} (q < {alpha:g}, Benjamini and Hochberg)."
    if title != ALL_GROUPS:
        higher = int((result.maps[EFFECT][number][found] > 0).sum())
        first, second = (result.groups[result.compared[number][k]] for k in (0, -1))
        text += f" {second} is larger at {higher} of them, {first} at {found.sum() - higher}."
    return f"{text}{_channels(result, found, tested)} Clearest: {_clearest(result, number)}."


def _not_found(result: StudyResult, number: int, q: np.ndarray, alpha: float) -> str:
    title, p = result.comparisons[number], result.maps["p"][number]
    who = f"No {result.noun} differs between the groups" if title == ALL_GROUPS else f"{title}: no {result.noun} differs"
    compared = np.isfinite(p) & result.counted
    tested, below = int(compared.sum()), int((p[compared] < alpha).sum())
    return (
        f"{who} (q < {alpha:g}, Benjamini and Hochberg). Clearest: {_clearest(result, number)}. Without the correction, p < {alpha:g} at "
        f"{below} of {counted(tested, result.noun)}; chance alone gives about {alpha * tested:.2g}."
    )


def _too_few(result: StudyResult, number: int, alpha: float, is_exact: bool) -> str:
    own = result.compared[number]
    who = f"{result.comparisons[number]}: " + listed([f"{result.groups[k]} ({result.sizes[k]})" for k in own])
    if result.smallest_p[number] < alpha:
        return (
            f"{who} are too few for p < {alpha:g} by chi-squared, whose smallest p is {result.least_p[number]:.2g} without ties. A test "
            f"by permutations can have p < {alpha:g}."
        )
    return (
        f"{who} are too few subjects for any result at {alpha:g}: even groups without overlap have p = {result.smallest_p[number]:.2g}"
        + ("." if is_exact else ". A smaller p below is an approximation (chi-squared).")
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
        least = f"; the smallest p is {min(one.p_extent):.2g}, of their intensity {min(one.p_intensity):.2g}" if one.n_components else ""
        return f"{text}no component of edges above {shown(one.threshold)} has more of them than by chance (p < {alpha:g}){least}."
    own = [(counted_edges(one.extent[k]), one.n_channels[k], one.p_extent[k]) for k in found]
    parts = [f"{edges} between {n:.0f} channels (p = {p:.2g})" for edges, n, p in own]
    return f"{text}{'a component' if len(parts) == 1 else 'components'} of {listed(parts)}, above {shown(one.threshold)}."


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
    values = numbers(table, "value", ("subject", *result.entry))
    has_value = np.isfinite(values).reshape(len(values), -1).any(axis=1)
    own = [str(one) for one in table["subject_group"].values] if "subject_group" in table else []
    counts = [sum(group == one for one, has in zip(own, has_value, strict=False) if has) for group in result.groups]
    return counts, len(has_value) - sum(counts)


def study_findings(table: Any, result: StudyResult) -> list[str]:
    """Sentences about all groups and about every contrast of a study; `result` is that of `study_of`."""
    alpha = alpha_of(table)
    counts, without = _subjects(table, result)
    groups = listed([f"{group} ({n})" for group, n in zip(result.groups, counts, strict=True)])
    few = " in one group, which leaves nothing to compare" if len(result.groups) == 1 else f" in {len(result.groups)} groups"
    more = f" {without} more {'has' if without == 1 else 'have'} no value." if without else ""
    sentences = [f"{counted(sum(counts), 'subject')}{few}: {groups}.{more}"]
    for number, title in enumerate(result.comparisons):
        q = result.maps["q (BH)"][number]
        if not np.isfinite(q).any():
            sentences.append(f"{title}: no {result.noun} could be tested.")
        elif result.smallest_p[number] >= alpha or min(result.least_p[number], np.nanmin(result.maps["p"][number])) >= alpha:
            is_exact = title != ALL_GROUPS and table.attrs.get("contrast_p") == "exact"
            sentences.append(_too_few(result, number, alpha, is_exact))
        else:
            make = _found if np.nanmin(q) < alpha else _not_found
            sentences.append(make(result, number, q, alpha))
    if "q" in table:
        sentences.append(_against_surrogates(table, result, alpha))
    return sentences + [_network(one, alpha) for one in (networks_of(table) if has_networks(table) else [])]
