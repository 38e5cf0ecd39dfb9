# SPDX-License-Identifier: Apache-2.0
"""Data of plots from arrays, objects of this package and results, with checked shapes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .._answer import as_xarray
from .._arguments import different, increasing, one_each, one_of, shaped, whole
from .._arguments import probabilities as rows_of_probabilities
from .._dimensions import is_frame
from .._inputs import numeric
from .._labels import as_written, is_missing
from .._multiscale import MultiscaleResult
from .._packages import needed
from ..errors import InvalidInput
from ..heartbeats import RRIntervals
from .axes import gaps_of, unit_in, with_unit

_SUM_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Matrix:
    """Entries, names of channels, a label of the values, and types of channels if known."""

    values: np.ndarray
    names: list[str]
    label: str
    ch_types: list[str] | None


@dataclass(frozen=True)
class Curve:
    """Mean of curves, half width of its confidence band (NaN if undefined), and number of curves with a value."""

    scales: np.ndarray
    mean: np.ndarray
    half_width: np.ndarray
    n_curves: int


@dataclass(frozen=True)
class Posteriors:
    """Rows of probabilities, and segments of true classes: (class, first time, duration)."""

    times: np.ndarray
    probabilities: np.ndarray
    classes: list[str]
    segments: list[tuple[int, float, float]]


def labelled(name: Any, attributes: Mapping[str, Any]) -> str:
    """What values are, with their unit."""
    words = str(attributes.get("long_name") or attributes.get("title") or name or "value")
    return with_unit(words, unit_in(attributes))


def _plain(data: Any) -> tuple[Any, list[str] | None, str, list[str] | None]:
    """Array, names of channels (None if unknown), label, and types of channels (None if unknown)."""
    data = as_xarray(data)
    if hasattr(data, "n_nodes") and hasattr(data, "get_data"):
        words = with_unit(str(data.method or "value"), unit_in(data.attrs))
        return data.get_data("dense"), [str(name) for name in data.names], words, None
    if hasattr(data, "data_vars"):
        data = data["mean_value"].assign_attrs(long_name=data.attrs.get("title"))
    if hasattr(data, "dims"):
        data = data.transpose("channel", "partner")
        names = [str(name) for name in data["channel"].values]
        types = [str(one) for one in data["ch_type"].values] if "ch_type" in data.coords else None
        return data.values, names, labelled(data.name, data.attrs), types
    return data, None, "value", None


def matrix_of(data: Any, ch_names: Sequence[str] | None) -> Matrix:
    """One square matrix between channels."""
    plain, own_names, label, ch_types = _plain(data)
    values = shaped("data", numeric(plain, "data").astype(np.float64), "n_channels", "n_channels")
    names = ch_names if ch_names is not None else own_names if own_names is not None else range(len(values))
    return Matrix(values, one_each("ch_names", [str(name) for name in names], len(values), "channel"), label, ch_types)


def _curves(data: Any) -> tuple[Any, Any]:
    """The array with scales as the last axis, and the scales (None if unknown)."""
    if isinstance(data, MultiscaleResult):
        return data.value, data.scales
    data = as_xarray(data)
    if hasattr(data, "data_vars"):
        data = data["value"]
    if not hasattr(data, "dims"):
        return data, None
    return data.transpose(..., "scale").values, data["scale"].values


def curves_of(data: Any, scales: Sequence[int] | None, confidence: float) -> Curve:
    """Mean over all curves and confidence band of the mean, at every scale over the finite values."""
    plain, own_scales = _curves(data)
    values = np.atleast_1d(numeric(plain, "data").astype(np.float64))
    shaped("data", values, *["..."] * (values.ndim - 1), "n_scales")
    rows = values.reshape(-1, values.shape[-1])
    at = own_scales if scales is None else scales
    at = np.arange(1, rows.shape[1] + 1) if at is None else one_each("scales", series_of(at, "scales"), rows.shape[1], "point of a curve")
    rising = np.argsort(at, kind="stable")
    rows, at = rows[:, rising], at[rising]
    finite = np.isfinite(rows)
    n = finite.sum(axis=0)
    n_curves = int(finite.any(axis=1).sum())
    held = np.where(finite, rows, 0.0)
    nowhere = np.full(at.size, np.nan)
    mean = np.divide(held.sum(axis=0), n, out=nowhere.copy(), where=n > 0)
    if not (n > 1).any():
        return Curve(at, mean, nowhere, n_curves)
    squares = (np.where(finite, rows - mean, 0.0) ** 2).sum(axis=0)
    error = np.sqrt(np.divide(squares, n * (n - 1.0), out=nowhere.copy(), where=n > 1))
    quantile = needed("scipy.special", "plot").stdtrit(np.maximum(n - 1.0, 1.0), (1 + confidence) / 2)
    return Curve(at, mean, error * quantile, n_curves)


def series_of(data: Any, name: str) -> np.ndarray:
    """A one-dimensional array of numbers."""
    return shaped(name, numeric(data, name).astype(np.float64), "n")


def moments_of(times: Any, name: str, n: int, of: str) -> np.ndarray:
    """Increasing times, one for each of `n` things; by default their numbers."""
    return np.arange(float(n)) if times is None else increasing(name, one_each(name, series_of(times, name), n, of))


def _report_record(removed: Any) -> Mapping[str, Any]:
    """The record of the one recording in a report of `biotropy rr`."""
    if isinstance(removed, str | os.PathLike):
        removed = json.loads(Path(removed).read_text("utf-8"))
    records = removed.get("recordings", [removed])
    if len(records) != 1 or "removed" not in records[0]:
        raise InvalidInput("removed must be the record of one recording in a report of 'biotropy rr --report'")
    return records[0]


def _by_reason(removed: Iterable[tuple[str, int]]) -> dict[str, np.ndarray]:
    """Indices by reason, in the order of the first of each."""
    found: dict[str, list[int]] = {}
    for reason, index in removed:
        found.setdefault(reason, []).append(index)
    return {reason: np.array(indices) for reason, indices in found.items()}


def removed_of(removed: Any, intervals: np.ndarray) -> dict[str, np.ndarray]:
    """Indices of removed intervals, by reason."""
    if removed is None:
        return {}
    if isinstance(removed, str | os.PathLike | Mapping):
        record = _report_record(removed)
        one_each("removed", range(record["read"]), intervals.size, "interval")
        found = _by_reason((str(entry["reason"]), int(entry["position"])) for entry in record["removed"])
    else:
        given = np.asarray(removed)
        if given.dtype == bool:
            given = np.flatnonzero(one_each("removed", given, intervals.size, "interval"))
        found = {"removed": np.array([whole("removed", one, 0, intervals.size - 1) for one in given.tolist()], dtype=np.int64)}
    return {reason: indices for reason, indices in found.items() if indices.size}


def drawn_intervals(data: RRIntervals) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Kept intervals followed by the removed ones in the same unit, their times, and the indices of the removed by reason.

    The time to the first beat is left out: it is not an interval, and its size would compress the vertical axis.
    """
    removed = [one for one in data.removed if one.reason != "onset" and np.isfinite(one.value)]
    scale = {("s", "ms"): 1000.0, ("ms", "s"): 0.001}.get((data.unit_read, data.unit), 1.0)
    values = np.concatenate([data.rr, [one.value * scale for one in removed]])
    times = np.concatenate([data.times, [one.time for one in removed]])
    return values, times, _by_reason((one.reason, index) for index, one in enumerate(removed, len(data.rr)))


