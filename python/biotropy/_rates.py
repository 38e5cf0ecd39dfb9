# SPDX-License-Identifier: Apache-2.0
"""Sampling rates of labelled recordings. An attribute `rate` outlives what changes the rate (`isel` with a step, `interp`,
`coarsen`), and an argument may be that of another recording: what an argument, the attribute, the coordinate of time and the
`info` of MNE say must agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import is_number, number
from ._dimensions import is_pandas, is_xarray
from ._label_steps import in_seconds_if_stamps, read_stamps
from ._mne_data import is_mne
from ._time_labels import is_count, varying
from .errors import InvalidInput

# Relative difference up to which the labels of a recording agree with its rate: they are rounded.
SAME_RATE = 1e-3
_ROUNDED = 0.6  # steps between first and last label; times of 512 Hz in whole milliseconds are off by a quarter each


def positive(argument: str, value: Any) -> float | None:
    """A finite number above 0, or None."""
    return None if value is None else number(argument, value, 0)


class Labels(NamedTuple):
    """Labels of samples, and what they are said to be."""

    values: np.ndarray
    attrs: Mapping[Any, Any]


def time_labels(data: Any, dimension: Any = "time") -> Labels | None:
    """The labels of a dimension of a `DataArray`, of the level of a stacked one that varies, or of the index of a Series or DataFrame;
    None if there are none of numbers or times."""
    held: Any = None
    attrs: Mapping[Any, Any] = {}
    if is_xarray(data) and dimension in data.coords:
        index = data.indexes.get(dimension)
        held = data.coords[varying(index).name if index is not None and index.nlevels > 1 else dimension]
        attrs = held.attrs
    elif is_pandas(data) and not is_count(data.index):
        held = varying(data.index)
    is_clock = held is not None and held.ndim == 1 and getattr(held, "nlevels", 1) == 1 and held.dtype.kind in "iufmM" and held.size
    return Labels(held.values, attrs) if is_clock else None


def _in_seconds(labels: Labels) -> np.ndarray | None:
    """Labels in seconds, from the first one if they are stamps; None if they count samples or have an unknown unit."""
    values = labels.values
    if values.dtype.kind in "mM":
        return in_seconds_if_stamps(values)
    unit = labels.attrs.get("units")
    if unit is None and values.size > 1 and (np.diff(values[:2]) == 1).all():  # numbers of rows
        return None
    size = _core.seconds_in("s" if unit is None else str(unit))
    return None if size is None else np.asarray(values * size)


def _agrees(rate: float, seconds: np.ndarray) -> bool:
    """Whether the mean step between gaps fits; labels that are not even tell no rate."""
    kind, step = read_stamps(seconds)[:2]
    mean = step or (seconds[-1] - seconds[0]) / (len(seconds) - 1)
    return kind == "uneven" or abs(mean * rate - 1) <= max(SAME_RATE, _ROUNDED / len(seconds))


def _attribute(data: Any) -> float | None:
    """The attribute `rate` if it is a number above 0, or an array of one, as files have it; another one, such as a word, may have
    been meant for something else."""
    value = data.attrs.get("rate")
    value = value.item() if isinstance(value, np.ndarray) and value.size == 1 else value
    return float(value) if is_number(value) and 0 < value < np.inf else None


def agreed_rate(argument: str, given: Any, data: Any, dimension: str = "time", *, is_needed: bool = False) -> float | None:
    """The sampling rate in Hz: the argument, the attribute `rate` of a `DataArray` or that of an object of MNE; None if unknown.
    They must agree with each other and with the coordinate of the dimension of time. If it `is_needed`, an attribute that is no
    rate is refused."""
    said = {f"the argument {argument}": positive(argument, given)}
    if is_mne(data):
        said["info['sfreq']"] = float(data.info["sfreq"])
    elif is_xarray(data):
        said["the attribute 'rate'"] = _attribute(data)
    known = {what: rate for what, rate in said.items() if rate is not None}
    if not known:
        if is_needed and is_xarray(data) and data.attrs.get("rate") is not None:
            positive("the attribute 'rate' of data", data.attrs["rate"])
        return None
    first, rate = next(iter(known.items()))
    labels = time_labels(data, dimension)
    seconds = None if labels is None or len(labels.values) < 2 else _in_seconds(labels)
    others = [(what, one) for what, one in known.items() if not _core.is_same_rate(one, rate)]
    if seconds is not None and not _agrees(rate, seconds):
        step = float(np.median(np.diff(seconds)))
        where = "index" if is_pandas(data) else f"coordinate {dimension!r}"
        others.append((f"the steps of the {where} (in s, unless it has 'units')", 1 / step if step else np.inf))
    if others:
        what, other = others[0]
        raise InvalidInput(f"{first} says {rate:g} Hz, and {what} {other:g} Hz; they must have one rate. After isel with "
                           "a step, interp or coarsen an attribute 'rate' is still that of before")  # fmt: skip
    return rate


def first_time(data: Any, rate: float | None, dimension: str = "time") -> float:
    """The time of the first sample by its label, in seconds, or in samples without a rate; 0 if no label says it."""
    labels = time_labels(data, dimension)
    if labels is None:
        return 0.0
    seconds = _in_seconds(labels)
    if seconds is not None:
        return 0.0 if rate is None else float(seconds[0])
    counts = labels.attrs.get("units", "samples") == "samples"
    return float(labels.values[0]) / (rate or 1.0) if counts else 0.0


def _steps_over(seconds: np.ndarray) -> bool:
    """Whether samples are missing somewhere between labels."""
    return bool((read_stamps(seconds)[3] > 0).any())


def uneven_times(data: Any, rate: float | None, dimension: str = "time") -> np.ndarray | None:
    """The times of all samples by their labels, in seconds, if these are elsewhere than even ones from the first, as behind a gap
    that missing samples stand for; otherwise None. Those that drift, as the rate is rounded, are even."""
    labels = time_labels(data, dimension)
    seconds = None if labels is None or rate is None else _in_seconds(labels)
    if seconds is None:
        return None
    off = np.abs((seconds - seconds[0]) * rate - np.arange(len(seconds)))
    is_off = off.max() > max(1.0, SAME_RATE * len(seconds))
    return seconds if is_off or _steps_over(seconds) else None
