# SPDX-License-Identifier: Apache-2.0
"""Plots of results with Matplotlib.

Every function draws into the given Axes or a new figure, and returns the Axes; nothing is shown or saved. Functions accept
arrays, objects of this package, and results of `open_results`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._answer import as_xarray
from ._arguments import number, one_each, shaped, whole, word_of
from ._dimensions import is_pandas
from ._multiscale import MultiscaleResult
from ._plots.axes import WINDOWS, broken, in_seconds_if_stamps, name_time_axis, new_axes, points_alone, seconds_of, unit_in, with_unit
from ._plots.legends import in_legend, legend_beside, literal
from ._plots.line_styles import figure_size, line_styles, name_lines
from ._plots.matrix import matrices, matrix
from ._plots.network import network
from ._plots.plot_data import curves_of, drawn_intervals, removed_of, series_of
from ._plots.score import events, hypnogram
from ._plots.states import densities, posteriors, scalp_maps, states
from ._plots.study import study
from ._plots.topomap import topomap
from ._windows import SlidingValues
from .errors import InvalidInput
from .heartbeats import RRIntervals

__all__ = [
    "curves", "densities", "events", "hypnogram", "matrices", "matrix", "network", "posteriors",
    "rr_series", "scalp_maps", "states", "study", "time_course", "topomap",
]  # fmt: skip
__dir__ = __all__.copy


def curves(data: Any, scales: Sequence[int] | None = None, *, confidence: float = 0.95, label: str | None = None,
           ax: Any = None) -> Any:  # fmt: skip
    """Multiscale curves: the mean over all curves of a group, and the confidence band of the mean.

    Parameters
    ----------
    data : array, MultiscaleResult, DataArray, Dataset, Series, DataFrame or dict, shape (..., n_scales), or dict of them
        One curve or many; for a dict, one mean curve for each key. The mean of a scale excludes values that are not
        finite. Every curve is one observation: for a band over subjects, first average the epochs and channels of each
        subject.
    scales : sequence of int, optional
        Scales of the values; by default those of the data, or 1, 2, ...
    confidence : float, default 0.95
        Confidence of the band, from Student's t distribution over the curves; a scale needs two curves or more.
    label : str, optional
        Label of the vertical axis; by default what the data say that they are (`title`), or 'entropy', with their unit.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> biotropy.plot.curves(np.random.default_rng(0).random((8, 5))).get_xlabel()
    'scale'

    Raises
    ------
    BiotropyError
        Data without an axis of scales or of another length than `scales`, or a confidence that is not between 0 and 1.
    """
    number("confidence", confidence, 0, 1)
    data = as_xarray(data) if isinstance(data, Mapping) else data
    of_groups = data if isinstance(data, Mapping) and not hasattr(data, "dims") else {None: data}
    whole("the number of groups", len(of_groups), 1)
    drawn = {title: curves_of(one, scales, confidence) for title, one in of_groups.items()}
    ax = new_axes(ax, figsize=figure_size(len(drawn)))
    for (title, curve), style in zip(drawn.items(), line_styles(len(drawn)), strict=True):
        name = None if title is None else in_legend(f"{title} (n = {curve.n_curves})")
        (line,) = ax.plot(curve.scales, curve.mean, markersize=3, label=name, **style)
        if curve.n_curves > 1:
            low, high = curve.mean - curve.half_width, curve.mean + curve.half_width
            ax.fill_between(curve.scales, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("scale")
    ax.set_ylabel(_entropy(list(of_groups.values())) if label is None else label)
    ax.spines[["top", "right"]].set_visible(False)
    if None not in drawn:
        name_lines(ax, len(drawn))
    return ax


def _entropy(drawn: Sequence[Any]) -> str:
    """Label of values: what all of them say that they are, with their unit."""
    labelled: list[Any] = [one if isinstance(one, MultiscaleResult) else as_xarray(one) for one in drawn]
    held = [one["value"].assign_attrs(title=one.attrs.get("title")) if hasattr(one, "data_vars") else one for one in labelled]
    attributes = [one.attrs if hasattr(one, "dims") else {} for one in held]
    units = {unit_in(one) for one in attributes}
    words = {str(one.get("title") or one.get("long_name") or "") for one in attributes}
    return with_unit((words.pop() if len(words) == 1 else "") or "entropy", units.pop() if len(units) == 1 else "")


def rr_series(
    intervals: Any, removed: Any = None, *, times: Any = None, unit: str | None = None, ax: Any = None
) -> Any:
    """RR intervals along time in seconds, minutes or hours, with the removed beats marked.

    Parameters
    ----------
    intervals : RRIntervals or array-like, shape (n_intervals,)
        Result of `read_rr`, `ann2rr` or `clean_rr`, which contains the arguments below; or all intervals as they were
        read, including removed ones. NaN is a gap.
    removed : array of bool, list of int, dict or path, optional
        The removed intervals: a mask, their indices, or a report of ``biotropy rr --report FILE`` (the file, or the record
        of one recording), with a marker for each reason.
    times : array-like, shape (n_intervals,), optional
        In seconds; by default the cumulative sum of the intervals.
    unit : {'s', 'ms'}, optional
        Unit of the intervals; by default that of `RRIntervals`, and seconds for arrays.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> biotropy.plot.rr_series(biotropy.clean_rr([0.8, 0.82, 2.4, 0.79])).get_ylabel()
    'RR interval (s)'

    Raises
    ------
    BiotropyError
        Another shape, an unknown unit, indices outside the series, a report that does not fit it; `removed`, `times` or
        another `unit` for `RRIntervals`, which contain them.
    """
    unit = word_of("unit", unit, (None, "s", "ms"))
    if isinstance(intervals, RRIntervals):
        if removed is not None or times is not None or unit not in (None, intervals.unit):
            raise InvalidInput("removed, times and unit are not allowed beside RRIntervals, which have their own")
        unit = intervals.unit
        values, moments, by_reason = drawn_intervals(intervals)
    else:
        unit = unit or "s"
        values = series_of(intervals, "intervals")
        by_reason = removed_of(removed, values)
        moments = np.cumsum(np.nan_to_num(values)) / (1000 if unit == "ms" else 1)
        if times is not None:
            moments = one_each("times", series_of(times, "times"), values.size, "interval")
    kept = values.copy()
    for indices in by_reason.values():
        kept[indices] = np.nan
    ax = new_axes(ax, figsize=(9, 3))
    ax.plot(moments, kept, linewidth=0.8, label="kept", **points_alone(kept))
    for marker, (reason, indices) in zip(itertools.cycle("xs^vDP*"), by_reason.items(), strict=False):
        name = f"{reason.replace('_', ' ')} ({len(indices)})"
        ax.plot(moments[indices], values[indices], marker, color="tab:red", markersize=5, label=name)
    name_time_axis(ax, moments)
    ax.set_ylabel(f"RR interval ({unit})")
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0.01)
    if by_reason:
        legend_beside(ax)
    return ax


def _courses(data: Any, times: Any) -> tuple[np.ndarray, np.ndarray, str | None, list[str]]:
    """Values of each series, the start of each window and its unit, and the names of the series."""
    names: list[str] | None = None
    unit: str | None = "s"
    if isinstance(data, SlidingValues):
        unit = data.unit if times is None else "s"
        data, times = data.values.T, data.times if times is None else times
    elif hasattr(data, "dims"):
        data = data.transpose(..., "time")
        names = [str(name) for name in data.coords["channel"].values] if "channel" in data.coords else None
        if times is None:
            labels = data.coords["time"] if "time" in data.coords else None
            unit, times = (None, None) if labels is None else (str(labels.attrs.get("units", "s")), labels.values)
    elif times is None:
        unit = None
    values = np.atleast_1d(np.asarray(data, dtype=float))
    values = shaped("data", values, *["..."] * (values.ndim - 1), "n_windows").reshape(-1, values.shape[-1])
    given = np.arange(values.shape[1]) if times is None else np.asarray(times)
    unit = "s" if given.dtype.kind in "mM" else unit
    starts = one_each("times", series_of(in_seconds_if_stamps(given), "times"), values.shape[1], "window")
    if names is None or len(names) != len(values):
        names = [str(i) for i in range(len(values))]
    return values, *seconds_of(starts, unit), names


def time_course(data: Any, times: Any = None, *, label: str | None = None, ax: Any = None) -> Any:
    """Values of windows that slide over a recording, along time in seconds, minutes or hours, or in samples.

    Parameters
    ----------
    data : DataArray, Series, DataFrame, dict, SlidingValues or array, shape (..., n_windows)
        Result of `sliding_entropy`, or of `SlidingEntropy.push`: a line for each series. A window without a value is a gap
        in the line, and so is a step of more than 1.5 of those between most windows.
    times : array-like, shape (n_windows,), optional
        Start of each window in seconds, or stamps; by default that of the data in its unit, or the numbers of the windows. Stamps
        are shown in seconds from the first one.
    label : str, optional
        Label of the vertical axis; by default what the data say that they are (`title`), or 'entropy', with their unit.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> values = biotropy.sliding_entropy(np.sin(np.arange(900.0) ** 2), window=200, step=50)
    >>> biotropy.plot.time_course(values).get_xlabel()
    'window'

    Raises
    ------
    BiotropyError
        A `DataArray` whose last dimension is not time, or times of another number than windows.
    """
    if is_pandas(data) or isinstance(data, Mapping):
        data = as_xarray(data)
        data = data["value"] if hasattr(data, "data_vars") else data
    values, starts, unit, names = _courses(data, times)
    is_numbered = times is None and not isinstance(data, SlidingValues) and not hasattr(data, "dims")
    ax = new_axes(ax, figsize=(9, 3))
    at, rows = broken(starts, np.where(np.isfinite(values), values, np.nan))
    for shown, name, style in zip(rows, names, line_styles(len(rows)), strict=True):
        # A window between others without a value has a point, as a line has no length there.
        ax.plot(at, shown, linewidth=1, label=in_legend(literal(name)), **{**style, **points_alone(shown)})
    name_time_axis(ax, starts, unit, WINDOWS)
    if is_numbered:
        ax.set_xlabel("window")
    ax.set_ylabel(_entropy([data]) if label is None else label)
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0.01)
    if len(values) > 1:
        name_lines(ax, len(values))
    return ax
