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

from .channel_order import arrange
from .drawn import curves_of, drawn_intervals, matrix_of, removed_of, series_of
from .errors import InvalidInput
from .heartbeats import RRIntervals
from .heat_maps import LEVELS, MOST_BESIDE, checked_p, draw_levels, draw_matrix, level_edges, limits
from .new_axes import new_axes
from .states_plot import densities, posteriors, scalp_maps, states
from .study_plot import study

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


def matrix(
    data: Any,
    *,
    ch_names: Sequence[str] | None = None,
    order: Sequence[Any] | None = None,
    groups: Any = None,
    clusters: int | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
    cmap: Any = "viridis",
    label: str | None = None,
    colorbar: bool = True,
    ax: Any = None,
) -> Any:
    """A matrix between channels as a heat map.

    Parameters
    ----------
    data : array, DataArray, Dataset, dict or Connectivity, shape (n_channels, n_channels)
        What `pairwise` returns for one epoch or a mean, or `open_results` for one recording (its mean over epochs).
        Row: the channel that templates come from; column: the partner that they are matched in.
    ch_names : list of str, optional
        By default those of the data, or numbers.
    order : list of str or int, optional
        The channels to draw, in this order.
    groups : dict of lists of channels, or list of one label for each channel, optional
        Channels of a group stand together, with lines between the groups.
    clusters : int, optional
        How many clusters to show in place of groups: average linkage (SciPy) of the mean of both directions.
    vmin, vmax : float, optional
        The ends of the scale; by default those of the values.
    cmap : str or Colormap, default 'viridis'
        Colours. Grey are entries without a finite value.
    label : str, optional
        Of the colour bar.
    colorbar : bool, default True
        Whether there is one.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    BiotropyError
        Data of another shape, unknown channels, clusters of a matrix with entries that have no value; also an
        `ImportError` where Matplotlib is not installed.
    """
    one = matrix_of(data, ch_names)
    how = arrange(one.values, one.names, order, groups, clusters)
    low, high = limits([one.values[np.ix_(how.order, how.order)]], vmin, vmax)
    ax = new_axes(ax)
    image = draw_matrix(ax, one, how, vmin=low, vmax=high, cmap=cmap)
    if colorbar:
        ax.figure.colorbar(image, ax=ax, label=one.label if label is None else label)
    return ax


def _significance(data: Any, names: list[str]) -> np.ndarray:
    p = matrix_of(data, None if hasattr(data, "dims") else names)
    if p.names != names:
        raise InvalidInput("significance has other channels than the matrices")
    return checked_p(p.values, "significance")


def matrices(
    of_groups: Mapping[str, Any],
    significance: Any = None,
    *,
    levels: Sequence[float] = LEVELS,
    ch_names: Sequence[str] | None = None,
    order: Sequence[Any] | None = None,
    groups: Any = None,
    clusters: int | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
    cmap: Any = "viridis",
    label: str | None = None,
    axes: Sequence[Any] | None = None,
) -> Any:
    """Matrices of several groups of subjects side by side, on one scale.

    Parameters
    ----------
    of_groups : dict of matrices
        Title and matrix of each group, as for `matrix`; all with the same channels.
    significance : array, shape (n_channels, n_channels), optional
        The p-value of every entry, drawn as a map of levels beside the matrices.
    levels : sequence of float, default (0.001, 0.01, 0.05)
        The colours of the map change here; white is not below the largest.
    ch_names, order, groups, vmin, vmax, cmap, label
        As for `matrix`, for all of them.
    clusters : int, optional
        As for `matrix`, found from the mean of the matrices, so that all are drawn in one order.
    axes : sequence of matplotlib Axes, optional
        As many as there are panels; by default a new figure.

    Returns
    -------
    array of matplotlib Axes
        One for each group, and the last for the map.

    Raises
    ------
    BiotropyError
        As `matrix`; matrices of different channels, values of `significance` that are no probabilities.
    """
    if not isinstance(of_groups, Mapping) or not of_groups:
        raise InvalidInput("of_groups is not allowed: a dict of at least one title and matrix is needed")
    panels = {str(title): matrix_of(data, ch_names) for title, data in of_groups.items()}
    first = next(iter(panels.values()))
    for title, panel in panels.items():
        if panel.names != first.names:
            raise InvalidInput(f"the matrix {title!r} has other channels than the first: the same are needed")
    how = arrange(np.mean([panel.values for panel in panels.values()], axis=0), first.names, order, groups, clusters)
    p = None if significance is None else _significance(significance, first.names)
    edges = level_edges(levels)
    low, high = limits([panel.values[np.ix_(how.order, how.order)] for panel in panels.values()], vmin, vmax)
    n_panels = len(panels) + (p is not None)
    if axes is None:
        axes = new_axes(None, ncols=n_panels, figsize=(4.2 * n_panels, 4.2), squeeze=False)[0]
    if len(axes) != n_panels:
        raise InvalidInput(f"axes has {len(axes)} Axes: {n_panels} are needed")
    for ax, (title, panel) in zip(axes, panels.items(), strict=False):
        image = draw_matrix(ax, panel, how, most_labels=MOST_BESIDE, vmin=low, vmax=high, cmap=cmap)
        ax.set_title(title)
    shared = list(axes[: len(panels)])
    shared[0].figure.colorbar(image, ax=shared, label=first.label if label is None else label)
    if p is not None:
        shown = p[np.ix_(how.order, how.order)]
        names = [first.names[k] for k in how.order]
        draw_levels(axes[-1], shown, names, names, edges, blocks=how.blocks, most_labels=MOST_BESIDE)
        axes[-1].set_title("significance")
    return np.asarray(axes, dtype=object)


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
    ax = new_axes(ax)
    for title, curve in drawn.items():
        name = None if title is None else f"{title} (n = {curve.n_curves})"
        (line,) = ax.plot(curve.scales, curve.mean, marker="o", markersize=3, label=name)
        if curve.n_curves > 1:
            low, high = curve.mean - curve.half_width, curve.mean + curve.half_width
            ax.fill_between(curve.scales, low, high, color=line.get_color(), alpha=0.25, linewidth=0)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("scale")
    ax.set_ylabel(label)
    if None not in drawn:
        ax.legend()
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
    """RR intervals along time, with the removed beats marked.

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
        name = f"{reason} ({len(positions)})"
        ax.plot(moments[positions], values[positions], marker, color="tab:red", markersize=5, label=name)
    ax.set_xlabel("time (s)")
    ax.set_ylabel(f"RR interval ({unit})")
    if by_reason:
        ax.legend()
    return ax
