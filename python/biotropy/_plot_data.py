# SPDX-License-Identifier: Apache-2.0
"""Data of plots from arrays, objects of this package and results, with checked shapes."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._answer import as_xarray
from ._axes import gaps_of, usual_step
from ._dimensions import is_frame
from ._inputs import numeric
from ._multiscale import MultiscaleResult
from ._packages import needed
from ._units import unit_in, with_unit
from .errors import FileFailed, FileMissing, InvalidInput
from .heartbeats import RRIntervals

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


def _with_unit(name: Any, attributes: Mapping[str, Any]) -> str:
    words = str(attributes.get("long_name") or attributes.get("title") or name or "value")
    return with_unit(words, unit_in(attributes))


def _plain(data: Any) -> tuple[Any, list[str] | None, str, list[str] | None]:
    """Array, names of channels (None if unknown), label, and types of channels (None if unknown)."""
    data = as_xarray(data)
    if isinstance(data, Mapping) and not hasattr(data, "dims"):
        raise InvalidInput("data is a dict; it must be what pairwise(output='dict') returns")
    if hasattr(data, "n_nodes") and hasattr(data, "get_data"):
        words = with_unit(str(data.method or "value"), unit_in(data.attrs))
        return data.get_data("dense"), [str(name) for name in data.names], words, None
    if hasattr(data, "data_vars"):
        if "mean_value" not in data:
            raise InvalidInput("data is a Dataset without mean_value; it must be a result of 'biotropy cross'")
        data = data["mean_value"].assign_attrs(long_name=data.attrs.get("title"))
    if hasattr(data, "dims"):
        dims = tuple(data.dims)
        if set(dims) != {"channel", "partner"}:
            raise InvalidInput(f"data has the dimensions {dims}; it must have channel and partner, others chosen by sel")
        data = data.transpose("channel", "partner")
        names = [str(name) for name in data["channel"].values]
        types = [str(one) for one in data["ch_type"].values] if "ch_type" in data.coords else None
        return data.values, names, _with_unit(data.name, data.attrs), types
    return data, None, "value", None


def matrix_of(data: Any, ch_names: Sequence[str] | None) -> Matrix:
    """One square matrix between channels."""
    plain, own_names, label, ch_types = _plain(data)
    values = numeric(plain, "data").astype(np.float64)
    if values.ndim != 2 or values.shape[0] != values.shape[1] or values.size == 0:
        raise InvalidInput(f"data has the shape {values.shape}; it must be a single matrix (n_channels, n_channels)")
    names = own_names if ch_names is None else [str(name) for name in ch_names]
    if names is None:
        names = [str(channel) for channel in range(len(values))]
    if len(names) != len(values):
        raise InvalidInput(f"ch_names has {len(names)} names: {len(values)} channels need as many")
    return Matrix(values, names, label, ch_types)


def _curves(data: Any) -> tuple[Any, Any]:
    """The array with scales as the last axis, and the scales (None if unknown)."""
    if isinstance(data, MultiscaleResult):
        return data.value, data.scales
    data = as_xarray(data)
    if hasattr(data, "data_vars"):
        if "value" not in data:
            raise InvalidInput("data is a Dataset without value; it must be a result of 'biotropy multiscale'")
        data = data["value"]
    if not hasattr(data, "dims"):
        return data, None
    if "scale" not in data.dims:
        raise InvalidInput(f"data has the dimensions {tuple(data.dims)}; it must have one named scale")
    return data.transpose(..., "scale").values, data["scale"].values


def curves_of(data: Any, scales: Sequence[int] | None, confidence: float) -> Curve:
    """Mean over all curves and confidence band of the mean, at every scale over the finite values."""
    plain, own_scales = _curves(data)
    values = numeric(plain, "data").astype(np.float64)
    if values.ndim == 0 or values.size == 0:
        raise InvalidInput(f"data has the shape {values.shape}; it must be (..., n_scales)")
    rows = values.reshape(-1, values.shape[-1])
    at = own_scales if scales is None else scales
    at = np.arange(1, rows.shape[1] + 1) if at is None else series_of(at, "scales")
    if at.size != rows.shape[1]:
        raise InvalidInput(f"scales has {at.size} values: curves of {rows.shape[1]} points need as many")
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
    values = numeric(data, name).astype(np.float64)
    if values.ndim != 1 or values.size == 0:
        raise InvalidInput(f"{name} has the shape {values.shape}; it must have one axis of at least one value")
    return values


def _report_record(removed: Any) -> Mapping[str, Any]:
    """The record of the one recording in a report of `biotropy rr`."""
    if isinstance(removed, str | os.PathLike):
        path = os.fspath(removed)
        try:
            with open(path, encoding="utf-8") as file:
                removed = json.load(file)
        except FileNotFoundError:
            raise FileMissing(f"{path}: no such file") from None
        except (OSError, ValueError) as error:
            raise FileFailed(f"{path}: {error}") from None
    if isinstance(removed, Mapping) and "recordings" in removed:
        if len(removed["recordings"]) != 1:
            raise InvalidInput(f"removed is a report on {len(removed['recordings'])} recordings: give the record of one")
        removed = removed["recordings"][0]
    if not isinstance(removed, Mapping) or "removed" not in removed:
        raise InvalidInput("removed is no report of 'biotropy rr --report'")
    return removed


def _from_report(record: Mapping[str, Any], intervals: np.ndarray) -> dict[str, np.ndarray]:
    if record.get("read") != intervals.size:
        raise InvalidInput(f"removed is a report on {record.get('read')} intervals: there are {intervals.size}")
    by_reason: dict[str, list[int]] = {}
    for entry in record["removed"]:
        by_reason.setdefault(str(entry["reason"]), []).append(int(entry["position"]))
    return {reason: np.array(indices) for reason, indices in by_reason.items()}


def removed_of(removed: Any, intervals: np.ndarray) -> dict[str, np.ndarray]:
    """Indices of removed intervals, by reason."""
    if removed is None:
        return {}
    if isinstance(removed, str | os.PathLike | Mapping):
        found = _from_report(_report_record(removed), intervals)
    else:
        given = np.asarray(removed)
        if given.dtype == bool and given.shape != intervals.shape:
            raise InvalidInput(f"removed has the shape {given.shape}: the mask needs that of intervals")
        if given.dtype != bool and (given.ndim != 1 or (given.size and given.dtype.kind not in "iu")):
            raise InvalidInput("removed must be a mask, positions or a report")
        found = {"removed": np.flatnonzero(given) if given.dtype == bool else given.astype(np.int64)}
    for indices in found.values():
        wrong = indices[(indices < 0) | (indices >= intervals.size)]
        if wrong.size:
            raise InvalidInput(f"removed has the position {wrong[0]}: there are {intervals.size} intervals from 0")
    return {reason: indices for reason, indices in found.items() if indices.size}


def drawn_intervals(data: RRIntervals) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Kept intervals followed by the removed ones in the same unit, their times, and the indices of the removed by reason.

    The time to the first beat is left out: it is not an interval, and its size would compress the vertical axis.
    """
    removed = [one for one in data.removed if one.reason != "onset" and np.isfinite(one.value)]
    scale = {("s", "ms"): 1000.0, ("ms", "s"): 0.001}.get((data.unit_read, data.unit), 1.0)
    values = np.concatenate([data.rr, [one.value * scale for one in removed]])
    times = np.concatenate([data.times, [one.time for one in removed]])
    by_reason: dict[str, list[int]] = {}
    for index, one in enumerate(removed, len(data.rr)):
        by_reason.setdefault(one.reason, []).append(index)
    return values, times, {reason: np.array(indices) for reason, indices in by_reason.items()}