def _class_of(label: Any, classes: list[str]) -> int:
    """Index of a class, or -1 for no label."""
    if is_missing(label):
        return -1
    # A number is the name of a class if names of classes are numbers, and otherwise its index.
    name = as_written(label, set(classes))
    if label == -1 and name not in classes:
        return -1
    if isinstance(label, str) or all(one.removeprefix("-").isdecimal() for one in classes):
        return classes.index(one_of("a label", name, classes))
    return whole("a label", int(label) if label == int(label) else label, 0, len(classes) - 1)


def segments_of(labels: Any, times: np.ndarray, classes: list[str]) -> list[tuple[int, float, float]]:
    """Segments of one label; before a gap in the times, and at the end, a row has the duration of most rows."""
    numbers = np.array([_class_of(label, classes) for label in one_each("labels", list(labels), times.size, "row")])
    usual, gaps = gaps_of(times)
    last = usual or (times[-1] - times[-2] if times.size > 1 else 1.0)
    ends = np.append(times[1:], times[-1] + last)
    ends[gaps - 1] = times[gaps - 1] + last
    starts = np.union1d(np.flatnonzero(np.diff(numbers, prepend=-2)), gaps)
    stops = np.append(starts[1:], numbers.size)
    return [
        (int(numbers[start]), float(times[start]), float(ends[stop - 1] - times[start]))
        for start, stop in zip(starts, stops, strict=True)
        if numbers[start] >= 0
    ]


def posteriors_of(probabilities: Any, times: Any, classes: Sequence[str] | None, labels: Any) -> Posteriors:
    """Rows that sum to one, and segments of their true classes."""
    if hasattr(probabilities, "data_vars"):
        probabilities = probabilities["posterior"]
        times = probabilities["time"].values if times is None else times
    if hasattr(probabilities, "dims") and "class" in probabilities.dims:
        probabilities = probabilities.transpose(..., "class")
    if classes is None and hasattr(probabilities, "dims") and "class" in getattr(probabilities, "coords", {}):
        classes = probabilities["class"].values
    elif classes is None and is_frame(probabilities) and list(probabilities.columns) != list(range(probabilities.shape[1])):
        classes = list(probabilities.columns)
    rows = shaped("probabilities", numeric(probabilities, "probabilities").astype(np.float64), "n_times", "n_classes")
    rows_of_probabilities("probabilities", rows[~np.isnan(rows).all(axis=1)], _SUM_TOLERANCE)
    names = [str(name) for name in (range(rows.shape[1]) if classes is None else classes)]
    one_each("classes", different("classes", names), rows.shape[1], "column")
    at = moments_of(times, "times", len(rows), "row")
    return Posteriors(at, rows, names, [] if labels is None else segments_of(labels, at, names))
