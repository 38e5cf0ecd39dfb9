# SPDX-License-Identifier: Apache-2.0
"""Styles of lines: colours for colour-blind readers (Okabe and Ito 2008), then dashes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._packages import needed
from .legends import legend_beside

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F")
_DASHES = ("-", "--", ":", "-.")
_MARKERS = "os^D"
_MOST_INSIDE, _MOST_IN_COLUMN = 6, 16


def fill_colors(n: int) -> list[Any]:
    """n different colours for areas."""
    if n <= len(COLORS):
        return list(COLORS[:n])
    return list(needed("matplotlib", "plot").colormaps["turbo"](np.linspace(0.05, 0.95, n)))


def line_styles(n: int) -> list[dict[str, Any]]:
    """n different styles for `Axes.plot`: colour, dash and marker."""
    colors = COLORS if n <= len(COLORS) * len(_DASHES) else fill_colors(n)
    return [
        {"color": colors[k % len(colors)], "linestyle": _DASHES[turn], "marker": _MARKERS[turn]}
        for k in range(n)
        for turn in [k // len(colors)]
    ]


def figure_size(n: int) -> tuple[float, float]:
    """Size in inches of a figure of n lines with a legend."""
    return (6.4, 4.8) if n <= _MOST_INSIDE else (9.0, 4.8)


def name_lines(ax: Any, n: int) -> None:
    """Add a legend of n lines: inside the Axes if they are few, otherwise beside them."""
    if n <= _MOST_INSIDE:
        ax.legend(frameon=False)
    else:
        legend_beside(ax, ncols=-(-n // _MOST_IN_COLUMN), fontsize="small")