def _class_of(label: Any, classes: list[str]) -> int:
    """Index of a class, or -1 for no label."""
    if label is None or (isinstance(label, float | np.floating) and np.isnan(label)):
        return -1
    if isinstance(label, str):
        if label in classes:
            return classes.index(label)
        raise InvalidInput(f"labels has {label!r}; it must be one of {', '.join(map(repr, classes))}")
    # A number is the name of a class if names of classes are numbers, and otherwise its index.
    if label == int(label) and str(int(label)) in classes:
        return classes.index(str(int(label)))
    has_numbers = all(name.removeprefix("-").isdecimal() for name in classes)
    if label != int(label) or not -1 <= label < (0 if has_numbers else len(classes)):
        raise InvalidInput(f"labels has {label}; it must be a number from 0 to {len(classes) - 1}, or -1 for none")
    return int(label)


def segments_of(labels: Any, times: np.ndarray, classes: list[str]) -> list[tuple[int, float, float]]:
    """Segments of one label; before a gap in the times, and at the end, a row has the duration of most rows."""
    listed = list(labels)
    if len(listed) != times.size:
        raise InvalidInput(f"labels has {len(listed)} values: {times.size} rows need as many")
    numbers = np.array([_class_of(label, classes) for label in listed])
    usual, gaps = usual_step(times), gaps_of(times)
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
        if "posterior" not in probabilities:
            raise InvalidInput("probabilities is a Dataset without posterior; it must be a result of 'states classify'")
        probabilities = probabilities["posterior"]
        times = probabilities["time"].values if times is None else times
    if hasattr(probabilities, "dims") and "class" in probabilities.dims:
        probabilities = probabilities.transpose(..., "class")
    if classes is None and hasattr(probabilities, "dims") and "class" in getattr(probabilities, "coords", {}):
        classes = probabilities["class"].values
    elif classes is None and is_frame(probabilities) and list(probabilities.columns) != list(range(probabilities.shape[1])):
        classes = list(probabilities.columns)
    rows = numeric(probabilities, "probabilities").astype(np.float64)
    if rows.ndim != 2 or rows.size == 0:
        raise InvalidInput(f"probabilities has the shape {rows.shape}; it must be (n_times, n_classes)")
    missing = np.isnan(rows).all(axis=1)
    whole = rows[~missing]
    if whole.size and not (whole.min() >= 0 and np.abs(whole.sum(axis=1) - 1).max() <= _SUM_TOLERANCE):
        is_right = (whole >= 0).all(axis=1) & (np.abs(whole.sum(axis=1) - 1) <= _SUM_TOLERANCE)
        row = int(np.flatnonzero(~missing)[np.flatnonzero(~is_right)[0]])
        raise InvalidInput(f"row {row} of probabilities is {rows[row].tolist()}; it must be at least 0, with the sum 1")
    names = [str(name) for name in (range(rows.shape[1]) if classes is None else classes)]
    if len(names) != rows.shape[1] or len(set(names)) != len(names):
        raise InvalidInput(f"classes has {len(set(names))} different names: {rows.shape[1]} classes need as many")
    at = np.arange(float(len(rows))) if times is None else series_of(times, "times")
    if at.size != len(rows) or not (np.diff(at) > 0).all():
        raise InvalidInput(f"times must be {len(rows)} increasing values, one for each row")
    return Posteriors(at, rows, names, [] if labels is None else segments_of(labels, at, names))
