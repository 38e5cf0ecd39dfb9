# SPDX-License-Identifier: Apache-2.0
"""Axes to draw into, given or new, their time axis in seconds, minutes or hours, and units beside numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import _core
from .._packages import needed

# Least duration in seconds of data shown in a unit, the name of the unit, and its seconds.
_UNITS = ((3 * 3600, "h", 3600), (10 * 60, "min", 60), (0, "s", 1))


def new_axes(ax: Any, **figure: Any) -> Any:
    """The given Axes, or those of a new figure."""
    return ax if ax is not None else needed("matplotlib.pyplot", "plot").subplots(layout="constrained", **figure)[1]


def grid_of_axes(axes: Any, n_rows: int, n_columns: int, width: float, height: float) -> np.ndarray:
    """The given Axes in rows, or those of a new figure."""
    if axes is None:
        size = (width * n_columns, height * n_rows)
        return new_axes(None, nrows=n_rows, ncols=n_columns, figsize=size, squeeze=False)
    return np.asarray(axes, dtype=object).reshape(n_rows, n_columns)


def seconds_of(times: np.ndarray, unit: str | None) -> tuple[np.ndarray, str | None]:
    """Times in seconds, if their unit is one of time; otherwise the same times. With their unit."""
    size = None if unit is None else _core.seconds_in(unit)
    return (times, unit) if size is None else (times * size, "s")


def in_seconds_if_stamps(times: np.ndarray) -> np.ndarray:
    """Stamps as seconds from the first one, durations in seconds, and other times as they are."""
    if times.dtype.kind == "M" and times.size:
        times = times - times[0]
    return np.asarray(times / np.timedelta64(1, "s")) if times.dtype.kind == "m" else times


def gaps_of(times: np.ndarray) -> tuple[float | None, np.ndarray]:
    """The step of times that are even between gaps, and indices before which times are missing; None and no index of others."""
    steps = np.diff(times)
    usual = float(np.median(steps)) if steps.size > 1 else 0.0
    if usual > 0:
        kind, _, gaps, _ = _core.read_stamps(np.ascontiguousarray(times, dtype=np.float64), usual)
        if kind == "even":
            return usual, gaps.astype(int)
    return None, np.empty(0, dtype=int)


def broken(times: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times, and rows (..., n_times) with NaN in every gap of the times, so that no line is drawn across it."""
    gaps = gaps_of(times)[1]
    middles = (times[gaps - 1] + times[gaps]) / 2
    return np.insert(times, gaps, middles), np.insert(rows, gaps, np.nan, axis=-1)


def alone(values: np.ndarray) -> np.ndarray:
    """Indices of finite values between others that are not, which a line would not show."""
    known = np.concatenate([[False], np.isfinite(values), [False]])
    return np.flatnonzero(known[1:-1] & ~known[:-2] & ~known[2:])


def points_alone(values: np.ndarray) -> dict[str, Any]:
    """Options of a line that has points where it would not be seen."""
    at = alone(values)
    return {"marker": "." if at.size else None, "markevery": at.tolist() or None}


WINDOWS = "start of the window"


def name_time_axis(ax: Any, times: np.ndarray, given: str | None = "s", what: str = "time") -> None:
    """Label the horizontal axis of data at these times, in seconds with a fitting unit, or in the unit given."""
    if given != "s":
        ax.set_xlabel(what if given is None else f"{what} ({given})")
        return
    finite = times[np.isfinite(times)]
    seconds = np.ptp(finite) if finite.size else 0.0
    unit, size = next((unit, size) for least, unit, size in _UNITS if seconds >= least)
    ax.set_xlabel(f"{what} ({unit})")
    if size == 1:
        return
    ticker = needed("matplotlib.ticker", "plot")

    class InUnits(ticker.MaxNLocator):
        """Ticks at round numbers of the unit."""

        def tick_values(self, vmin: float, vmax: float) -> Any:
            return super().tick_values(vmin / size, vmax / size) * size

    ax.xaxis.set_major_locator(InUnits(nbins=9, steps=[1, 2, 3, 4, 5, 6, 10]))
    ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value / size:g}"))


def name_rows(ax: Any, times: np.ndarray, are_given: bool, xlabel: str | None, unit: str = "s") -> None:
    """Label the horizontal axis of rows at these times, which may be but their numbers."""
    if are_given and xlabel is None:
        name_time_axis(ax, times, unit)
    else:
        ax.set_xlabel(xlabel if are_given else "row")


def unit_in(attributes: Mapping[str, Any]) -> str:
    """The unit that attributes of a variable give; empty for numbers without one, where a file says 1."""
    unit = str(attributes.get("units") or "")
    return "" if unit == "1" else unit


def with_unit(words: str, unit: str) -> str:
    """Words with the unit in parentheses, if there is one."""
    return f"{words} ({unit})" if unit else words


def unit_of_times(data: Any) -> str:
    """The unit of the starts of windows, 's' or 'samples'; empty if `data` has no times."""
    if "time" not in data.coords:
        return ""
    return "s" if data["time"].attrs.get("units", "s") == "s" else "samples"
