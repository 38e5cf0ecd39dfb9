# SPDX-License-Identifier: Apache-2.0
"""Pictures of matrices between channels: one of them, or those of several groups on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .channel_order import Arrangement, arrange
from .color_scale import color_scale, value_bar
from .drawn import Matrix, matrix_of
from .errors import InvalidInput
from .heat_maps import LEVELS, MOST_BESIDE, checked_p, draw_pairs, level_bar, level_colors, level_edges
from .new_axes import new_axes


def matrix(
    data: Any,
    *,
    ch_names: Sequence[str] | None = None,
    ch_types: Any = None,
    order: Sequence[Any] | None = None,
    groups: Any = None,
    clusters: int | None = None,
    diagonal: bool = True,
    robust: bool = True,
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
        Row: the channel that templates come from; column: the partner that they are compared with.
    ch_names : list of str, optional
        By default those of the data, or numbers.
    ch_types : dict or list of str, optional
        Types of channels as MNE names them; by default the coordinate `ch_type` of the data, or what names begin with
        ("ECG", "EOG left"). Channels of the heart, the eyes, muscles and triggers stand at the end, and have no part in
        the scale.
    order : list of str or int, optional
        The channels to draw, in this order.
    groups : dict of lists of channels, or list of one label for each channel, optional
        Channels of a group stand together, with lines between the groups.
    clusters : int, optional
        How many clusters to show in place of groups: average linkage (SciPy) of the mean of both directions.
    diagonal : bool, default True
        Whether channels with themselves are drawn.
    robust : bool, default True
        Leave values out of the scale that are more than three interquartile ranges beyond the quartiles. The colour bar
        then ends in an arrow and says how many they are.
    vmin, vmax : float, optional
        The ends of the scale.
    cmap : str or Colormap, default 'viridis'
        Colours. Hatched are entries without a finite value.
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
    how = arrange(one.values, one.names, order, groups, clusters, one.ch_types if ch_types is None else ch_types)
    scale = color_scale([how.shown(one.values, diagonal)], vmin, vmax, robust=robust, counted=how.counted)
    ax = new_axes(ax, figsize=(6.4, 5.2) if colorbar else (5.2, 5.2))
    image = draw_pairs(ax, one.values, one.names, how, diagonal=diagonal, **scale.colored(cmap))
    if colorbar:
        value_bar(image, ax, scale, one.label if label is None else label)
    return ax


def _panels(of_groups: Any, ch_names: Sequence[str] | None) -> dict[str, Matrix]:
    if not isinstance(of_groups, Mapping) or not of_groups:
        raise InvalidInput("of_groups is not allowed: a dict of at least one title and matrix is needed")
    panels = {str(title): matrix_of(data, ch_names) for title, data in of_groups.items()}
    first = next(iter(panels.values()))
    for title, panel in panels.items():
        if panel.names != first.names:
            raise InvalidInput(f"the matrix {title!r} has other channels than the first: the same are needed")
    return panels


def _significance(data: Any, names: list[str]) -> np.ndarray:
    p = matrix_of(data, None if hasattr(data, "dims") else names)
    if p.names != names:
        raise InvalidInput("significance has other channels than the matrices")
    return checked_p(p.values, "significance")


def _draw_significance(ax: Any, p: np.ndarray, names: list[str], how: Arrangement, edges: list[float], diagonal: bool) -> None:
    drawn = draw_pairs(ax, p, names, how, diagonal=diagonal, most_labels=MOST_BESIDE, **level_colors(edges))
    level_bar(drawn, ax, edges, "p")
    ax.set_title("significance")


def matrices(
    of_groups: Mapping[str, Any],
    significance: Any = None,
    *,
    levels: Sequence[float] = LEVELS,
    ch_names: Sequence[str] | None = None,
    ch_types: Any = None,
    order: Sequence[Any] | None = None,
    groups: Any = None,
    clusters: int | None = None,
    diagonal: bool = True,
    robust: bool = False,
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
    ch_names, ch_types, order, groups, diagonal, vmin, vmax, cmap, label
        As for `matrix`, for all of them.
    robust : bool, default False
        As for `matrix`. What differs between groups may be far out, so that all values have a part in the scale.
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
    panels = _panels(of_groups, ch_names)
    values, first = [panel.values for panel in panels.values()], next(iter(panels.values()))
    how = arrange(np.mean(values, axis=0), first.names, order, groups, clusters, first.ch_types if ch_types is None else ch_types)
    p = None if significance is None else _significance(significance, first.names)
    edges = level_edges(levels)
    scale = color_scale([how.shown(one, diagonal) for one in values], vmin, vmax, robust=robust, counted=how.counted)
    n_panels = len(panels) + (p is not None)
    if axes is None:
        axes = new_axes(None, ncols=n_panels, figsize=(4.2 * n_panels, 4.2), squeeze=False)[0]
    if len(axes) != n_panels:
        raise InvalidInput(f"axes has {len(axes)} Axes: {n_panels} are needed")
    look = {"diagonal": diagonal, "most_labels": MOST_BESIDE, **scale.colored(cmap)}
    for ax, (title, panel) in zip(axes, panels.items(), strict=False):
        image = draw_pairs(ax, panel.values, panel.names, how, **look)
        ax.set_title(title)
    value_bar(image, list(axes[: len(panels)]), scale, first.label if label is None else label)
    if p is not None:
        _draw_significance(axes[-1], p, first.names, how, edges, diagonal)
    return np.asarray(axes, dtype=object)
