# SPDX-License-Identifier: Apache-2.0
"""Sentences about results: the beginning of a report of recordings."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._plots.channel_order import SIGNALS, auxiliary_types, is_symmetric
from .._plots.color_scale import bulk
from .._plots.axes import unit_in
from .._plots.study_results import labels_of
from .html import decimals_of

# Share of the channels of an epoch that makes it an outlier.
_MOST = 0.5


def shown(value: float) -> str:
    """A number for a sentence."""
    return f"{value:.4g}"


def listed(words: list[str]) -> str:
    """Words with commas, and 'and' before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def plural(word: str) -> str:
    """Several of a thing."""
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def counted(n: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "pair"), counted(2, "entry")
    ('1 pair', '2 entries')
    """
    return f"{n} {word if n == 1 else plural(word)}"


def joined(channel: str, partner: str, symmetric: bool) -> str:
    """Name of a pair, with an arrow where its order matters."""
    return f"{channel} {'–' if symmetric else '→'} {partner}"


def where(dims: tuple[str, ...], labels: list[str], symmetric: bool = False) -> str:
    """Name of an entry: A → B, or channel A, scale 3."""
    at = dict(zip(dims, labels, strict=True))
    if "partner" in at:
        pair = joined(at.pop("channel"), at.pop("partner"), symmetric)
        return ", ".join([pair, *(f"{dim} {label}" for dim, label in at.items())])
    return ", ".join(f"{dim} {label}" for dim, label in at.items())


def _label(data: Any, dim: str, index: int) -> str:
    text = labels_of(data, dim)[index]
    return f"{text} {unit_in(data[dim].attrs)}".rstrip() if dim in data.coords else text


def _entry(data: Any, flat: int, symmetric: bool) -> str:
    at = np.unravel_index(flat, data.shape)
    used = [k for k, size in enumerate(data.shape) if size > 1]
    dims = tuple(str(data.dims[k]) for k in used)
    return where(dims, [_label(data, str(data.dims[k]), int(at[k])) for k in used], symmetric) or "the only entry"


def _range(data: Any, what: str) -> list[str]:
    """Mean and range of the finite values; for pairs those of different signal channels, once where their order does not matter."""
    values = data.values.astype(np.float64)
    unit = f" {unit_in(data.attrs)}".rstrip()
    entries, without, symmetric = np.isfinite(values), "", False
    if "partner" in data.dims:
        names = [str(name) for name in data["channel"].values]
        signals = np.array(auxiliary_types(names)) == SIGNALS
        # A single signal has no pair but those with the other channels.
        signals = signals if signals.sum() > 1 else np.ones_like(signals)
        without = "" if signals.all() else f" (without {listed([name for name, is_one in zip(names, signals, strict=True) if not is_one])})"
        rest = [dim for dim in data.dims if dim not in ("channel", "partner")]
        data = data.transpose(*rest, "channel", "partner")
        values = data.values.astype(np.float64)
        symmetric = is_symmetric(values)
        of_pairs = np.logical_and.outer(signals, signals) & ~np.eye(len(names), dtype=bool)
        entries = np.isfinite(values) & (np.triu(of_pairs) if symmetric else of_pairs)
    if not entries.any():
        of_itself = " of different channels" if "partner" in data.dims else ""
        return [f"No {what}{of_itself} is a finite number."]
    n_pairs = int(np.any(entries, axis=tuple(range(values.ndim - 2))).sum()) if "partner" in data.dims else 0
    held = np.where(entries, values, np.nan)
    decimals = decimals_of(float(values[entries].std()))
    n, mean, (low, high) = int(entries.sum()), values[entries].mean(), (int(np.nanargmin(held)), int(np.nanargmax(held)))
    if n == 1:
        return [f"{what.capitalize()}: {shown(float(mean))}{unit}."]
    ends = [f"{values.flat[one]:.{decimals}f} ({_entry(data, one, symmetric)})" for one in (low, high)]
    of = f"{n} values of {counted(n_pairs, what)}" if n_pairs not in (0, n) else f"{n} {what}s"
    return [f"The mean of {of}{without} is {mean:.{decimals}f}{unit}; the smallest is {ends[0]} and the largest {ends[1]}."]


def measured(table: Any) -> np.ndarray:
    """Which places of `reason` are epochs of the recording: those with fewer epochs are padded to the longest one."""
    reason = table["reason"]
    is_there = np.ones(reason.shape, dtype=bool)
    epoch = "epoch" if "epoch" in reason.dims else "time"
    if {"file", epoch} <= set(reason.dims) and "n_epochs" in table:
        by_file = np.arange(reason.sizes[epoch]) < table["n_epochs"].values[:, np.newaxis]
        is_there &= by_file.reshape([1 if dim not in ("file", epoch) else reason.sizes[dim] for dim in reason.dims])
    return is_there


def _odd_epochs(table: Any) -> list[str]:
    """Epochs that are outliers in most channels, such as padding and artefacts that were not rejected."""
    if "value" not in table or set(table["value"].dims) not in ({"epoch", "channel"}, {"time", "channel"}):
        return []
    dim = "epoch" if "epoch" in table["value"].dims else "time"
    values = table["value"].transpose(dim, "channel").values.astype(np.float64)
    is_far = np.zeros(values.shape, dtype=bool)
    for far, column in zip(is_far.T, values.T, strict=True):
        finite = column[np.isfinite(column)]
        if finite.size:
            low, high = bulk(finite)
            far[:] = np.isfinite(column) & ((column < low) | (column > high))
    odd = np.flatnonzero(is_far.mean(axis=1) > _MOST)
    if odd.size == 0 or len(values) < 3:
        return []
    names = listed([_label(table["value"], dim, int(k)) for k in odd[:5]]) + (", ..." if odd.size > 5 else "")
    is_one, what = odd.size == 1, "Epoch" if dim == "epoch" else "Window"
    return [
        f"{what}{'' if is_one else 's'} {names} {'is' if is_one else 'are'} far from all others in most channels, as padding and "
        f"artefacts are: --padding and --reject leave such {'epochs' if dim == 'epoch' else 'windows'} out."
    ]


def _classes(table: Any) -> list[str]:
    """Share of the time of each class."""
    posterior = table["posterior"]
    rows = posterior.transpose("time", "class", ...).values.reshape(posterior.sizes["time"], posterior.sizes["class"], -1)[..., 0]
    known = np.isfinite(rows).all(axis=1)
    if not known.any():
        return ["No sample has a class."]
    chosen = rows[known].argmax(axis=1)
    shares = [f"{_label(posterior, 'class', k)} {100 * np.mean(chosen == k):.1f} %" for k in range(posterior.sizes["class"])]
    mean = rows[known].max(axis=1).mean()
    return [f"Most probable classes at {known.sum()} times: {listed(shares)}; the chosen class has a mean posterior of {shown(mean)}."]


def findings(table: Any) -> list[str]:
    """Sentences about one table of results, the most important first."""
    if "posterior" in table:
        return _classes(table)
    pairs = "mean_value" in table
    data = table["mean_value" if pairs else "value"]
    what = "pair" if "partner" in data.dims else "value"
    return [*_range(data, what), *_odd_epochs(table)]
