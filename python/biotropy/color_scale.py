# SPDX-License-Identifier: Apache-2.0
"""The scale of a heat map: from the bulk of its values, so that a few that are far out do not take all colours.

Far out is what lies more than three interquartile ranges beyond the quartiles (Tukey 1977). A matrix of EEG channels with
one ECG channel among them has its row and column there; a matrix without such entries has the scale of all its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .beside import color_bar
from .errors import InvalidInput
from .packages import needed

_FAR_OUT = 3.0
# Of entries beyond the scale: pale, so that none of them is taken for an end of it.
BELOW, ABOVE = "#d8cdea", "#fbdcc4"


@dataclass(frozen=True)
class ColorScale:
    """The ends of a scale, and how many of the finite values lie beyond them."""

    low: float
    high: float
    n_below: int
    n_above: int
    n_values: int

    @property
    def extend(self) -> str:
        """Which ends of the colour bar are arrows, as Matplotlib calls it."""
        ends = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}
        return ends[self.n_below > 0, self.n_above > 0]

    def colored(self, cmap: Any) -> dict[str, Any]:
        """Options of `imshow`; a colour map given by its name gets colours for what is beyond the scale."""
        maps = needed("matplotlib", "plot").colormaps
        chosen = maps[cmap].with_extremes(under=BELOW, over=ABOVE) if isinstance(cmap, str) and cmap in maps else cmap
        return {"vmin": self.low, "vmax": self.high, "cmap": chosen}

    def said(self, label: str) -> str:
        """The label of the colour bar, with the number of entries beyond it where there are some."""
        beyond = self.n_below + self.n_above
        return f"{label}\n{beyond} of {self.n_values} entries are beyond the scale" if beyond else label


def bulk(finite: np.ndarray) -> tuple[float, float]:
    """The smallest and the largest value that is not far out."""
    first, third = np.percentile(finite, [25, 75])
    reach = _FAR_OUT * (third - first)
    inside = finite[(finite >= first - reach) & (finite <= third + reach)] if reach > 0 else finite
    return float(inside.min()), float(inside.max())


def color_scale(
    maps: Sequence[np.ndarray],
    vmin: float | None = None,
    vmax: float | None = None,
    *,
    robust: bool = True,
    counted: np.ndarray | None = None,
) -> ColorScale:
    """The one scale of all maps.

    Parameters
    ----------
    maps : sequence of array
        What is drawn, all of one shape; NaN has no colour.
    vmin, vmax : float, optional
        Its ends, where they are given.
    robust : bool, default True
        Whether values that are far out have no part in it.
    counted : array of bool, optional
        Of the shape of a map: the entries that have a part in it.

    Returns
    -------
    ColorScale
    """
    finite = np.concatenate([one[np.isfinite(one)] for one in maps])
    part = finite if counted is None else np.concatenate([one[counted & np.isfinite(one)] for one in maps])
    part = part if part.size else finite
    if part.size == 0 and (vmin is None or vmax is None):
        raise InvalidInput("no entry of the matrix has a finite value, so that it has no scale: give vmin and vmax")
    ends = (0.0, 1.0) if part.size == 0 else bulk(part) if robust else (float(part.min()), float(part.max()))
    low, high = float(ends[0] if vmin is None else vmin), float(ends[1] if vmax is None else vmax)
    if not low <= high:
        raise InvalidInput(f"vmin = {low}, vmax = {high} is not allowed: vmin must not be above vmax")
    return ColorScale(low, high, int((finite < low).sum()), int((finite > high).sum()), finite.size)


def value_bar(drawn: Any, axes: Any, scale: ColorScale, label: str) -> Any:
    """The colour bar of a map of values, or of several."""
    return color_bar(drawn, axes, label=scale.said(label), extend=scale.extend)
