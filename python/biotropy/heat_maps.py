# SPDX-License-Identifier: Apache-2.0
"""Heat maps with Matplotlib: one scale for several, names of rows and columns, and p-values in steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .channel_order import Arrangement
from .drawn import Matrix
from .errors import InvalidInput
from .packages import needed

LEVELS = (0.001, 0.01, 0.05)
_MOST_TICK_LABELS = 40
# On Axes that stand beside others.
MOST_BESIDE = 20


def limits(maps: Sequence[np.ndarray], vmin: float | None, vmax: float | None) -> tuple[float, float]:
    """The one scale of all maps: that of their finite values unless given."""
    finite = np.concatenate([values[np.isfinite(values)] for values in maps])
    if finite.size == 0 and (vmin is None or vmax is None):
        raise InvalidInput("no entry of the matrix has a finite value, so that it has no scale: give vmin and vmax")
    low = float(finite.min() if vmin is None else vmin)
    high = float(finite.max() if vmax is None else vmax)
    if not low <= high:
        raise InvalidInput(f"vmin = {low}, vmax = {high} is not allowed: vmin must not be above vmax")
    return low, high


def _mark_blocks(ax: Any, blocks: list[tuple[str, int]]) -> None:
    """Lines between the blocks and their names on the right and on top."""
    edges = np.cumsum([0] + [size for _, size in blocks])
    for edge in edges[1:-1]:
        ax.axhline(edge - 0.5, color="white", linewidth=1.5)
        ax.axvline(edge - 0.5, color="white", linewidth=1.5)
    middles = (edges[:-1] + edges[1:] - 1) / 2
    top = ax.secondary_xaxis("top")
    top.set_xticks(middles, [name for name, _ in blocks])
    top.tick_params(length=0)


def draw_map(
    ax: Any,
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    most_labels: int = _MOST_TICK_LABELS,
    **image: Any,
) -> Any:
    """The image with the names of rows and columns, not all where they are many; what has no finite value stays grey."""
    ax.set_facecolor("0.8")
    drawn = ax.imshow(np.ma.masked_invalid(values), interpolation="nearest", **image)
    for names, set_ticks, turn in ((columns, ax.set_xticks, 90), (rows, ax.set_yticks, 0)):
        ticks = np.arange(0, len(names), -(-len(names) // most_labels))
        set_ticks(ticks, [names[tick] for tick in ticks], rotation=turn)
    return drawn


def draw_matrix(ax: Any, matrix: Matrix, how: Arrangement, **image: Any) -> Any:
    """A matrix between channels in the order of drawing."""
    names = [matrix.names[position] for position in how.order]
    drawn = draw_map(ax, matrix.values[np.ix_(how.order, how.order)], names, names, **image)
    ax.set_xlabel("partner")
    ax.set_ylabel("channel")
    if how.blocks:
        _mark_blocks(ax, how.blocks)
    return drawn


def checked_p(values: np.ndarray, name: str) -> np.ndarray:
    """Probabilities, or NaN."""
    finite = values[np.isfinite(values)]
    if np.isinf(values).any() or (finite.size and (finite.min() < 0 or finite.max() > 1)):
        raise InvalidInput(f"{name} has values that are no probabilities: numbers from 0 to 1 are needed")
    return values


def level_edges(levels: Sequence[float]) -> list[float]:
    """From 0 to 1, with the levels where colours change."""
    edges = sorted(float(level) for level in levels)
    if not edges or not 0 < edges[0] <= edges[-1] < 1 or len(set(edges)) != len(edges):
        raise InvalidInput(f"levels = {tuple(levels)} is not allowed: different numbers between 0 and 1 are needed")
    return [0.0, *edges, 1.0]


def draw_levels(
    ax: Any,
    p: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    edges: list[float],
    *,
    blocks: list[tuple[str, int]] | None = None,
    label: str | None = "p",
    **image: Any,
) -> Any:
    """One colour for each level; what is at or above the last is white. With a label there is a colour bar."""
    colors = needed("matplotlib.colors", "plot")
    steps = needed("matplotlib", "plot").colormaps["inferno"](np.linspace(0.15, 0.85, len(edges) - 2))
    cmap = colors.ListedColormap([*steps, (1.0, 1.0, 1.0, 1.0)])
    drawn = draw_map(ax, p, rows, columns, cmap=cmap, norm=colors.BoundaryNorm(edges, cmap.N), **image)
    if blocks:
        _mark_blocks(ax, blocks)
    if label is not None:
        level_bar(drawn, ax, edges, label)
    return drawn


def level_bar(drawn: Any, axes: Any, edges: list[float], label: str) -> None:
    """The colour bar of a map of levels, or of several."""
    figure = np.ravel(axes)[0].figure
    bar = figure.colorbar(drawn, ax=axes, label=label, spacing="uniform", ticks=edges)
    bar.ax.set_yticklabels([f"{edge:g}" for edge in edges])
