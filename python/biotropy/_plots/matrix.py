# SPDX-License-Identifier: Apache-2.0
"""Plots of matrices between channels: a single one, or those of several groups on a common scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._arguments import require_channels, whole
from .axes import grid_of_axes, new_axes
from .channel_order import arrange, is_symmetric
from .color_scale import color_scale
from .heat_maps import LEVELS, MOST_BESIDE, checked_p, draw_pairs, level_bar, level_colors, level_edges
from .legends import color_bar
from .plot_data import Matrix, matrix_of


def matrix(data: Any, *, ch_names: Sequence[str] | None = None, ch_types: Any = None,
           order: Sequence[Any] | None = None, groups: Any = None, clusters: int | None = None,
           diagonal: bool | None = None, robust: bool = True, vmin: float | None = None, vmax: float | None = None,
           cmap: Any = "viridis", label: str | None = None, colorbar: bool = True, ax: Any = None) -> Any:  # fmt: skip
    """A matrix between channels as a heat map.

    Parameters
    ----------
    data : array, DataArray, Dataset, DataFrame, dict or Connectivity, shape (n_channels, n_channels)
        Result of `pairwise` for one epoch or a mean, or of `open_results` for one recording (its mean over epochs).
        Row: the channel of the templates; column: the partner with which they are compared.
    ch_names : list of str, optional
        Names of the channels; by default those of the data, or numbers.
    ch_types : dict or list of str, optional
        Types of channels as in MNE; by default the coordinate `ch_type` of the data, or the types with which names begin
        ("ECG", "EOG left"). Channels of the heart, the eyes, muscles and triggers are drawn at the end and excluded from
        the colour scale.
    order : list of str or int, optional
        The channels to draw, in this order.
    groups : dict of lists of channels, or list of one label for each channel, optional
        Draw the channels of a group together, with lines between the groups.
    clusters : int, optional
        Number of clusters to show instead of groups, from average linkage (SciPy) of the mean of both directions.
    diagonal : bool, optional
        Draw the entries of channels with themselves; by default unless the matrix is symmetric.
    robust : bool, default True
        Values more than three interquartile ranges beyond the quartiles do not set the scale; they are hatched.
    vmin, vmax : float, optional
        Ends of the scale.
    cmap : str or Colormap, default 'viridis'
        Colours. Entries without a finite value are hatched.
    label : str, optional
        Label of the colour bar.
    colorbar : bool, default True
        Draw a colour bar.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> biotropy.plot.matrix(np.arange(9.0).reshape(3, 3), ch_names=["Fz", "Cz", "Pz"]).get_xlabel()
    'compared with partner'

    Raises
    ------
    BiotropyError
        Data of another shape, unknown channels, or clusters of a matrix that has entries without a value.
    """
    one = matrix_of(data, ch_names)
    how = arrange(one.values, one.names, order, groups, clusters, one.ch_types if ch_types is None else ch_types)
    diagonal = diagonal if diagonal is not None else not is_symmetric(one.values)
    scale, extend = color_scale([how.shown(one.values, diagonal)], vmin, vmax, cmap, robust=robust, counted=how.counted)
    ax = new_axes(ax, figsize=(6.4, 5.2) if colorbar else (5.2, 5.2))
    image = draw_pairs(ax, one.values, one.names, how, diagonal=diagonal, **scale)
    if colorbar:
        color_bar(image, ax, label=one.label if label is None else label, extend=extend)
    return ax


def _panels(of_groups: Any, ch_names: Sequence[str] | None) -> dict[str, Matrix]:
    whole("the number of matrices", len(of_groups), 1)
    panels = {str(title): matrix_of(data, ch_names) for title, data in of_groups.items()}
    first = next(iter(panels.values()))
    for title, panel in panels.items():
        require_channels(f"the matrix {title!r}", panel.names, first.names)
    return panels


def _significance(data: Any, names: list[str]) -> np.ndarray:
    p = matrix_of(data, None if hasattr(data, "dims") else names)
    require_channels("significance", p.names, names)
    return checked_p(p.values, "significance")


def matrices(of_groups: Mapping[str, Any], significance: Any = None, *, levels: Sequence[float] = LEVELS,
             ch_names: Sequence[str] | None = None, ch_types: Any = None, order: Sequence[Any] | None = None,
             groups: Any = None, clusters: int | None = None, diagonal: bool | None = None, robust: bool = False,
             vmin: float | None = None, vmax: float | None = None, cmap: Any = "viridis", label: str | None = None,
             axes: Sequence[Any] | None = None) -> Any:  # fmt: skip
    """Matrices of several groups of subjects side by side, on a common scale.

    Parameters
    ----------
    of_groups : dict of matrices
        Title and matrix of each group, as for `matrix`; all with the same channels.
    significance : array, shape (n_channels, n_channels), optional
        The p-value of every entry, drawn as a map of levels beside the matrices.
    levels : sequence of float, default (0.001, 0.01, 0.05)
        Values at which the colours of the map change; p at or above the largest is white.
    ch_names, ch_types, order, groups, diagonal, vmin, vmax, cmap, label
        As for `matrix`, for all matrices.
    robust : bool, default False
        As for `matrix`. By default all values determine the scale, as differences between groups can be outliers.
    clusters : int, optional
        As for `matrix`, from the mean of the matrices, so that all have the same order.
    axes : sequence of matplotlib Axes, optional
        One for each panel; by default a new figure.

    Returns
    -------
    array of matplotlib Axes
        One for each group, and the last for `significance`.

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> [ax.get_title() for ax in biotropy.plot.matrices({"young": np.eye(3), "old": np.ones((3, 3))})]
    ['young', 'old']

    Raises
    ------
    BiotropyError
        As `matrix`; also matrices of different channels, or values of `significance` that are not probabilities.
    """
    panels = _panels(of_groups, ch_names)
    values, first = [panel.values for panel in panels.values()], next(iter(panels.values()))
    how = arrange(np.mean(values, axis=0), first.names, order, groups, clusters, first.ch_types if ch_types is None else ch_types)
    diagonal = not all(map(is_symmetric, values)) if diagonal is None else diagonal
    p = None if significance is None else _significance(significance, first.names)
    edges = level_edges(levels)
    drawn = [how.shown(one, diagonal) for one in values]
    scale, extend = color_scale(drawn, vmin, vmax, cmap, robust=robust, counted=how.counted)
    axes = grid_of_axes(axes, 1, len(panels) + (p is not None), 4.2, 4.2)[0]
    look: dict[str, Any] = {"diagonal": diagonal, "most_labels": MOST_BESIDE}
    for ax, (title, panel) in zip(axes, panels.items(), strict=False):
        image = draw_pairs(ax, panel.values, panel.names, how, **look, **scale)
        ax.set_title(title)
    color_bar(image, list(axes[: len(panels)]), label=first.label if label is None else label, extend=extend)
    if p is not None:
        level_bar(draw_pairs(axes[-1], p, first.names, how, **look, **level_colors(edges)), axes[-1], edges, "p")
        axes[-1].set_title("significance")
    return np.asarray(axes, dtype=object)
