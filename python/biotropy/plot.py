# SPDX-License-Identifier: Apache-2.0
"""Pictures of results with Matplotlib.

Every function draws into the Axes given, or into a new figure, and returns the Axes; nothing is shown or saved. Each
takes arrays, the objects of this package, or what `open_results` gives.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .beside import legend_beside
from .drawn import curves_of, drawn_intervals, removed_of, series_of
from .errors import InvalidInput
from .heartbeats import RRIntervals
from .line_styles import figure_size, line_styles, name_lines
from .matrix_plot import matrices, matrix
from .new_axes import new_axes
from .states_plot import densities, posteriors, scalp_maps, states
from .study_plot import study
from .time_axis import name_time_axis

__all__ = [
    "curves",
    "densities",
    "matrices",
    "matrix",
    "posteriors",
    "rr_series",
    "scalp_maps",
    "states",
    "study",
]


def curves(
    data: Any,
    scales: Sequence[int] | None = None,
    *,
    confidence: float = 0.95,
    label: str = "entropy (nat)",
    ax: Any = None,
) -> Any:
    """Multiscale curves: the mean over all curves of a group, and the confidence band of the mean.

    Parameters
    ----------
    data : array, MultiscaleResult, DataArray or Dataset, shape (..., n_scales), or dict of them
        One curve or many; of a dict, one mean curve for each key. Values that are not finite are left out of the mean
        of their scale. Every curve counts as one observation: where a band over subjects is meant, average the epochs
        and channels of each subject first.
    scales : sequence of int, optional
        By default those of the data, or 1, 2, ...
    confidence : float, default 0.95
        Of the band, from Student's t over the curves of a scale; there is none where a scale has fewer than two.
    label : str, default 'entropy (nat)'
        Of the vertical axis.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    BiotropyError
        Data without an axis of scales or of another length than `scales`, a confidence that is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise InvalidInput(f"confidence = {confidence} is not allowed: a number between 0 and 1 is needed")
    of_groups = data if isinstance(data, Mapping) and not hasattr(data, "dims") else {None: data}
    if not of_groups:
        raise InvalidInput("data has no curves")
    drawn = {title: curves_of(one, scales, confidence) for title, one in of_groups.items()}
    ax = new_axes(ax, figsize=figure_size(len(drawn)))
    for (title, curve), style in zip(drawn.items(), line_styles(len(drawn)), strict=True):
        name = None if title is None else f"{title} (n = {curve.n_curves})"
        (line,) = ax.plot(curve.scales, curve.mean, markersize=3, label=name, **style)
        if curve.n_curves > 1:
            low, high = curve.mean - curve.half_width, curve.mean + curve.half_width
            ax.fill_between(curve.scales, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("scale")
    ax.set_ylabel(label)
    ax.spines[["top", "right"]].set_visible(False)
    if None not in drawn:
        name_lines(ax, len(drawn))
    return ax


def _moments(values: np.ndarray, times: Any, unit: str) -> np.ndarray:
    if times is None:
        return np.cumsum(np.nan_to_num(values)) / (1000 if unit == "ms" else 1)
    moments = series_of(times, "times")
    if moments.size != values.size:
        raise InvalidInput(f"times has {moments.size} values: {values.size} intervals need as many")
    return moments


def rr_series(
    intervals: Any, removed: Any = None, *, times: Any = None, unit: str | None = None, ax: Any = None
) -> Any:
    """RR intervals along time in seconds, minutes or hours, with the removed beats marked.

    Parameters
    ----------
    intervals : RRIntervals or array-like, shape (n_intervals,)
        What `read_rr`, `ann2rr` or `clean_rr` returns, which has all that follows; or all intervals as they were read,
        those that were removed among them. NaN is a gap.
    removed : array of bool, list of int, dict or path, optional
        The removed ones: a mask, their positions, or what ``biotropy rr --report FILE`` wrote (the file, or the record
        of one recording), whose reasons then get markers of their own.
    times : array-like, shape (n_intervals,), optional
        In seconds; by default the sum of the intervals so far.
    unit : {'s', 'ms'}, optional
        Of the intervals; by default that of `RRIntervals`, and seconds of arrays.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    BiotropyError
        Another shape, a unit that does not exist, positions outside the series, a report that does not fit it;
        `removed`, `times` or another `unit` beside `RRIntervals`, which have their own.
    """
    if unit not in (None, "s", "ms"):
        raise InvalidInput(f"unit = {unit!r} is not allowed: one of 's', 'ms' is needed")
    if isinstance(intervals, RRIntervals):
        if removed is not None or times is not None or unit not in (None, intervals.unit):
            raise InvalidInput("removed, times and unit are not allowed beside RRIntervals, which have their own")
        unit = intervals.unit
        values, moments, by_reason = drawn_intervals(intervals)
    else:
        unit = unit or "s"
        values = series_of(intervals, "intervals")
        by_reason = removed_of(removed, values)
        moments = _moments(values, times, unit)
    kept = values.copy()
    for positions in by_reason.values():
        kept[positions] = np.nan
    ax = new_axes(ax, figsize=(9, 3))
    ax.plot(moments, kept, linewidth=0.8, label="kept")
    for marker, (reason, positions) in zip(itertools.cycle("xs^vDP*"), by_reason.items(), strict=False):
        name = f"{reason.replace('_', ' ')} ({len(positions)})"
        ax.plot(moments[positions], values[positions], marker, color="tab:red", markersize=5, label=name)
    name_time_axis(ax, moments)
    ax.set_ylabel(f"RR interval ({unit})")
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0.01)
    if by_reason:
        legend_beside(ax)
    return ax
