# SPDX-License-Identifier: Apache-2.0
"""Legends and colour bars beside Axes of the caller, kept inside the figure.

Figures of this package have a constrained layout, which makes room for them. In a figure without a layout they could be
cut off or overlap the next Axes: the Axes are made narrower, and texts smaller, until they fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

_SMALLEST_TEXT = 4.0
_LARGEST_SHARE = 0.5  # of the available width, for a legend or colour bar
_MARGIN = 2.0  # pixels
_LEAST_LEFT = 0.2  # share of the width of the Axes that remains after one step
_TRIES = 4


def literal(name: str) -> str:
    """A name from data as a text of Matplotlib: dollars are no formula."""
    return name.replace("$", r"\$")


def in_legend(name: str) -> str:
    """A label for a legend, which leaves out labels that begin with _: a character without width is before it."""
    return f"\u200b{name}" if name.startswith("_") else name


def _limit(axes: Sequence[Any], own: list[Any]) -> float:
    """Right limit in pixels: the next Axes on the right, or the edge of the figure."""
    boxes = [ax.get_window_extent() for ax in axes]
    low, high = min(box.y0 for box in boxes), max(box.y1 for box in boxes)
    left = max(box.x0 for box in boxes)
    others = [other.get_tightbbox() for other in axes[0].figure.axes if other not in own]
    starts = [box.x0 for box in others if box is not None and box.x0 > left and box.y0 < high and low < box.y1]
    return float(min([axes[0].figure.bbox.x1, *starts])) - _MARGIN


def _room(axes: Sequence[Any], own: list[Any]) -> float:
    """Pixels from the left of the Axes to the limit."""
    return _limit(axes, own) - float(min(ax.get_window_extent().x0 for ax in axes))


def _draw(ax: Any) -> None:
    ax.figure.canvas.figure.draw_without_rendering()


def _narrow(axes: Sequence[Any], beside: Any, bars: Sequence[Any] = ()) -> None:
    """Narrow Axes and their colour bars until the legend or colour bar beside them fits."""
    if axes[0].figure.canvas.figure.get_layout_engine() is not None:
        return
    moved = [*axes, *bars]
    for _ in range(_TRIES):
        _draw(axes[0])
        overflow = beside.get_tightbbox().x1 - _limit(axes, moved)
        if overflow <= 0:
            return
        boxes = [ax.get_position(original=True) for ax in moved]
        left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
        factor = max(_LEAST_LEFT, 1 - overflow / axes[0].figure.bbox.width / (right - left))
        for ax, box in zip(moved, boxes, strict=True):
            ax.set_position((left + (box.x0 - left) * factor, box.y0, box.width * factor, box.height))


def legend_beside(ax: Any, **options: Any) -> None:
    """Add a legend on the right of the Axes, at most half as wide as the available space."""
    how = {"loc": "upper left", "bbox_to_anchor": (1, 1), "frameon": False, **options}
    legend = ax.legend(**how)
    _draw(ax)
    share = legend.get_tightbbox().width / _room([ax], [ax])
    if share > _LARGEST_SHARE:
        size = legend.get_texts()[0].get_fontsize() * _LARGEST_SHARE / share
        legend = ax.legend(**{**how, "fontsize": max(_SMALLEST_TEXT, size)})
    _narrow([ax], legend)


def _shrink(texts: Sequence[Any], factor: float) -> None:
    for text in texts:
        text.set_fontsize(max(_SMALLEST_TEXT, text.get_fontsize() * min(factor, 1.0)))


def color_bar(drawn: Any, axes: Any, *, title: str = "", **options: Any) -> Any:
    """Add the colour bar of one or several maps, with a title above it or a label beside it."""
    parents = list(np.ravel(axes))
    bar = parents[0].figure.colorbar(drawn, ax=axes, **options)
    bar.ax.set_title(title, fontsize="medium")
    label = bar.ax.yaxis.label
    _draw(bar.ax)
    middle = bar.ax.bbox.y0 + bar.ax.bbox.height / 2
    room = 2 * min(middle, bar.ax.figure.bbox.height - middle) - _MARGIN
    for _ in range(_TRIES):  # letters of another size are not of quite the same shape
        if label.get_window_extent().height > room:
            _shrink([label], room / label.get_window_extent().height)
    share = bar.ax.get_tightbbox().width / _room(parents, [*parents, bar.ax])
    _shrink([label, bar.ax.title, *bar.ax.get_yticklabels()], _LARGEST_SHARE / share)
    _narrow(parents, bar.ax, [bar.ax])
    return bar
