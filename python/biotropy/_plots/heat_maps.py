# SPDX-License-Identifier: Apache-2.0
"""Heat maps with Matplotlib: titles and names of rows and columns, and p-values in levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import different, number
from .._packages import needed
from ..errors import InvalidInput
from .channel_order import Arrangement, is_symmetric
from .legends import color_bar, literal

# An entry compares templates of its row with those of its column.
ROW_TITLE, COLUMN_TITLE = "templates from channel", "compared with partner"
_EITHER = "channel"
LEVELS = (0.001, 0.01, 0.05)
_NO_VALUE = {"facecolor": "0.93", "hatch": "////", "edgecolor": "0.6"}
_MOST_TICK_LABELS = 40
# Tick labels of Axes beside others.
MOST_BESIDE = 20


def _mark_blocks(ax: Any, blocks: list[tuple[str, int]]) -> None:
    """Draw lines between the blocks, and their names on top."""
    edges = np.cumsum([0] + [size for _, size in blocks])
    for edge in edges[1:-1]:
        ax.axhline(edge - 0.5, color="white", linewidth=1.5)
        ax.axvline(edge - 0.5, color="white", linewidth=1.5)
    middles = (edges[:-1] + edges[1:] - 1) / 2
    top = ax.secondary_xaxis("top")
    top.set_xticks(middles, [name for name, _ in blocks])
    top.tick_params(length=0)


def draw_map(ax: Any, values: np.ndarray, rows: tuple[str, Sequence[str]], columns: tuple[str, Sequence[str]], *,
             most_labels: int = _MOST_TICK_LABELS, n_left_out: int = 0, **image: Any) -> Any:  # fmt: skip
    """Draw the image with the titles and names of rows and columns, at most `most_labels` names each. `n_left_out`: NaN that the
    caller hides.

    Entries without a finite value, and those beyond the scale, are hatched, as explained below the horizontal axis.
    """
    ax.patch.set(**_NO_VALUE)
    drawn = ax.imshow(np.ma.masked_invalid(values), interpolation="nearest", **image)
    for names, set_ticks, turn in ((columns[1], ax.set_xticks, 90), (rows[1], ax.set_yticks, 0)):
        ticks = np.arange(0, len(names), -(-len(names) // most_labels))
        set_ticks(ticks, [literal(names[tick]) for tick in ticks], rotation=turn)
    notes = [_hatch_beyond(ax, values, *drawn.get_clim())] if "vmin" in image else []
    n_missing = int((~np.isfinite(values)).sum()) - n_left_out
    notes += [f"//// no finite value ({n_missing})"] if n_missing else []
    ax.set_ylabel(rows[0])
    ax.set_xlabel("\n".join([columns[0], *(note for note in notes if note)]))
    return drawn


def _hatch_beyond(ax: Any, values: np.ndarray, low: float, high: float) -> str:
    """Hatch the entries beyond the ends of the scale, in whose colours they are, and say how many they are."""
    patches = needed("matplotlib.patches", "plot")
    finite = np.isfinite(values)
    beyond = [(np.argwhere(finite & (values < low)), "white"), (np.argwhere(finite & (values > high)), "black")]
    for places, ink in beyond:
        for row, column in places:
            ax.add_patch(patches.Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, hatch="\\\\\\\\", edgecolor=ink, linewidth=0))
    n = sum(len(places) for places, _ in beyond)
    return f"\\\\\\\\ beyond the scale ({n} of {finite.sum()})" if n else ""


def draw_pairs(ax: Any, values: np.ndarray, names: list[str], how: Arrangement, *, diagonal: bool, **image: Any) -> Any:
    """Draw entries between channels in the order of the arrangement."""
    shown, drawn_names = how.drawn(values), [names[index] for index in how.order]
    titles = (_EITHER, _EITHER) if len(names) > 1 and is_symmetric(values) else (ROW_TITLE, COLUMN_TITLE)
    if not diagonal:
        np.fill_diagonal(shown, np.nan)
    n_left_out = 0 if diagonal else len(drawn_names)
    drawn = draw_map(ax, shown, (titles[0], drawn_names), (titles[1], drawn_names), n_left_out=n_left_out, **image)
    if not diagonal:
        patches, collections = needed("matplotlib.patches", "plot"), needed("matplotlib.collections", "plot")
        squares = [patches.Rectangle((k - 0.5, k - 0.5), 1, 1) for k in range(n_left_out)]
        ax.add_collection(collections.PatchCollection(squares, facecolor="0.8", linewidth=0))
    if how.blocks:
        _mark_blocks(ax, how.blocks)
    return drawn


def checked_p(values: np.ndarray, name: str) -> np.ndarray:
    """The values, if all are probabilities or NaN."""
    finite = values[np.isfinite(values)]
    if np.isinf(values).any() or (finite.size and (finite.min() < 0 or finite.max() > 1)):
        raise InvalidInput(f"{name} has values that are not probabilities; they must be numbers from 0 to 1")
    return values


def level_edges(levels: Sequence[float]) -> list[float]:
    """Edges from 0 to 1 with the levels, at which colours change."""
    return [0.0, *sorted(number("a level", level, 0, 1) for level in different("levels", levels)), 1.0]


def level_colors(edges: list[float]) -> dict[str, Any]:
    """Options of `draw_map`: one colour for each level, and white at and above the last."""
    colors = needed("matplotlib.colors", "plot")
    steps = needed("matplotlib", "plot").colormaps["inferno"](np.linspace(0.15, 0.85, len(edges) - 2))
    cmap = colors.ListedColormap([*steps, (1.0, 1.0, 1.0, 1.0)])
    return {"cmap": cmap, "norm": colors.BoundaryNorm(edges, cmap.N)}


def level_bar(drawn: Any, axes: Any, edges: list[float], label: str) -> None:
    """Add the colour bar of one or several maps of levels."""
    color_bar(drawn, axes, spacing="uniform", ticks=edges, format=lambda edge, _: f"{edge:g}", title=label)
