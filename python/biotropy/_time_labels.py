# SPDX-License-Identifier: Apache-2.0
"""Labels of the samples in time: the index of a `pandas.Series`, the coordinate time of an `xarray.DataArray`.

Where labels have equal steps but for a few longer ones, samples are missing (as after `dropna`), and templates would cross
the place, unless a missing sample (NaN) stands there. Labels whose steps vary by themselves, such as times of heartbeats, say
nothing.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ._dimensions import is_xarray
from .errors import InvalidInput

# As for the column of time of a table (biotropy/files/formats/csv_time_gaps.cpp).
_LEAST_LABELS = 10
_MOST_OFF = 0.3  # steps
_LONG_STEP = 1.5


def _labels(data: Any) -> tuple[str, np.ndarray, np.ndarray] | None:
    """What the labels are called, their values, and the samples with time first; None if there are none."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(data, pandas.Series):
        return "its index", data.index.to_numpy(), data.to_numpy()
    if is_xarray(data) and "time" in data.dims and "time" in data.coords:
        return "its coordinate 'time'", data.coords["time"].values, np.moveaxis(data.values, data.dims.index("time"), 0)
    return None


def refuse_missing_time(data: Any, name: str) -> None:
    """Refuse data whose labels show that samples are missing, or that time goes back."""
    found = _labels(data)
    if found is None or found[1].ndim != 1 or len(found[1]) < _LEAST_LABELS or found[1].dtype.kind not in "iufmM":
        return
    what, labels, samples = found
    steps = np.diff(labels.astype(np.int64) if labels.dtype.kind in "mM" else labels.astype(np.float64))
    usual = np.median(steps)
    if not usual > 0:
        return
    others = (steps < 0) | (steps > _LONG_STEP * usual)
    if not others.any() or (np.abs(steps[~others] - usual) > _MOST_OFF * usual).any():
        return
    places = np.flatnonzero(others)
    if samples.dtype.kind == "f":
        crossed = ~(np.isnan(samples[places]) | np.isnan(samples[places + 1]))
        places = places[crossed.reshape(len(places), -1).any(axis=1)]
    if len(places) == 0:
        return
    at = int(places[0])
    raise InvalidInput(f"{name}: {what} goes from {labels[at]} to {labels[at + 1]}, where its steps are equal otherwise: "
                       "samples are missing there. Give them as NaN (reindex), which most functions leave out with "
                       f"nan_policy='omit', or, if nothing is missing, {name}.values")  # fmt: skip
