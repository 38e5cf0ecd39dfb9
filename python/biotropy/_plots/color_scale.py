# SPDX-License-Identifier: Apache-2.0
"""Robust colour scale of a heat map: outliers do not determine its ends.

Outliers are more than three interquartile ranges beyond the quartiles (Tukey 1977), such as the row and the column of an
ECG channel among EEG channels. Without outliers the scale covers all values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import InvalidInput

_FAR_OUT = 3.0


def bulk(finite: np.ndarray) -> tuple[float, float]:
    """The smallest and the largest value that is no outlier."""
    first, third = np.percentile(finite, [25, 75])
    reach = _FAR_OUT * (third - first)
    inside = finite[(finite >= first - reach) & (finite <= third + reach)] if reach > 0 else finite
    return float(inside.min()), float(inside.max())


def color_scale(maps: Sequence[np.ndarray], vmin: float | None, vmax: float | None, cmap: Any, *, robust: bool = True,
                counted: np.ndarray | None = None) -> tuple[dict[str, Any], str]:  # fmt: skip
    """Options of `imshow` for a common scale of all maps, of one shape, and the ends of its colour bar that are arrows, in the
    words of Matplotlib. NaN has no colour. `robust` excludes outliers, `counted` chooses the entries that determine the scale."""
    finite = np.concatenate([one[np.isfinite(one)] for one in maps])
    part = finite if counted is None else np.concatenate([one[counted & np.isfinite(one)] for one in maps])
    part = part if part.size else finite
    if part.size == 0 and (vmin is None or vmax is None):
        raise InvalidInput("nothing that is drawn has a finite value; give vmin and vmax")
    ends = (0.0, 1.0) if part.size == 0 else bulk(part) if robust else (float(part.min()), float(part.max()))
    low, high = float(ends[0] if vmin is None else vmin), float(ends[1] if vmax is None else vmax)
    if not low <= high:
        raise InvalidInput(f"vmin is {low}, vmax = {high}; vmin must not be above vmax")
    extend = ("neither", "min", "max", "both")[(finite < low).any() + 2 * (finite > high).any()]
    return {"vmin": low, "vmax": high, "cmap": cmap}, extend
